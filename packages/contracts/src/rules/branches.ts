import { DECISIONS, EXPERIMENT_STATES, MAX_BRANCH_API_NAME, PROMOTED_CHANGES, RUN_MODES } from '@redoubt/domain';
import { z } from 'zod';
import {
  assessmentName as assessment,
  authorship,
  decision,
  environmentParams,
  guid,
  instant,
  versionTag,
} from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { clause, ruleName } from './rule-schemas.ts';

const apiName = z.string().min(1).max(MAX_BRANCH_API_NAME);
const listParams = environmentParams.extend({ assessment });
const branchParams = listParams.extend({ branch: apiName });
const base = '/platform/v1/environments/:environmentId/rulesets/:assessment/branches';

export const experimentSummary = z.strictObject({
  id: guid,
  state: z.enum(EXPERIMENT_STATES),
  sharePercent: z.number().int(),
  /** The decision whose share is looked at first. */
  watched: decision,
  startsAt: instant,
  /** Null: until it is stopped. */
  endsAt: instant.nullable(),
  started: authorship,
  stopped: authorship.nullable(),
  /** Events left out because a node was busy, and ones that the branch could not be run over. */
  skipped: z.number().int(),
  failed: z.number().int(),
});
export type ExperimentSummary = z.infer<typeof experimentSummary>;

export const branchSummary = z.strictObject({
  id: guid,
  name: z.string(),
  apiName: z.string(),
  /** Name of the branch it was copied from; null for production. */
  source: z.string().nullable(),
  created: authorship,
  /** Published rules, and drafts beside them or alone. */
  rules: z.number().int(),
  drafts: z.number().int(),
  /** Newest first. */
  experiments: z.array(experimentSummary),
  /** Who asked a second person to promote it. */
  asked: authorship.extend({ id: guid, isOwn: z.boolean() }).nullable(),
  version: versionTag,
});
export type BranchSummary = z.infer<typeof branchSummary>;

const branches = z.strictObject({
  branches: z.array(branchSummary),
  /** What test addresses name the assessment by, see `branchTestPath`. */
  assessmentApiName: z.string(),
  limit: z.number().int(),
  /** Whether a promotion can keep the old production as a branch. */
  canClone: z.boolean(),
  /** Whether a second person approves promotions. */
  needsApproval: z.boolean(),
  canWrite: z.boolean(),
});
export type Branches = z.infer<typeof branches>;

const promotedSide = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  order: z.number().int().nullable(),
  version: z.number().int(),
  condition: z.string(),
  clauses: z.array(clause),
});

const promotedRule = z.strictObject({
  change: z.enum(PROMOTED_CHANGES),
  production: promotedSide.nullable(),
  branch: promotedSide.nullable(),
  /** Whether production has another version than the one the branch was made from. */
  movedOn: z.boolean(),
});
export type PromotedRule = z.infer<typeof promotedRule>;

const runMode = z.enum(RUN_MODES);

const promotion = z.strictObject({
  /** Names both lists as they are; sent back with the promotion. */
  state: z.string(),
  runMode: z.strictObject({ production: runMode, branch: runMode }),
  /** In the order they will run; those that are switched off last. */
  rules: z.array(promotedRule),
  /** Drafts of the branch that come along. */
  drafts: z.number().int(),
  /** Rules whose draft in production gives way to the one in the branch. */
  replacedDrafts: z.array(z.string()),
});
export type Promotion = z.infer<typeof promotion>;

const outcomes = z.strictObject({ production: decision, branch: decision });
/** Rules and clauses that decided; empty where nothing did. */
const clauses = z.strictObject({
  productionRule: z.string(),
  productionClause: z.string(),
  branchRule: z.string(),
  branchClause: z.string(),
});
/** Empty where events name no currency. */
const currency = z.string();

const experiment = experimentSummary.extend({
  branch: z.strictObject({ name: z.string(), apiName: z.string() }),
  events: z.number().int(),
  /** Length of the parts of time below. */
  partMs: z.number().int(),
  slots: z.array(outcomes.extend({ at: instant, events: z.number().int() })),
  decisions: z.array(outcomes.extend({ currency, events: z.number().int(), amount: z.number() })),
  /** By clause, most events first. */
  pairs: z.array(outcomes.extend({ ...clauses.shape, currency, events: z.number().int(), amount: z.number() })),
  /** What labels say today about events that were decided differently, at most the newest 2,000 of each pair. */
  labels: z.array(outcomes.extend({ isFraud: z.boolean(), currency, events: z.number().int(), amount: z.number() })),
  /** The newest events of each pair of decisions that differ. */
  differences: z.array(
    outcomes.extend({
      ...clauses.shape,
      environmentId: guid,
      environmentName: z.string(),
      eventId: z.string(),
      receivedAt: instant,
      currency,
      amount: z.number().nullable(),
    }),
  ),
});
export type Experiment = z.infer<typeof experiment>;

