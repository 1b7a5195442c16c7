import { z } from 'zod';
import { assessmentName, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { evaluateRule, getSymbolTable } from './rule-evaluation.ts';
import { ruleSet, ruleText } from './rule-schemas.ts';
import {
  createRule,
  deleteRule,
  discardDraft,
  getRule,
  getRuleVersion,
  orderRules,
  publishRule,
  renameRule,
  rollBackRule,
  saveDraft,
  setRuleActive,
} from './rules.ts';

/** Routing rules are rules with a list and permissions of their own; an environment's rules route its own cases only. */
const base = '/platform/v1/environments/:environmentId/routingrules/:assessment';
const setParams = environmentParams.extend({ assessment: assessmentName });

const read = { permission: 'routingRules:read' } as const;
const write = { permission: 'routingRules:write' } as const;

export const routingAssessment = z.strictObject({
  assessment: assessmentName,
  /** What people call an assessment they defined; null for those of the product. */
  name: z.string().nullable(),
  published: z.number().int(),
  drafts: z.number().int(),
  /** Rules that name a queue which is not there. */
  flagged: z.number().int(),
});
export type RoutingAssessment = z.infer<typeof routingAssessment>;

export const getRoutingAssessments = defineEndpoint({
  id: 'routingRules.assessments',
  summary: 'Assessments whose reviews become cases, with how many routing rules each has.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/routingrules',
  ...read,
  params: environmentParams,
  response: z.strictObject({ assessments: z.array(routingAssessment), canWrite: z.boolean() }),
});

export const routingRuleSet = ruleSet.extend({
  /** Queues that rules may route to: General and those of the assessment. */
  queues: z.array(z.strictObject({ id: guid, name: z.string() })),
  /** Queues that published rules name. Cases sent to one that is not there go to General. */
  routesTo: z.array(z.strictObject({ ruleId: guid, queue: z.string(), isThere: z.boolean() })),
});
export type RoutingRuleSet = z.infer<typeof routingRuleSet>;

export const getRoutingRuleSet = defineEndpoint({
  id: 'routingRules.list',
  summary: 'The routing rules of an assessment in an environment: published ones in order, and drafts.',
  method: 'GET',
  path: base,
  ...read,
  params: setParams,
  response: routingRuleSet,
});

export const getRoutingRule = defineEndpoint({
  ...getRule,
  id: 'routingRules.get',
  summary: 'One routing rule with its published text, its draft and its versions.',
  path: `${base}/rules/:ruleId`,
  ...read,
});

export const getRoutingRuleVersion = defineEndpoint({
  ...getRuleVersion,
  id: 'routingRules.version.get',
  summary: 'The text of one published version of a routing rule.',
  path: `${base}/rules/:ruleId/versions/:ruleVersion`,
  ...read,
});

export const createRoutingRule = defineEndpoint({
  ...createRule,
  id: 'routingRules.create',
  summary: 'A new routing rule as a draft.',
  path: `${base}/rules`,
  ...write,
  body: createRule.body.omit({ type: true, branch: true }),
  errors: ['RULE-NAME-TAKEN', 'RULE-NAME-INVALID', 'TEMPLATE-UNKNOWN', 'ROUTING-NO-CASES'],
});

export const saveRoutingDraft = defineEndpoint({
  ...saveDraft,
  id: 'routingRules.draft.save',
  summary: 'Save the draft of a routing rule (called while typing).',
  path: `${base}/rules/:ruleId/draft`,
  ...write,
});

export const discardRoutingDraft = defineEndpoint({
  ...discardDraft,
  id: 'routingRules.draft.discard',
  summary: 'Drop the draft of a routing rule; one that was never published disappears.',
  path: `${base}/rules/:ruleId/draft`,
  ...write,
});

export const publishRoutingRule = defineEndpoint({
  ...publishRule,
  id: 'routingRules.publish',
  summary: 'Publish the draft of a routing rule; it routes from the next reviewed event on.',
  path: `${base}/rules/:ruleId/publish`,
  ...write,
});

export const rollBackRoutingRule = defineEndpoint({
  ...rollBackRule,
  id: 'routingRules.rollBack',
  summary: 'Publish the text of an older version of a routing rule again, as a new version.',
  path: `${base}/rules/:ruleId/roll-back`,
  ...write,
});

export const renameRoutingRule = defineEndpoint({
  ...renameRule,
  id: 'routingRules.rename',
  summary: 'Change name and description of a routing rule.',
  path: `${base}/rules/:ruleId`,
  ...write,
});

export const setRoutingRuleActive = defineEndpoint({
  ...setRuleActive,
  id: 'routingRules.activation',
  summary: 'Activate or deactivate a published routing rule.',
  path: `${base}/rules/:ruleId/activation`,
  ...write,
});

export const deleteRoutingRule = defineEndpoint({
  ...deleteRule,
  id: 'routingRules.delete',
  summary: 'Delete a routing rule; the activity log keeps a copy.',
  path: `${base}/rules/:ruleId`,
  ...write,
});

export const orderRoutingRules = defineEndpoint({
  ...orderRules,
  id: 'routingRules.order',
  summary: 'Save the order in which published routing rules run.',
  path: `${base}/order`,
  ...write,
  body: orderRules.body.omit({ type: true, branch: true }),
  response: routingRuleSet,
  errors: ['RULE-ORDER-STALE'],
});

export const evaluateRoutingRule = defineEndpoint({
  ...evaluateRule,
  id: 'routingRules.evaluate',
  summary: 'Say which queue a routing rule sends a sample to, and why; nothing is stored.',
  path: `${base}/evaluate`,
  ...read,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ text: ruleText }),
});

export const getRoutingSymbols = defineEndpoint({
  ...getSymbolTable,
  id: 'routingRules.catalogue',
  summary: 'What a routing rule may name here: what rules may, and the queues.',
  path: `${base}/catalogue`,
  ...read,
});

const routed = z.number().int();

export const routingCoverage = z.strictObject({
  from: instant,
  to: instant,
  /** Cases that began in that time. */
  cases: routed,
  /** Of them, those that no rule routed. */
  general: routed,
  /** By the names that rules and clauses had then, the most cases first. */
  rules: z.array(
    z.strictObject({
      name: z.string(),
      cases: routed,
      clauses: z.array(z.strictObject({ name: z.string(), cases: routed })),
    }),
  ),
});
export type RoutingCoverage = z.infer<typeof routingCoverage>;

export const getRoutingCoverage = defineEndpoint({
  id: 'routingRules.coverage',
  summary: 'Where the cases of the last seven days were sent: how many by each rule and clause, and how many by none.',
  method: 'GET',
  path: `${base}/coverage`,
  ...read,
  params: setParams,
  response: routingCoverage,
});
