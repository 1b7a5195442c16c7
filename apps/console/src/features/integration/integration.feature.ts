import { feature } from '../../routes/feature.ts';

export const integrationFeature = feature({
  folder: 'integration',
  routes: [
    {
      number: 22,
      path: '/integration',
      chunk: 'Integration',
      permission: ['integration:read'],
      key: 'integration',
      page: 'IntegrationPage',
      menu: { group: 'integration', place: 10 },
      texts: ['integration'],
    },
    {
      number: 27,
      path: '/integration/api/:id',
      chunk: 'Integration',
      permission: ['integration:read'],
      key: 'apiGuide',
      page: 'ApiGuidePage',
      texts: ['integration'],
    },
  ],
});
