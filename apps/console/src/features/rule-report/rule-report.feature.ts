import { feature } from '../../routes/feature.ts';

export const ruleReportFeature = feature({
  folder: 'rule-report',
  routes: [
    {
      number: 75,
      path: '/reports/rules',
      chunk: 'Assessment Reports',
      permission: ['reports:read'],
      key: 'reportRules',
      page: 'RuleReportPage',
      menu: { group: 'reports', place: 20 },
      savedViews: 'rule-report',
      texts: ['ruleReport', 'mail', 'caseReport', 'reports', 'search'],
    },
  ],
  pictures: [
    { name: 'rule-report-decisions', path: '/reports/rules?show=count' },
    { name: 'rule-report-labels', path: '/reports/rules?show=labels' },
    { name: 'rule-report-observe', path: '/reports/rules?tab=observe&show=count' },
  ],
});
