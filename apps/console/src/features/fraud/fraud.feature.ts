import { feature } from '../../routes/feature.ts';

export const fraudFeature = feature({
  folder: 'fraud',
  routes: [
    {
      number: 2,
      path: '/fraud',
      chunk: 'Fraud',
      permission: ['assessments:read'],
      key: 'fraud',
      page: 'FraudPage',
      texts: ['assessments', 'monitor', 'rules'],
    },
  ],
});
