import { feature } from '../../routes/feature.ts';

export const eventTracingFeature = feature({
  folder: 'event-tracing',
  routes: [
    {
      number: 60,
      path: '/data/eventtracing',
      chunk: 'Data',
      permission: ['eventTracing:read'],
      key: 'eventTracing',
      page: 'EventTracingPage',
      menu: { group: 'data', place: 80 },
      texts: ['eventTracing'],
    },
  ],
  pictures: [
    { name: 'eventTracing.form', path: '/data/eventtracing?do=new' },
    { name: 'eventTracing.amqp', path: '/data/eventtracing?do=new&kind=amqp' },
    { name: 'eventTracing.nats', path: '/data/eventtracing?do=new&kind=nats' },
  ],
});
