import { feature } from '../../routes/feature.ts';

export const caseReportFeature = feature({
  folder: 'case-report',
  routes: [
    {
      number: 33,
      path: '/casemanagement/report',
      chunk: 'Case Management',
      permission: ['caseReport:read'],
      key: 'caseReport',
      page: 'CaseReportPage',
      menu: { group: 'cases', place: 30 },
      savedViews: 'case-report',
      texts: ['caseReport', 'mail'],
    },
  ],
});
