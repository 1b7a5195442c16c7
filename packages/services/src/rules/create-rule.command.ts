import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { fail, isDefinedAssessment, type AssessmentName, type RuleType } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { insertRule, lockRuleSet, ruleStore } from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { namedRuleSet } from './branch-scope.ts';
import { readSample } from '../symbols/assessment-symbols.ts';
import { requireClean } from '../problems.ts';
import { requireUsableTemplate, textOfTemplate } from '../templates/rule-templates.queries.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { activityType, requireRuleName } from './rule-scope.ts';
import { blankText, storableText } from '../symbols/rule-text.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * A new rule as a draft. Throws RULE-NAME-INVALID, RULE-NAME-TAKEN, TEMPLATE-UNKNOWN, ASSESSMENT-UNKNOWN,
 * BRANCH-UNKNOWN, and RULE-ACTION-NOT-HERE for an action of a built-in assessment or in a branch: those have none.
 */
export const createRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  input: {
    readonly name: string;
    readonly description: string;
    /** A rule that decides where absent. */
    readonly type?: RuleType | undefined;
    readonly text?: RuleText | undefined;
    /** The template it starts with, where no text is given; it settles the type. */
    readonly templateId?: Id | undefined;
    /** API name of the branch it begins in; production where absent. */
    readonly branch?: string | undefined;
  },
): Promise<RuleDetail> => {
  const { tenantId, environmentId } = context;
  const given = input.text ? storableText(assessment, input.text) : null;
  const name = input.name.trim();
  requireClean({ 'body.description': input.description });
  return inTransaction(context, async (trx) => {
    const { key } = await namedRuleSet(trx, context, assessment, input.branch);
    const sample = await readSample(trx, environmentId, assessment);
    const { samplePayload } = await lockRuleSet(trx, tenantId, key);
    const template = given || !input.templateId ? null : await requireUsableTemplate(trx, context, input.templateId);
    const text =
      given ?? (template ? textOfTemplate(template.template, assessment) : blankText(samplePayload ?? sample));
    const type = template?.template.type ?? input.type ?? 'decision';
    const hasActions = isDefinedAssessment(assessment) && input.branch === undefined;
    if (type === 'action' && !hasActions) throw fail('RULE-ACTION-NOT-HERE', { assessment });
    await requireRuleName(trx, key, name, null);
    const ruleId = newId();
    const changed = changedBy(context);
    await insertRule(trx, tenantId, { ...key, id: ruleId, type, name, description: input.description }, changed);
    await ruleStore.saveDraft(trx, tenantId, ruleId, {
      ...text,
      basedOnVersion: 0,
      savedBy: changed.by,
      savedAt: changed.at,
    });
    await recordActivity(trx, context, {
      operation: 'Create',
      type: activityType({ type }),
      id: ruleId,
      name,
      environmentId,
      modified: {
        name,
        description: input.description,
        ...(template ? { template: template.template.name } : {}),
      },
    });
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};
