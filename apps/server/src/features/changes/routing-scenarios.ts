import * as contracts from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import type { Scenario, Scene } from './scenario.ts';

const purchase = ({ tenant: { environmentId } }: Scene) => ({ environmentId, assessment: 'purchase' }) as const;

const publication = ({ version, name }: { readonly version: string; readonly name: string }) => ({
  version,
  name,
  description: '',
  active: true,
});

/** Two published routing rules, the first with a draft. */
const routed = async (scene: Scene) => {
  const publishOne = async (name: string) => {
    const clauses = [{ id: newId(), name: 'A', code: 'ROUTETO Queue("General")' }];
    const text = { condition: '', clauses, samplePayload: {} };
    const made = await scene.admin.call(contracts.createRoutingRule, { params: purchase(scene), body: { name, text } });
    const params = { ...purchase(scene), ruleId: made.id };
    const rule = await scene.admin.call(contracts.publishRoutingRule, { params, body: publication(made) });
    return { params, rule, text };
  };
  const first = await publishOne('Routes first');
  await publishOne('Routes second');
  return first;
};
const routedDraft = async (scene: Scene) => {
  const { params, rule, text } = await routed(scene);
  const body = { version: rule.version, text: { ...text, condition: 'WHEN @"totalAmount" > 1' } };
  return { params, draft: await scene.admin.call(contracts.saveRoutingDraft, { params, body }) };
};

/** Every call that changes how cases are routed, each prepared so that it does. */
export const ROUTING_SCENARIOS: readonly Scenario[] = [
  [
    contracts.publishRoutingRule,
    async (scene) => {
      const { params, draft } = await routedDraft(scene);
      return { params, body: publication(draft) };
    },
  ],
  [
    contracts.rollBackRoutingRule,
    async (scene) => {
      const { params, draft } = await routedDraft(scene);
      const { version } = await scene.admin.call(contracts.publishRoutingRule, { params, body: publication(draft) });
      return { params, body: { version, to: 1 } };
    },
  ],
  [
    contracts.setRoutingRuleActive,
    async (scene) => {
      const { params, rule } = await routed(scene);
      return { params, body: { version: rule.version, active: false } };
    },
  ],
  [
    contracts.renameRoutingRule,
    async (scene) => {
      const { params, rule } = await routed(scene);
      return { params, body: { version: rule.version, name: 'Other route', description: '' } };
    },
  ],
  [
    contracts.deleteRoutingRule,
    async (scene) => {
      const { params, rule } = await routed(scene);
      return { params, query: { version: rule.version } };
    },
  ],
  [
    contracts.orderRoutingRules,
    async (scene) => {
      await routed(scene);
      const params = purchase(scene);
      const { version, rules } = await scene.admin.call(contracts.getRoutingRuleSet, { params });
      return { params, body: { version, ruleIds: rules.map(({ id }) => id).toReversed() } };
    },
  ],
];
