import { feature } from '../../routes/feature.ts';

export const graphExplorerFeature = feature({
  folder: 'graph-explorer',
  routes: [
    {
      number: 59,
      path: '/data/explorer',
      chunk: 'Graph Explorer',
      permission: ['graphExplorer:read'],
      key: 'explorer',
      page: 'GraphExplorerPage',
      menu: { group: 'data', place: 70 },
      texts: ['graphExplorer', 'search', 'searchIndex', 'events', 'monitor', 'cases', 'lists'],
    },
  ],
  pictures: [
    { name: 'graph-explorer-ring', path: '/data/explorer?kind=paymentInstrumentId&value=demo-card-ring&steps=1' },
    {
      name: 'graph-explorer-value',
      path: '/data/explorer?kind=deviceId&value=demo-device-ring&at=deviceId+demo-device-ring',
    },
  ],
});
