import { feature } from '../../routes/feature.ts';

export const jobsFeature = feature({
  folder: 'jobs',
  routes: [
    {
      number: null,
      path: '/settings/jobs',
      chunk: 'Settings',
      permission: [
        'decisionRules:read',
        'functionsAndVelocities:read',
        'search:read',
        'subjectRequestsView:read',
        'childEnvironments:read',
      ],
      key: 'jobs',
      page: 'JobsPage',
      menu: { group: 'settings', place: 15 },
      texts: ['jobs', 'backfills'],
    },
  ],
});
