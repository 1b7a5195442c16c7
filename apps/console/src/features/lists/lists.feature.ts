import { feature } from '../../routes/feature.ts';

export const listsFeature = feature({
  folder: 'lists',
  routes: [
    {
      number: 56,
      path: '/data/lists',
      chunk: 'Data',
      permission: ['lists:read'],
      key: 'lists',
      menu: { group: 'data', place: 30 },
      redirectTo: '/data/lists/custom',
    },
    {
      number: 57,
      path: '/data/lists/custom',
      chunk: 'Data',
      permission: ['lists:read'],
      key: 'customLists',
      page: 'ListsPage',
      texts: ['lists', 'externalCalls', 'reports'],
      goKey: 'l',
    },
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
