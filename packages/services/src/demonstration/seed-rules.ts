import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { EVENT_EXAMPLES, type BuiltInAssessment } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { createBranch } from '../branches/create-branch.command.ts';
import { startExperiment } from '../branches/experiments.commands.ts';
import type { EnvironmentContext } from '../context.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { saveDraft } from '../rules/draft.commands.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import type { DemonstrationBranch, SeededRule } from './demonstration-rules.ts';

const textOf = ({ condition, clauses }: SeededRule, assessment: BuiltInAssessment): RuleText => ({
  condition,
  clauses: clauses.map((clause) => ({ id: newId(), ...clause })),
  samplePayload: EVENT_EXAMPLES[assessment].full,
});

const publishSeeded = async (
  context: EnvironmentContext,
  assessment: BuiltInAssessment,
  { id, version }: RuleDetail,
  { name, description }: SeededRule,
): Promise<void> => {
  await publishRule(context, assessment, id, {
    version,
    name,
    description,
    active: true,
    note: 'Example',
    overwrite: false,
  });
};

/** Makes a rule of production, or of a branch, as a person would. */
export const seedRule = async (
  context: EnvironmentContext,
  assessment: BuiltInAssessment,
  rule: SeededRule,
  branch?: string,
): Promise<void> => {
  const { name, description } = rule;
  const created = await createRule(context, assessment, { name, description, text: textOf(rule, assessment), branch });
  if (rule.published) await publishSeeded(context, assessment, created, rule);
};

/** Makes a branch with copies of rules, changes one of them or adds one, and runs it beside production where that is asked. */
export const seedBranch = async (context: EnvironmentContext, branch: DemonstrationBranch): Promise<void> => {
  const { assessment, name, apiName, copied, rule, experiment } = branch;
  const { rules } = await getRuleSet(context, assessment);
  const ruleIds = rules.filter((each) => copied.includes(each.name)).map(({ id }) => id);
  await createBranch(context, assessment, { name, apiName, ruleIds });
  const copies = await getRuleSet(context, assessment, { branch: apiName });
  const copy = copies.rules.find((each) => each.name === rule.name);
  if (copy === undefined) {
    await seedRule(context, assessment, rule, apiName);
  } else {
    const { version } = await getRule(context, assessment, copy.id);
    const changed = await saveDraft(context, assessment, copy.id, { version, text: textOf(rule, assessment) });
    await publishSeeded(context, assessment, changed, rule);
  }
  if (experiment) await startExperiment(context, assessment, apiName, experiment);
};
