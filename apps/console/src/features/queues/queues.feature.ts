import { feature } from '../../routes/feature.ts';

export const queuesFeature = feature({
  folder: 'queues',
  routes: [
    {
      number: 28,
      path: '/casemanagement',
      chunk: 'Case Management',
      permission: ['queues:read'],
      key: 'cases',
      redirectTo: '/casemanagement/queues',
    },
    {
      number: 29,
      path: '/casemanagement/queues',
      chunk: 'Case Management',
      permission: ['queues:read'],
      key: 'queues',
      tour: {
        id: 'caseReview',
        name: 'tours.name.cases',
        offer: 'tour.cases.offer',
        steps: [
          { title: 'tour.cases.queue.title', text: 'tour.cases.queue.text', target: '#content [data-page-title]' },
          {
            title: 'tour.cases.report.title',
            text: 'tour.cases.report.text',
            target: '#navigation a[href^="/casemanagement/report"]',
            opens: 'cases',
          },
        ],
      },
      page: 'QueuesPage',
      menu: { group: 'cases', place: 10 },
      texts: ['queues', 'cases', 'caseReport', 'supportLists'],
      goKey: 'q',
      savedViews: 'queues',
    },
  ],
  pictures: [
    { name: 'queues.all', path: '/casemanagement/queues?of=all' },
    { name: 'queues.table', path: '/casemanagement/queues?of=all&as=table' },
    { name: 'queues.form', path: '/casemanagement/queues?do=new' },
    { name: 'queues.wall', path: '/casemanagement/queues?wall=on' },
  ],
});
