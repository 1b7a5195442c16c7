import { feature } from '../../routes/feature.ts';

export const riskSupportFeature = feature({
  folder: 'risk-support',
  routes: [
    {
      number: 5,
      path: '/fraud/purchase/support',
      chunk: 'Fraud',
      permission: ['purchaseSupport:read'],
      key: 'purchaseSupport',
      page: 'RiskSupportPage',
      menu: { group: 'fraud', place: 35 },
      texts: ['riskSupport', 'inventory', 'supportLists', 'search', 'cases', 'casework', 'events', 'rules'],
    },
  ],
  pictures: [
    { name: 'support.account', path: '/fraud/purchase/support?value=demo-cust-66' },
    {
      name: 'support.purchase',
      path: '/fraud/purchase/support?value=demo-cust-66&tab=transactions&purchase=demo-66',
    },
  ],
});
