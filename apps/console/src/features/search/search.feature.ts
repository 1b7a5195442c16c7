import { feature } from '../../routes/feature.ts';

export const searchFeature = feature({
  folder: 'search',
  routes: [
    {
      number: 35,
      path: '/search',
      chunk: 'Search',
      permission: ['search:read'],
      key: 'search',
      page: 'SearchPage',
      menu: { group: 'search', place: 10 },
      texts: ['search', 'events', 'searchIndex'],
      savedViews: 'search',
      goKey: 's',
    },
  ],
  pictures: [
    {
      name: 'search.groups',
      path: '/search?or=decision~is~Reject;amount~atLeast~200|country~is~DE&sort=amount',
    },
  ],
});
