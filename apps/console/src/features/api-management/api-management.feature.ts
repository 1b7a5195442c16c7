import { feature } from '../../routes/feature.ts';

export const apiManagementFeature = feature({
  folder: 'api-management',
  routes: [
    {
      number: 64,
      path: '/data/apimanagement',
      chunk: 'Data',
      permission: ['apiManagement:read'],
      key: 'apiManagement',
      menu: { group: 'data', place: 100 },
      redirectTo: '/data/apimanagement/requests',
    },
    {
      number: 65,
      path: '/data/apimanagement/requests',
      chunk: 'Data',
      permission: ['apiManagement:read'],
      key: 'apiRequests',
      page: 'ApiRequestsPage',
      texts: ['apiManagement'],
    },
    {
      number: 66,
      path: '/data/apimanagement/errors',
      chunk: 'Data',
      permission: ['apiManagement:read'],
      key: 'apiErrors',
      page: 'ApiErrorsPage',
      texts: ['apiManagement'],
    },
  ],
});