export const getBranches = defineEndpoint({
  id: 'rules.branches.list',
  summary: 'The branches of a rule list, with their experiments.',
  method: 'GET',
  path: base,
  permission: 'decisionRules:read',
  params: listParams,
  response: branches,
  errors: ['ENV-UNKNOWN'],
});

export const createBranch = defineEndpoint({
  id: 'rules.branches.create',
  summary: 'A branch with some of the published rules of production, or of another branch.',
  method: 'POST',
  path: base,
  permission: 'decisionRules:write',
  params: listParams,
  body: z.strictObject({
    name: ruleName,
    apiName,
    /** API name of the branch it is copied from; production where absent. */
    from: apiName.optional(),
    ruleIds: z.array(guid).max(1000),
  }),
  response: branches,
  errors: [
    'BRANCH-UNKNOWN',
    'BRANCH-NAME-INVALID',
    'BRANCH-NAME-TAKEN',
    'BRANCH-LIMIT',
    'RULE-UNKNOWN',
    'RULE-NOT-PUBLISHED',
  ],
});

export const renameBranch = defineEndpoint({
  id: 'rules.branches.rename',
  summary: 'Change the name of a branch; its API name stays.',
  method: 'PATCH',
  path: `${base}/:branch`,
  permission: 'decisionRules:write',
  params: branchParams,
  body: z.strictObject({ name: ruleName }),
  response: branches,
  errors: ['BRANCH-UNKNOWN', 'BRANCH-NAME-INVALID', 'BRANCH-NAME-TAKEN'],
});

export const deleteBranch = defineEndpoint({
  id: 'rules.branches.delete',
  summary: 'Delete a branch with its rules and experiments; the activity log keeps a copy.',
  method: 'DELETE',
  path: `${base}/:branch`,
  permission: 'decisionRules:write',
  params: branchParams,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['BRANCH-UNKNOWN', 'BRANCH-STALE', 'BRANCH-EXPERIMENT-RUNNING'],
});

export const getPromotion = defineEndpoint({
  id: 'rules.branches.promotion.get',
  summary: 'What promoting a branch would change, rule by rule.',
  method: 'GET',
  path: `${base}/:branch/promotion`,
  permission: 'decisionRules:read',
  params: branchParams,
  response: promotion,
  errors: ['BRANCH-UNKNOWN'],
});

export const promoteBranch = defineEndpoint({
  id: 'rules.branches.promote',
  summary: 'Make a branch production; what production was can be kept as a branch.',
  method: 'POST',
  path: `${base}/:branch/promotion`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: branchParams,
  body: z.strictObject({
    state: z.string().min(1).max(100),
    clone: z.strictObject({ name: ruleName, apiName }).nullable().default(null),
    note: z.string().max(500).default(''),
  }),
  response: branches,
  errors: [
    'BRANCH-UNKNOWN',
    'BRANCH-STALE',
    'BRANCH-EXPERIMENT-RUNNING',
    'BRANCH-CLONE-REFUSED',
    'BRANCH-NAME-INVALID',
    'BRANCH-NAME-TAKEN',
    'BRANCH-LIMIT',
    'RULE-NAME-TAKEN',
    'RULE-NOT-PUBLISHABLE',
  ],
});

export const startExperiment = defineEndpoint({
  id: 'rules.experiments.start',
  summary: 'Run a branch beside production over a share of its events, without effect.',
  method: 'POST',
  path: `${base}/:branch/experiments`,
  permission: 'decisionRules:write',
  params: branchParams,
  body: z.strictObject({
    sharePercent: z.number().int().min(1).max(100),
    watched: z.enum(DECISIONS),
    /** Now where absent. */
    startsAt: instant.optional(),
    /** Until it is stopped where absent. */
    endsAt: instant.optional(),
  }),
  response: branches,
  errors: ['BRANCH-UNKNOWN', 'BRANCH-EXPERIMENT-RUNNING', 'EXPERIMENT-LIMIT', 'EXPERIMENT-PERIOD-INVALID'],
});

export const stopExperiment = defineEndpoint({
  id: 'rules.experiments.stop',
  summary: 'End an experiment; what it found stays.',
  method: 'POST',
  path: `${base}/:branch/experiments/:experimentId/stop`,
  permission: 'decisionRules:write',
  params: branchParams.extend({ experimentId: guid }),
  response: branches,
  errors: ['BRANCH-UNKNOWN', 'EXPERIMENT-UNKNOWN', 'EXPERIMENT-ENDED'],
});

export const getExperiment = defineEndpoint({
  id: 'rules.experiments.get',
  summary: 'What an experiment found: decisions of production and branch, by clause, with money and events.',
  method: 'GET',
  path: `${base}/:branch/experiments/:experimentId`,
  permission: 'decisionRules:read',
  params: branchParams.extend({ experimentId: guid }),
  response: experiment,
  errors: ['BRANCH-UNKNOWN', 'EXPERIMENT-UNKNOWN'],
});
