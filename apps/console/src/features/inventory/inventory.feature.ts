import { feature } from '../../routes/feature.ts';

export const inventoryFeature = feature({
  folder: 'inventory',
  routes: [
    {
      number: 50,
      path: '/data',
      chunk: 'Data',
      permission: [
        'functionsAndVelocities:read',
        'lists:read',
        'externalCalls:read',
        'decisionRules:read',
        'graphExplorer:read',
        'eventTracing:read',
        'dataUpload:read',
        'apiManagement:read',
        'ruleTemplates:read',
      ],
      key: 'data',
      page: 'DataPage',
      texts: ['inventory'],
    },
    {
      number: 51,
      path: '/data/rulesconfiguration',
      chunk: 'Data',
      permission: ['decisionRules:read'],
      key: 'rulesConfiguration',
      page: 'RulesConfigurationPage',
      menu: { group: 'data', place: 60 },
      texts: ['inventory', 'rules'],
    },
  ],
});
