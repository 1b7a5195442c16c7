import { feature } from '../../routes/feature.ts';

export const applicationsFeature = feature({
  folder: 'applications',
  routes: [
    {
      number: 23,
      path: '/integration/aadapp/create',
      chunk: 'Integration',
      permission: ['applications:read'],
      key: 'applicationCreate',
      page: 'ApplicationCreatePage',
      texts: ['applications'],
    },
    {
      number: 24,
      path: '/integration/aadapp/manage',
      chunk: 'Integration',
      permission: ['applications:read'],
      key: 'applications',
      page: 'ApplicationsPage',
      texts: ['applications'],
    },
    {
      number: 44,
      path: '/settings/access/apps',
      chunk: 'Settings',
      permission: ['accessControlApplications:read'],
      key: 'accessApplications',
      page: 'ApplicationAccessPage',
      texts: ['applications', 'people'],
    },
  ],
});
