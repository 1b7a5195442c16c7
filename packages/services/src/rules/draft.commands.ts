import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import { deleteRule, deleteRuleDraft, findRuleDraft, lockRuleSet, saveRuleDraft, updateRule } from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { activityType, ruleSetKey, takeRule } from './rule-scope.ts';
import { storableText } from './rule-text.ts';

/**
 * Saves the draft, which belongs to the rule: everybody who may write rules sees it, with whose it is. Throws
 * RULE-UNKNOWN, and RULE-STALE where somebody saved or published meanwhile.
 *
 * Called while typing, so only the first save of a draft goes into the activity log; the draft itself says who saved it
 * last and when.
 */
export const saveDraft = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: {
    readonly version: string;
    readonly text: RuleText;
    /** The published version the text was merged with; as the draft was begun where absent. */
    readonly mergedWith?: number | undefined;
  },
): Promise<RuleDetail> => {
  const { database, tenantId, environmentId } = context;
  const text = storableText(assessment, input.text);
  return database.inTenant(tenantId, async (trx) => {
    const rule = await takeRule(trx, ruleSetKey(context, assessment), ruleId, input.version);
    const isFirst = (await findRuleDraft(trx, ruleId)) === undefined;
    const published = rule.publishedVersion ?? 0;
    const basedOnVersion = input.mergedWith ?? published;
    if (basedOnVersion > published) throw fail('RULE-STALE', { name: rule.name, by: rule.changedBy });
    const changed = changedBy(context);
    const draft = { ...text, basedOnVersion, savedBy: changed.by, savedAt: changed.at };
    await saveRuleDraft(trx, tenantId, ruleId, draft, input.mergedWith !== undefined);
    // The list says when the published text last changed; a draft beside it has its own author and time.
    const listed = rule.publishedVersion === null ? changed : { by: rule.changedBy, at: rule.changedAt };
    await updateRule(trx, ruleId, {}, listed);
    if (isFirst) {
      await recordActivity(trx, context, {
        operation: 'Update',
        type: activityType(rule),
        id: ruleId,
        name: rule.name,
        environmentId,
        modified: { draft: 'started', basedOnVersion },
      });
    }
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};

/** Drops the draft; a rule that was never published disappears. Throws RULE-UNKNOWN, RULE-NO-DRAFT. */
export const discardDraft = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
): Promise<void> => {
  const { database, tenantId, environmentId } = context;
  const key = ruleSetKey(context, assessment);
  await database.inTenant(tenantId, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeRule(trx, key, ruleId, null);
    const draft = await findRuleDraft(trx, ruleId);
    if (!draft) throw fail('RULE-NO-DRAFT', { name: rule.name });
    const published = rule.publishedVersion !== null;
    if (published) {
      await deleteRuleDraft(trx, ruleId);
      await updateRule(trx, ruleId, {}, { by: rule.changedBy, at: rule.changedAt });
    } else {
      await deleteRule(trx, ruleId);
    }
    await recordActivity(trx, context, {
      operation: published ? 'Update' : 'Delete',
      type: activityType(rule),
      id: ruleId,
      name: rule.name,
      environmentId,
      original: { draft: { condition: draft.condition, clauses: draft.clauses as unknown as Json } },
    });
  });
};
