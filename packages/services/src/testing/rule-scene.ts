import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import type { Scene } from './scene.ts';

export const REJECT = 'RETURN Reject("High amount") WHEN @"totalAmount" > 220';

export const ruleTextOf = (code: string, condition = ''): RuleText => ({
  condition,
  clauses: [{ id: newId(), name: 'Decide', code }],
  samplePayload: { totalAmount: 300 },
});

/** Two people who write rules on purchases, and what the first of them does; the scene is the one of the test at hand. */
export const ruleWriters = (sceneNow: () => Scene) => {
  const mara = (environment = 'Root') => sceneNow().contextIn(environment, 'Mara Lindqvist');
  const tomas = (environment = 'Root') => sceneNow().contextIn(environment, 'Tomas Berg');
  const draft = (name: string, code = REJECT, environment = 'Root') =>
    createRule(mara(environment), 'purchase', { name, description: '', text: ruleTextOf(code) });
  const publish = (rule: RuleDetail, input: Partial<Parameters<typeof publishRule>[3]> = {}, environment = 'Root') =>
    publishRule(mara(environment), 'purchase', rule.id, {
      ...publishInputOf(rule),
      ...input,
    });
  const published = async (name: string, code = REJECT, environment = 'Root') =>
    publish(await draft(name, code, environment), {}, environment);
  return { mara, tomas, draft, publish, published };
};

/** What publishes the draft of a rule as it is. */
export const publishInputOf = ({ version, name, description }: RuleDetail) => ({
  version,
  name,
  description,
  active: true,
  note: '',
  overwrite: false,
});

/** Publishes a new rule of one clause per code. */
export const publishNewRule = async (
  context: EnvironmentContext,
  name: string,
  codes: readonly string[],
  assessment: AssessmentName = 'purchase',
): Promise<RuleDetail> => {
  const clauses = codes.map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code }));
  const text = { condition: '', clauses, samplePayload: {} };
  const rule = await createRule(context, assessment, { name, description: '', text });
  return publishRule(context, assessment, rule.id, publishInputOf(rule));
};
