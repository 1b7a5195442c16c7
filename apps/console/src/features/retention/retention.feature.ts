import { feature } from '../../routes/feature.ts';

export const retentionFeature = feature({
  folder: 'retention',
  routes: [
    {
      number: null,
      path: '/adminsettings/retention',
      chunk: 'Admin Settings',
      permission: ['adminConfiguration:read'],
      key: 'adminRetention',
      page: 'RetentionPage',
      texts: ['retention'],
    },
  ],
});
