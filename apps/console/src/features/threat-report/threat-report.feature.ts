import { feature } from '../../routes/feature.ts';

export const threatReportFeature = feature({
  folder: 'threat-report',
  routes: [
    {
      number: 77,
      path: '/reports/threats',
      chunk: 'Assessment Reports',
      permission: ['reports:read'],
      key: 'reportThreats',
      page: 'ThreatReportPage',
      menu: { group: 'reports', place: 40 },
      savedViews: 'threat-report',
      texts: ['threatReport', 'reports', 'search', 'rules', 'mail', 'caseReport', 'lists'],
    },
  ],
  pictures: [{ name: 'threat-report-fraud', path: '/reports/threats?of=fraud&by=ipCountry' }],
});
