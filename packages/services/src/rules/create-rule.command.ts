import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { fail, familyOf, isDefinedAssessment, type AssessmentName, type RuleType } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { insertRule, lockRuleSet, ruleStore } from '@redoubt/storage';
import { requireCases } from '../assessment-kinds/assessments-with-cases.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { namedRuleSet } from './branch-scope.ts';
import { readSample } from '../symbols/assessment-symbols.ts';
import { requireClean } from '../problems.ts';
import { requireUsableTemplate, textOfTemplate } from '../templates/rule-templates.queries.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { activityType, requireRuleName } from './rule-scope.ts';
import { blankText, storableText } from '../symbols/rule-text.ts';
import { firstDraftStamp } from '../resources/versioned-resource.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * A new rule as a draft. Throws RULE-NAME-INVALID, RULE-NAME-TAKEN, TEMPLATE-UNKNOWN, ASSESSMENT-UNKNOWN,
 * BRANCH-UNKNOWN, RULE-ACTION-NOT-HERE for an action of a built-in assessment or in a branch: those have none; and
 * ROUTING-NO-CASES for a routing rule of an assessment whose reviews do not become cases.
 */
export const createRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  input: {
    readonly name: string;
    readonly description: string;
    /** A rule that decides where absent; a template that is none of its list is unknown. */
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
    const asked = input.type ?? 'decision';
    const type = template?.template.type ?? asked;
    if (familyOf(type) !== familyOf(asked)) throw fail('TEMPLATE-UNKNOWN', { id: input.templateId ?? '' });
    const hasActions = isDefinedAssessment(assessment) && input.branch === undefined;
    if (type === 'action' && !hasActions) throw fail('RULE-ACTION-NOT-HERE', { assessment });
    if (type === 'routing') await requireCases(trx, environmentId, assessment);
    await requireRuleName(trx, key, name, null);
    const ruleId = newId();
    const changed = changedBy(context);
    await insertRule(trx, tenantId, { ...key, id: ruleId, type, name, description: input.description }, changed);
    await ruleStore.saveDraft(trx, tenantId, ruleId, { ...text, ...firstDraftStamp(changed) });
    await recordActivity(trx, context, {
      operation: 'Create',
      type: activityType({ type }),
      id: ruleId,
      name,
      environmentId,
      assessment,
      modified: {
        name,
        description: input.description,
        ...(template ? { template: template.template.name } : {}),
      },
    });
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};
