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
      tour: {
        id: 'riskSupport',
        name: 'tours.name.support',
        offer: 'tour.support.offer',
        steps: [
          {
            title: 'tour.support.find.title',
            text: 'tour.support.find.text',
            target: '#content [data-command="search"]',
          },
          {
            title: 'tour.support.lists.title',
            text: 'tour.support.lists.text',
            target: '#navigation a[href^="/data/lists"]',
            opens: 'data',
          },
        ],
      },
      page: 'RiskSupportPage',
      menu: { group: 'fraud', place: 35 },
      texts: [
        'riskSupport',
        'inventory',
        'supportLists',
        'search',
        'cases',
        'casework',
        'events',
        'rules',
        'searchIndex',
      ],
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
