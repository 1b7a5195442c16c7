import { feature } from '../../routes/feature.ts';

export const alertsFeature = feature({
  folder: 'alerts',
  routes: [
    {
      number: null,
      path: '/alerts',
      chunk: 'Monitoring Report',
      permission: ['alerts:read'],
      key: 'alerts',
      page: 'AlertsPage',
      menu: { group: 'reports', place: 60 },
      texts: ['alerts', 'reports'],
    },
  ],
  pictures: [
    {
      name: 'alerts.form',
      path: '/alerts?do=new&figure=decisionPercent&target=purchase&decision=Reject&window=60&threshold=5',
    },
  ],
});
