import { feature } from '../../routes/feature.ts';

export const scoreReportFeature = feature({
  folder: 'score-report',
  routes: [
    {
      number: 76,
      path: '/reports/scores',
      chunk: 'Assessment Reports',
      permission: ['scoreReport:read'],
      key: 'reportScores',
      page: 'ScoreReportPage',
      menu: { group: 'reports', place: 30 },
      savedViews: 'score-report',
      texts: ['scoreReport', 'cutOff', 'tuner', 'reports', 'rules', 'mail', 'caseReport'],
    },
  ],
  pictures: [
    { name: 'score-report-operation', path: '/reports/scores?tab=operation&labels=arrived' },
    { name: 'score-report-profit', path: '/reports/scores?tab=profit&labels=arrived' },
  ],
});
