import { feature } from '../../routes/feature.ts';

export const externalAssessmentsFeature = feature({
  folder: 'external-assessments',
  routes: [
    {
      number: 55,
      path: '/data/externalassessments',
      chunk: 'Data',
      permission: ['externalCalls:read'],
      key: 'externalAssessments',
      page: 'ExternalAssessmentsPage',
      menu: { group: 'data', place: 50 },
      texts: ['externalAssessments', 'externalCalls'],
    },
  ],
});
