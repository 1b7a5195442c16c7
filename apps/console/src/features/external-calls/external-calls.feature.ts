import { feature } from '../../routes/feature.ts';

export const externalCallsFeature = feature({
  folder: 'external-calls',
  routes: [
    {
      number: 54,
      path: '/data/externalcalls',
      chunk: 'Data',
      permission: ['externalCalls:read'],
      key: 'externalCalls',
      page: 'ExternalCallsPage',
      menu: { group: 'data', place: 40 },
      texts: ['externalCalls', 'reports'],
    },
    {
      number: 55,
      path: '/data/externalassessments',
      chunk: 'Data',
      permission: ['externalCalls:read'],
      key: 'externalAssessments',
      page: 'ExternalAssessmentsPage',
      menu: { group: 'data', place: 50 },
      texts: ['externalAssessments', 'externalCalls', 'reports'],
    },
  ],
});
