import { feature } from '../../routes/feature.ts';

export const monitorFeature = feature({
  folder: 'monitor',
  routes: [
    {
      number: 6,
      path: '/fraud/accountcreation',
      chunk: 'Monitoring Report',
      permission: ['monitoring:read'],
      key: 'accountCreation',
      page: 'MonitorPage',
      menu: { group: 'fraud', place: 10 },
      texts: ['monitor', 'dashboard', 'assessments', 'rules'],
    },
    {
      number: 8,
      path: '/fraud/accountlogin',
      chunk: 'Monitoring Report',
      permission: ['monitoring:read'],
      key: 'accountLogin',
      page: 'MonitorPage',
      menu: { group: 'fraud', place: 20 },
      texts: ['monitor', 'dashboard', 'assessments', 'rules'],
    },
    {
      number: 3,
      path: '/fraud/purchase',
      chunk: 'Monitoring Report',
      permission: ['monitoring:read'],
      key: 'purchase',
      page: 'MonitorPage',
      menu: { group: 'fraud', place: 30 },
      texts: ['monitor', 'dashboard', 'assessments', 'rules'],
    },
    {
      number: 13,
      path: '/fraud/assessments/:assessmentId/monitor',
      chunk: 'Monitoring Report',
      permission: ['monitoring:read'],
      key: 'assessmentMonitor',
      page: 'AssessmentMonitorPage',
      texts: ['monitor', 'dashboard', 'assessments', 'rules'],
    },
  ],
});
