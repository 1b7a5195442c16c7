import { feature } from '../../routes/feature.ts';

export const eventsFeature = feature({
  folder: 'events',
  routes: [
    {
      number: 36,
      path: '/search/:eventType/:envId/:id',
      chunk: 'Transaction Review Page',
      permission: ['search:read'],
      key: 'event',
      page: 'EventPage',
      texts: ['cases', 'casework', 'events', 'rules', 'searchIndex'],
    },
  ],
});
