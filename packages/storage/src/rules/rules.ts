/** Rules as they are kept: texts, drafts, versions, order, branches, and what people see of them. */
export { readRecentRequests } from './recent-requests.read-model.ts';
export {
  listActiveBranchRules,
  listActiveRules,
  listRules,
  type ActiveRule,
  readRuleSetFacts,
  type RuleListItem,
  type RuleSetFacts,
} from './rule-list.read-model.ts';
export {
  listRuleSets,
  lockRuleSet,
  readRuleSet,
  saveRuleOrder,
  touchRuleSet,
  type RuleSetKey,
  type RuleSetChange,
  type StoredRuleSet,
} from './rule-set.repository.ts';
export { readRuleMixes, type RuleMix, type WatchedRule } from './rule-mix.read-model.ts';
export {
  listRuleTextsInForce,
  ruleStore,
  type PublishedRuleText,
  type StoredRuleVersion,
} from './rule-version.repository.ts';
export { findRule, insertRule, listOtherRuleNames, type StoredRule, type StoredRuleText } from './rule.repository.ts';
export { listDraftsOf } from './draft-list.read-model.ts';
export { listQueuesOf, readRoutedCases, type QueueName } from './routing.read-model.ts';
