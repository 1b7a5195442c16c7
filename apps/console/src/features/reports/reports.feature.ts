import { feature } from '../../routes/feature.ts';

export const reportsFeature = feature({
  folder: 'reports',
  routes: [
    {
      number: 73,
      path: '/reports',
      chunk: 'Assessment Reports',
      permission: ['reports:read'],
      key: 'reports',
      redirectTo: '/reports/summary',
    },
    {
      number: 74,
      path: '/reports/summary',
      chunk: 'Assessment Reports',
      permission: ['reports:read'],
      key: 'reportSummary',
      menu: { group: 'reports', place: 10 },
      page: 'SummaryPage',
      savedViews: 'summary-report',
      texts: ['reports', 'dashboard', 'changes', 'mail', 'caseReport', 'search'],
    },
  ],
  pictures: [
    {
      name: 'summary-filters',
      path: `/reports/summary?panel=filters&only=${encodeURIComponent('[["decision",["Reject","Review"]]]')}`,
    },
  ],
});
