import { z } from 'zod';
import { assessmentName, authorship, environmentParams, guid } from '../common.ts';
import { resourceKind } from '../configuration/resource-kinds.ts';
import { defineEndpoint } from '../define.ts';
import { ruleSummary } from '../rules/rule-schemas.ts';

const base = '/platform/v1/environments/:environmentId/inventory';

/** What reads something, and what is read. */
export const RESOURCE_TYPES = [
  'rule',
  'function',
  'velocitySet',
  'list',
  'supportList',
  'externalCall',
  'externalAssessment',
  'assessment',
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The branch a rule stands in; null in production, and for what is no rule. */
const ofBranch = z.strictObject({ name: z.string(), apiName: z.string() }).nullable();

const inventoryRule = ruleSummary.extend({
  /** Names the rule in `edges`. */
  key: z.string(),
  assessment: assessmentName,
  branch: ofBranch,
  environmentId: guid,
  /** Null for rules of the environment itself; they run after those of its ancestors. */
  environmentName: z.string().nullable(),
  /** What the checker has against the published text as things stand now. */
  problems: z.array(z.string()),
});
export type InventoryRule = z.infer<typeof inventoryRule>;

const inventoryResource = z.strictObject({
  key: z.string(),
  type: z.enum(RESOURCE_TYPES),
  /** Null for what is only a name: calls and assessments that are not set up here. */
  id: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  /** Assessment of a rule; null for everything else. */
  assessment: assessmentName.nullable(),
  branch: ofBranch,
  /** Null for what belongs to the environment itself. */
  environmentName: z.string().nullable(),
  /** In every environment; it has no author. */
  isSystem: z.boolean(),
  changed: authorship.nullable(),
});
export type InventoryResource = z.infer<typeof inventoryResource>;

const edge = z.strictObject({
  reader: z.string(),
  read: z.string(),
  /** What of it is read: velocities of a set, columns of a list, outputs of a function. */
  parts: z.array(z.string()),
});
export type InventoryEdge = z.infer<typeof edge>;

export const inventory = z.strictObject({
  rules: z.array(inventoryRule),
  /** Everything that reads or can be read, the rules of `rules` among them. */
  resources: z.array(inventoryResource),
  edges: z.array(edge),
  canWrite: z.boolean(),
});
export type Inventory = z.infer<typeof inventory>;

export const getInventory = defineEndpoint({
  id: 'inventory.get',
  summary: 'Every rule of an environment, every resource of its rules, and who reads what.',
  method: 'GET',
  path: base,
  permission: 'decisionRules:read',
  params: environmentParams,
  response: inventory,
  errors: ['ENV-UNKNOWN'],
});

const comparison = z.strictObject({
  environmentName: z.string(),
  otherName: z.string(),
  equal: z.number().int(),
  differences: z.array(
    z.strictObject({
      kind: resourceKind,
      name: z.string(),
      difference: z.enum(['onlyHere', 'onlyThere', 'different']),
      /** As configuration files say it; null for data, whose rows are counted instead. */
      here: z.string().nullable(),
      there: z.string().nullable(),
      rows: z.strictObject({ onlyHere: z.number().int(), onlyThere: z.number().int() }).nullable(),
    }),
  ),
});
export type EnvironmentComparison = z.infer<typeof comparison>;

export const compareEnvironments = defineEndpoint({
  id: 'inventory.compare',
  summary: 'What decides otherwise in another environment, resource by resource.',
  method: 'GET',
  path: `${base}/comparison`,
  permission: 'decisionRules:read',
  params: environmentParams,
  query: z.strictObject({ with: guid }),
  response: comparison,
  errors: ['ENV-UNKNOWN', 'ENV-NOT-ACTIVE'],
});

const replacement = z.strictObject({
  /** Names the texts as they stood; an application of the change sends it back. */
  state: z.string(),
  changes: z.array(z.strictObject({ kind: resourceKind, name: z.string(), before: z.string(), after: z.string() })),
  /** What keeps the change from being made. */
  problems: z.array(z.strictObject({ resource: z.string(), message: z.string() })),
  applied: z.boolean(),
});
export type ReferenceReplacement = z.infer<typeof replacement>;

export const replaceReference = defineEndpoint({
  id: 'inventory.replace',
  summary: 'Let every published text that reads one thing read another; without a state it is only tried.',
  method: 'POST',
  path: `${base}/replacements`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: environmentParams,
  body: z.strictObject({
    of: z.enum(['list', 'velocity', 'function', 'call', 'assessment']),
    from: z.string().trim().min(1).max(200),
    to: z.string().trim().min(1).max(200),
    /** From an answer without one: the change is made where nothing else changed meanwhile. */
    state: z.string().max(100).optional(),
  }),
  response: replacement,
  errors: ['ENV-UNKNOWN', 'CONFIGURATION-STALE'],
});

/** Rules that are activated or deactivated at once. */
export const MAX_ACTIVATED_RULES = 500;

export const activateRules = defineEndpoint({
  id: 'inventory.activate',
  summary: 'Activate or deactivate several rules of the environment at once, all or none.',
  method: 'POST',
  path: `${base}/activations`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: environmentParams,
  body: z.strictObject({
    active: z.boolean(),
    rules: z
      .array(z.strictObject({ assessment: assessmentName, ruleId: guid }))
      .min(1)
      .max(MAX_ACTIVATED_RULES),
  }),
  /** How many were not so already. */
  response: z.strictObject({ changed: z.number().int() }),
  errors: ['ENV-UNKNOWN', 'RULE-UNKNOWN', 'RULE-NOT-PUBLISHED'],
});
