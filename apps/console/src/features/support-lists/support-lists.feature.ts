import { feature } from '../../routes/feature.ts';

export const supportListsFeature = feature({
  folder: 'support-lists',
  routes: [
    {
      number: 58,
      path: '/data/lists/support',
      chunk: 'Data',
      permission: ['lists:read'],
      key: 'supportLists',
      page: 'SupportListsPage',
      texts: ['supportLists'],
    },
  ],
});
