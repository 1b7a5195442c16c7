import { feature } from '../../routes/feature.ts';

export const rulesFeature = feature({
  folder: 'rules',
  routes: [
    {
      number: 7,
      path: '/fraud/accountcreation/rules',
      chunk: 'Fraud',
      permission: ['decisionRules:read'],
      key: 'accountCreationRules',
      page: 'RulesPage',
      texts: ['rules', 'ruleTemplates', 'diagnostics'],
    },
    {
      number: 9,
      path: '/fraud/accountlogin/rules',
      chunk: 'Fraud',
      permission: ['decisionRules:read'],
      key: 'accountLoginRules',
      page: 'RulesPage',
      texts: ['rules', 'ruleTemplates', 'diagnostics'],
    },
    {
      number: 4,
      path: '/fraud/purchase/rules',
      chunk: 'Fraud',
      permission: ['decisionRules:read'],
      key: 'purchaseRules',
      page: 'RulesPage',
      texts: ['rules', 'ruleTemplates', 'diagnostics'],
      goKey: 'r',
      tour: {
        id: 'purchaseProtection',
        name: 'tour.purchase.name',
        offer: 'tour.purchase.offer',
        steps: [
          { title: 'tour.purchase.list.title', text: 'tour.purchase.list.text', target: '#content [data-page-title]' },
          { title: 'tour.purchase.new.title', text: 'tour.purchase.new.text', target: '#content [data-command="new"]' },
          {
            title: 'tour.purchase.lists.title',
            text: 'tour.purchase.lists.text',
            target: '#navigation a[href^="/data/lists"]',
          },
          {
            title: 'tour.purchase.search.title',
            text: 'tour.purchase.search.text',
            target: '#navigation a[href^="/search"]',
          },
        ],
      },
    },
    {
      number: 14,
      path: '/fraud/assessments/:assessmentId/rules',
      chunk: 'Fraud',
      permission: ['decisionRules:read'],
      key: 'assessmentRules',
      page: 'RulesPage',
      texts: ['rules', 'diagnostics'],
    },
    {
      number: 52,
      path: '/data/rules/purchaserules',
      chunk: 'Data',
      permission: ['decisionRules:read'],
      key: 'purchaseRulesLegacy',
      page: 'RulesPage',
      texts: ['rules', 'ruleTemplates', 'diagnostics'],
    },
  ],
  pictures: [
    { name: 'rules.editor', path: '/fraud/purchase/rules', follow: 'New account, expensive basket' },
    { name: 'rules.branches', path: '/fraud/purchase/rules?panel=branches' },
  ],
});
