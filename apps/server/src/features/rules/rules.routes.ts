import * as contracts from '@redoubt/contracts';
import {
  createRule,
  deleteRule,
  discardDraft,
  evaluateRule,
  getSymbolTable,
  getRule,
  getRuleSet,
  getRuleVersion,
  orderRules,
  publishRule,
  putRuleSettings,
  renameRule,
  rollBackRule,
  saveDraft,
  setRuleActive,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';
import { evaluator } from '../evaluator.ts';

export const ruleBindings: readonly Binding[] = [
  bind(contracts.getRuleSet, ({ context, params, query }) => getRuleSet(context, params.assessment, query.branch)),
  bind(contracts.getRule, ({ context, params }) => getRule(context, params.assessment, params.ruleId)),
  bind(contracts.getRuleVersion, ({ context, params }) =>
    getRuleVersion(context, params.assessment, params.ruleId, params.ruleVersion),
  ),
  bind(contracts.createRule, ({ context, params, body }) => createRule(context, params.assessment, body)),
  bind(contracts.saveDraft, ({ context, params, body }) => saveDraft(context, params.assessment, params.ruleId, body)),
  bind(contracts.discardDraft, async ({ context, params }) => {
    await discardDraft(context, params.assessment, params.ruleId);
  }),
  bind(contracts.publishRule, ({ context, params, body }) =>
    publishRule(context, params.assessment, params.ruleId, body),
  ),
  bind(contracts.rollBackRule, ({ context, params, body }) =>
    rollBackRule(context, params.assessment, params.ruleId, body),
  ),
  bind(contracts.renameRule, ({ context, params, body }) =>
    renameRule(context, params.assessment, params.ruleId, body),
  ),
  bind(contracts.setRuleActive, ({ context, params, body }) =>
    setRuleActive(context, params.assessment, params.ruleId, body),
  ),
  bind(contracts.deleteRule, async ({ context, params, query }) => {
    await deleteRule(context, params.assessment, params.ruleId, query.version);
  }),
  bind(contracts.orderRules, ({ context, params, body }) => orderRules(context, params.assessment, body)),
  bind(contracts.putRuleSettings, ({ context, params, body }) => putRuleSettings(context, params.assessment, body)),
  bind(contracts.evaluateRule, ({ context, params, body }) =>
    evaluateRule(context, evaluator, params.assessment, body.text, body),
  ),
  bind(contracts.getSymbolTable, ({ context, params }) => getSymbolTable(context, params.assessment)),
];
