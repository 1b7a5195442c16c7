import { feature } from '../../routes/feature.ts';

export const casesFeature = feature({
  folder: 'cases',
  routes: [
    {
      number: 30,
      path: '/casemanagement/queues/:queueId',
      chunk: 'Case Management',
      permission: ['queues:read'],
      key: 'queue',
      page: 'QueueCasesPage',
      savedViews: 'queue-cases',
      texts: ['cases', 'queues', 'supportLists'],
    },
    {
      number: 31,
      path: '/casemanagement/queues/:queueId/:eventType/:envId/:id',
      chunk: 'Transaction Review Page',
      permission: ['caseReview:read'],
      key: 'caseReview',
      page: 'CaseReviewPage',
      environmentParameter: 'envId',
      texts: ['cases', 'casework', 'events', 'rules', 'supportLists', 'searchIndex'],
    },
  ],
});
