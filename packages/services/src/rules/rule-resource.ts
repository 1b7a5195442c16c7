import type { RuleDetail } from '@redoubt/contracts';
import { isRuleName, type AssessmentName, type RuleFamily } from '@redoubt/domain';
import { isCleanText, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  listOtherRuleNames,
  lockRuleSet,
  ruleStore,
  type StoredRule,
  type StoredRuleText,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import { requireNoExperiment } from './branch-scope.ts';
import { lastPublished } from '../resources/drafted-resource.ts';
import type { VersionedDescription } from '../resources/versioned-resource.ts';
import { checkRule, type RuleChoice, type RuleContent } from './check-rule.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { activityType, findListed, ruleSetKey } from './rule-scope.ts';

/**
 * Rules of a list of an assessment as resources. Writers take turns by the rule set; the plan head moves on where a published rule
 * changes. A rule of a branch decides nothing: there the promotion is approved.
 */
export const ruleResource = (
  assessment: AssessmentName,
  family: RuleFamily = 'deciding',
): VersionedDescription<StoredRule, RuleDetail, StoredRuleText, RuleContent, RuleChoice> => ({
  prefix: 'RULE',
  type: 'DecisionRule',
  typeOf: activityType,
  referencesAs: 'rule',
  isName: (name) => isRuleName(name) && isCleanText(name),
  namesakes: async (trx, environmentId, own) =>
    (await listOtherRuleNames(trx, own ?? { environmentId, assessment }, own?.id ?? null)).map((name) => ({
      id: null,
      name,
    })),
  find: (trx, environmentId, ruleId, lock) => findListed(trx, { environmentId, assessment }, ruleId, family, lock),
  read: (trx, context, ruleId) => readRuleDetail(trx, context, assessment, ruleId),
  takeTurn: (trx, context) => lockRuleSet(trx, context.tenantId, ruleSetKey(context, assessment)),
  ...ruleStore,
  textOf: ({ condition, clauses, samplePayload }) => ({ condition, clauses, samplePayload }),
  loggedText: ({ condition, clauses }) => ({ condition, clauses: clauses as unknown as Json }),
  listedAs: lastPublished,
  beforePublished: async (trx, context, { branchId }) => {
    await requireNoExperiment(trx, context, branchId);
    await advancePlanHead(trx, context.tenantId, changedBy(context).at);
  },
  decides: ({ branchId }) => branchId === null,
  check: checkRule,
});
