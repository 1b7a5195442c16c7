import { feature } from '../../routes/feature.ts';

export const observationReportFeature = feature({
  folder: 'observation-report',
  routes: [
    {
      number: null,
      path: '/reports/observations',
      chunk: 'Assessment Reports',
      permission: ['reports:read'],
      key: 'reportObservations',
      page: 'ObservationReportPage',
      menu: { group: 'reports', place: 45 },
      savedViews: 'observation-report',
      texts: ['observationReport', 'threatReport', 'reports', 'monitor', 'mail', 'caseReport'],
    },
  ],
  pictures: [{ name: 'observation-report-bank', path: '/reports/observations?kind=bankEvent&by=status' }],
});
