import type { RuleDetail } from '@redoubt/contracts';
import { isRuleName, type AssessmentName } from '@redoubt/domain';
import { isCleanText, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteRule,
  deleteRuleDraft,
  findRule,
  findRuleDraft,
  listOtherRuleNames,
  lockRuleSet,
  saveRuleDraft,
  updateRule,
  type StoredRule,
  type StoredRuleText,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import { requireNoExperiment } from './branch-scope.ts';
import { lastPublished, type DraftedDescription } from '../resources/drafted-resource.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { activityType, ruleSetKey } from './rule-scope.ts';

/**
 * Rules of an assessment as resources. Writers take turns by the rule set; the plan head moves on where a published rule
 * changes. A rule of a branch decides nothing: there the promotion is approved.
 */
export const ruleResource = (assessment: AssessmentName) =>
  ({
    prefix: 'RULE',
    type: activityType,
    isName: (name) => isRuleName(name) && isCleanText(name),
    namesakes: async (trx, environmentId, own) =>
      (await listOtherRuleNames(trx, own ?? { environmentId, assessment }, own?.id ?? null)).map((name) => ({
        id: null,
        name,
      })),
    find: (trx, environmentId, ruleId, lock) => findRule(trx, { environmentId, assessment }, ruleId, lock),
    read: (trx, context, ruleId) => readRuleDetail(trx, context, assessment, ruleId),
    takeTurn: (trx, context) => lockRuleSet(trx, context.tenantId, ruleSetKey(context, assessment)),
    findDraft: findRuleDraft,
    saveDraft: saveRuleDraft,
    deleteDraft: deleteRuleDraft,
    update: updateRule,
    delete: deleteRule,
    loggedDraft: ({ condition, clauses }) => ({ draft: { condition, clauses: clauses as unknown as Json } }),
    listedAs: lastPublished,
    beforePublished: async (trx, context, { branchId }) => {
      await requireNoExperiment(trx, context, branchId);
      await advancePlanHead(trx, context.tenantId, changedBy(context).at);
    },
    decides: ({ branchId }) => branchId === null,
  }) as const satisfies DraftedDescription<StoredRule, RuleDetail, StoredRuleText>;
