import { feature } from '../../routes/feature.ts';

export const searchIndexFeature = feature({
  folder: 'search-index',
  routes: [
    {
      number: 72,
      path: '/adminsettings/search',
      chunk: 'Admin Settings',
      permission: ['adminSearch:read'],
      key: 'adminSearch',
      page: 'SearchIndexPage',
      texts: ['searchIndex'],
    },
  ],
});
