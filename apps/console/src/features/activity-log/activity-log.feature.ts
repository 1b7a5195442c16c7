import { feature } from '../../routes/feature.ts';

export const activityLogFeature = feature({
  folder: 'activity-log',
  routes: [
    {
      number: 41,
      path: '/settings/audit',
      chunk: 'Settings',
      permission: ['activityLogs:read'],
      key: 'audit',
      page: 'ActivityLogPage',
      menu: { group: 'settings', place: 20 },
      savedViews: 'activity-log',
      texts: ['activityLog', 'search'],
    },
    {
      number: 42,
      path: '/settings/:eventType/:envId/:id',
      chunk: 'Settings',
      permission: ['activityLogs:read'],
      key: 'auditEntry',
      page: 'ActivityEntryPage',
      texts: ['activityLog', 'rules'],
    },
  ],
});
