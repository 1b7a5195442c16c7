import { feature } from '../../routes/feature.ts';

export const templatesFeature = feature({
  folder: 'templates',
  routes: [
    {
      number: 68,
      path: '/data/templates',
      chunk: 'Data',
      permission: ['ruleTemplates:read', 'assessmentTemplates:read', 'environmentTemplates:read'],
      key: 'templates',
      page: 'TemplatesPage',
      menu: { group: 'data', place: 120 },
      texts: ['ruleTemplates', 'rules', 'diagnostics'],
    },
    {
      number: null,
      path: '/data/templates/environments',
      chunk: 'Data',
      permission: ['environmentTemplates:read'],
      key: 'environmentTemplates',
      page: 'EnvironmentTemplatesPage',
      texts: ['environmentTemplates', 'ruleTemplates', 'environments', 'inventory'],
    },
  ],
  pictures: [{ name: 'environmentTemplates.save', path: '/data/templates/environments?do=save' }],
});
