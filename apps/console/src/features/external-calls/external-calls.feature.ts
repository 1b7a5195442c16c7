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
      texts: ['externalCalls'],
    },
  ],
});
