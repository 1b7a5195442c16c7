import { FUNCTION_TYPES, RULE_STATUSES, RUN_MODES } from '@redoubt/domain';
import { z } from 'zod';
import {
  assessmentName as assessment,
  authorship,
  decision,
  environmentParams,
  guid,
  instant,
  json,
  versionTag,
} from '../common.ts';
import { defineEndpoint } from '../define.ts';

const ruleSetParams = environmentParams.extend({ assessment });
const ruleParams = ruleSetParams.extend({ ruleId: guid });
const base = '/platform/v1/environments/:environmentId/rulesets/:assessment';

export const MAX_CLAUSE_CHARACTERS = 100_000;
export const MAX_CLAUSES = 100;

const ruleName = z.string().trim().min(1).max(120);

export const clause = z.strictObject({
  id: guid,
  name: z.string().trim().min(1).max(120),
  code: z.string().max(MAX_CLAUSE_CHARACTERS),
  /** How the editor shows it; code where absent. Says nothing about what the clause means. */
  view: z.enum(['code', 'visual']).optional(),
});
export type Clause = z.infer<typeof clause>;

/** What a rule says: one optional condition and its clauses, and the sample kept with it. */
export const ruleText = z.strictObject({
  condition: z.string().max(MAX_CLAUSE_CHARACTERS),
  clauses: z.array(clause).min(1).max(MAX_CLAUSES),
  samplePayload: json,
});
export type RuleText = z.infer<typeof ruleText>;

const decisionMix = z.partialRecord(decision, z.number().int());

export const ruleSummary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  status: z.enum(RULE_STATUSES),
  /** Position among published rules from 1; null for a rule that was never published. */
  order: z.number().int().nullable(),
  conditionExcerpt: z.string(),
  clauseCount: z.number().int(),
  publishedVersion: z.number().int().nullable(),
  changed: authorship,
  /** Whether a publication waits for a second person. */
  requested: z.boolean(),
  /** Clauses that fired in the last 24 hours, and the decisions they made. */
  hits24h: z.number().int(),
  decisions24h: decisionMix,
  /** How a version that was published in the last 24 hours does beside the one before, each for `spanMs`; else null. */
  sincePublished: z
    .strictObject({
      version: z.number().int(),
      before: z.number().int(),
      publishedAt: instant,
      spanMs: z.number().int(),
      after: z.strictObject({ hits: z.number().int(), decisions: decisionMix }),
      earlier: z.strictObject({ hits: z.number().int(), decisions: decisionMix }),
    })
    .nullable(),
});
export type RuleSummary = z.infer<typeof ruleSummary>;

export const ruleSet = z.strictObject({
  environmentId: guid,
  assessment,
  runMode: z.enum(RUN_MODES),
  /** The sample new rules start with. */
  samplePayload: json,
  /** Whether somebody chose that sample; it is the one of the product otherwise. */
  ownSample: z.boolean(),
  /** Tag of order and settings; rules carry their own. */
  version: versionTag,
  rules: z.array(ruleSummary),
  drafts: z.array(ruleSummary),
  /** Rules of the ancestors, root first: they run before these and are read-only here. */
  inherited: z.array(
    z.strictObject({
      environmentId: guid,
      environmentName: z.string(),
      runMode: z.enum(RUN_MODES),
      rules: z.array(ruleSummary),
    }),
  ),
  /** Whether a second person approves what gets published here, and whether the caller may choose that. */
  approval: z.strictObject({ required: z.boolean(), canChange: z.boolean() }),
  canWrite: z.boolean(),
});
export type RuleSet = z.infer<typeof ruleSet>;

export const publishedRule = ruleText.extend({
  version: z.number().int(),
  published: authorship,
  note: z.string(),
  /** The older version whose text this one brought back; null for text that somebody wrote. */
  restores: z.number().int().nullable(),
});

/** A publication somebody asked for, with the text as it was then. */
export const publishRequest = ruleText.extend({
  id: guid,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  note: z.string(),
  /** The older version it brings back; null for the draft. */
  restores: z.number().int().nullable(),
  asked: authorship,
  /** Whether the caller asked, and so cannot approve or decline. */
  isOwn: z.boolean(),
  /** Null while it is open. */
  declined: authorship.extend({ reason: z.string() }).nullable(),
});
export type PublishRequest = z.infer<typeof publishRequest>;

export const ruleDetail = z.strictObject({
  id: guid,
  environmentId: guid,
  assessment,
  name: z.string(),
  description: z.string(),
  status: z.enum(RULE_STATUSES),
  order: z.number().int().nullable(),
  published: publishedRule.nullable(),
  draft: ruleText.extend({ savedAt: instant, by: z.string(), basedOnVersion: z.number().int() }).nullable(),
  history: z.array(publishedRule.pick({ version: true, published: true, note: true, restores: true })),
  /** The publication that was asked for last, until it is approved or taken back. */
  request: publishRequest.nullable(),
  /** Whether a second person approves what gets published here. */
  needsApproval: z.boolean(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type RuleDetail = z.infer<typeof ruleDetail>;

/** A located message of the checker. Lines and columns count from 1, offsets from 0. */
export const diagnostic = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'hint']),
  /** `condition` or the clause id. */
  part: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  line: z.number().int(),
  column: z.number().int(),
  params: z.record(z.string(), z.string()),
  /** English text, for logs and the command line; screens translate the code. */
  message: z.string(),
});
export type RuleDiagnostic = z.infer<typeof diagnostic>;

export const getRuleSet = defineEndpoint({
  id: 'rules.list',
  summary: 'The rules of an assessment in an environment: published ones in order, drafts, and inherited ones.',
  method: 'GET',
  path: base,
  permission: 'decisionRules:read',
  params: ruleSetParams,
  response: ruleSet,
  errors: ['ENV-UNKNOWN'],
});

export const getRule = defineEndpoint({
  id: 'rules.get',
  summary: 'One rule with its published text, its draft and its versions.',
  method: 'GET',
  path: `${base}/rules/:ruleId`,
  permission: 'decisionRules:read',
  params: ruleParams,
  response: ruleDetail,
  errors: ['RULE-UNKNOWN'],
});

export const getRuleVersion = defineEndpoint({
  id: 'rules.version.get',
  summary: 'The text of one published version.',
  method: 'GET',
  path: `${base}/rules/:ruleId/versions/:ruleVersion`,
  permission: 'decisionRules:read',
  params: ruleParams.extend({ ruleVersion: z.coerce.number().int().min(1) }),
  response: publishedRule,
  errors: ['RULE-UNKNOWN'],
});

export const createRule = defineEndpoint({
  id: 'rules.create',
  summary: 'A new rule as a draft.',
  method: 'POST',
  path: `${base}/rules`,
  permission: 'decisionRules:write',
  params: ruleSetParams,
  body: z.strictObject({
    name: ruleName,
    description: z.string().max(2000).default(''),
    text: ruleText.optional(),
    /** The template it starts with, where no text is given. */
    templateId: guid.optional(),
  }),
  response: ruleDetail,
  errors: ['RULE-NAME-TAKEN', 'RULE-NAME-INVALID', 'TEMPLATE-UNKNOWN'],
});

export const saveDraft = defineEndpoint({
  id: 'rules.draft.save',
  summary: 'Save the draft of a rule (called while typing).',
  method: 'PUT',
  path: `${base}/rules/:ruleId/draft`,
  permission: 'decisionRules:write',
  params: ruleParams,
  body: z.strictObject({
    version: versionTag,
    text: ruleText,
    /** The published version the text was merged with, where somebody published after the draft was begun. */
    mergedWith: z.number().int().min(0).optional(),
  }),
  response: ruleDetail,
  errors: ['RULE-UNKNOWN', 'RULE-STALE'],
});

export const discardDraft = defineEndpoint({
  id: 'rules.draft.discard',
  summary: 'Drop the draft; a rule that was never published disappears.',
  method: 'DELETE',
  path: `${base}/rules/:ruleId/draft`,
  permission: 'decisionRules:write',
  params: ruleParams,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['RULE-UNKNOWN', 'RULE-NO-DRAFT'],
});

export const publishRule = defineEndpoint({
  id: 'rules.publish',
  summary: 'Publish the draft; it decides from the next event on.',
  method: 'POST',
  path: `${base}/rules/:ruleId/publish`,
  permission: 'decisionRules:write',
  params: ruleParams,
  body: z.strictObject({
    version: versionTag,
    name: ruleName,
    description: z.string().max(2000),
    active: z.boolean(),
    note: z.string().max(500).default(''),
    /** Publish although somebody published meanwhile. */
    overwrite: z.boolean().default(false),
  }),
  response: ruleDetail,
  errors: [
    'RULE-UNKNOWN',
    'RULE-STALE',
    'RULE-NO-DRAFT',
    'RULE-NOT-PUBLISHABLE',
    'RULE-NAME-TAKEN',
    'RULE-NAME-INVALID',
    'RULE-APPROVAL-REQUIRED',
  ],
});

export const rollBackRule = defineEndpoint({
  id: 'rules.rollBack',
  summary: 'Publish the text of an older version again, as a new version.',
  method: 'POST',
  path: `${base}/rules/:ruleId/roll-back`,
  permission: 'decisionRules:write',
  params: ruleParams,
  body: z.strictObject({ version: versionTag, to: z.number().int().min(1), note: z.string().max(500).default('') }),
  response: ruleDetail,
  errors: [
    'RULE-UNKNOWN',
    'RULE-STALE',
    'RULE-NOT-PUBLISHED',
    'RULE-VERSION-CURRENT',
    'RULE-NOT-PUBLISHABLE',
    'RULE-APPROVAL-REQUIRED',
  ],
});

export const renameRule = defineEndpoint({
  id: 'rules.rename',
  summary: 'Change name and description.',
  method: 'PATCH',
  path: `${base}/rules/:ruleId`,
  permission: 'decisionRules:write',
  params: ruleParams,
  body: z.strictObject({ version: versionTag, name: ruleName, description: z.string().max(2000) }),
  response: ruleDetail,
  errors: ['RULE-UNKNOWN', 'RULE-STALE', 'RULE-NAME-TAKEN', 'RULE-NAME-INVALID'],
});

export const setRuleActive = defineEndpoint({
  id: 'rules.activation',
  summary: 'Activate or deactivate a published rule.',
  method: 'PUT',
  path: `${base}/rules/:ruleId/activation`,
  permission: 'decisionRules:write',
  params: ruleParams,
  body: z.strictObject({ version: versionTag, active: z.boolean() }),
  response: ruleDetail,
  errors: ['RULE-UNKNOWN', 'RULE-STALE', 'RULE-NOT-PUBLISHED'],
});

export const deleteRule = defineEndpoint({
  id: 'rules.delete',
  summary: 'Delete a rule; the activity log keeps a copy.',
  method: 'DELETE',
  path: `${base}/rules/:ruleId`,
  permission: 'decisionRules:write',
  params: ruleParams,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['RULE-UNKNOWN', 'RULE-STALE'],
});

export const orderRules = defineEndpoint({
  id: 'rules.order',
  summary: 'Save the order in which published rules run.',
  method: 'PUT',
  path: `${base}/order`,
  permission: 'decisionRules:write',
  params: ruleSetParams,
  body: z.strictObject({ version: versionTag, ruleIds: z.array(guid).max(1000) }),
  response: ruleSet,
  errors: ['RULE-ORDER-STALE'],
});

export const putRuleSettings = defineEndpoint({
  id: 'rules.settings',
  summary:
    'Choose whether the first matching rule ends the run, or all run until a decision, and the sample of new rules.',
  method: 'PUT',
  path: `${base}/settings`,
  permission: 'decisionRules:write',
  params: ruleSetParams,
  body: z.strictObject({
    version: versionTag,
    runMode: z.enum(RUN_MODES),
    /** The sample new rules start with: null for the one of the product, as it is where absent. */
    samplePayload: json.nullable().optional(),
  }),
  response: ruleSet,
  errors: ['RULE-ORDER-STALE'],
});

const traceValue = z.strictObject({
  text: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  value: json,
  /** Why it has no value; absent where it has one. */
  error: z.string().optional(),
});

/** What became of one text of a rule. */
export const traceStep = z.strictObject({
  part: z.string(),
  name: z.string(),
  outcome: z.enum(['true', 'false', 'fired', 'notReached', 'error']),
  decision: decision.nullable(),
  /** Attributes read, with the values they had. */
  reads: z.array(z.strictObject({ path: z.string(), value: json, missing: z.boolean() })),
  /** Values of sub-expressions, in source order; only in evaluations, never on live events. */
  values: z.array(traceValue),
  error: z.string().nullable(),
});
export type TraceStep = z.infer<typeof traceStep>;

export const evaluation = z.strictObject({
  diagnostics: z.array(diagnostic),
  result: z
    .strictObject({
      /** False where the condition did not hold: the rule was not evaluated. */
      conditionMet: z.boolean(),
      decision,
      reason: z.string().nullable(),
      supportMessage: z.string().nullable(),
      challengeType: z.string().nullable(),
      /** Id of the deciding clause. */
      clauseId: guid.nullable(),
      clauseName: z.string().nullable(),
      /** Clause name → key → text. */
      outputs: z.record(z.string(), z.record(z.string(), json)),
      steps: z.array(traceStep),
      /** Editions of the data that facts about addresses and cards were looked up in. */
      data: z.array(z.string()),
      elapsedUs: z.number(),
    })
    .nullable(),
});
export type Evaluation = z.infer<typeof evaluation>;

export const evaluateRule = defineEndpoint({
  id: 'rules.evaluate',
  summary: 'Run a rule text over a sample, with the code that decides live events; nothing is stored.',
  method: 'POST',
  path: `${base}/evaluate`,
  permission: 'decisionRules:read',
  params: ruleSetParams,
  body: z.strictObject({ name: z.string().max(120).default(''), text: ruleText }),
  response: evaluation,
  errors: ['RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});

export const catalogue = z.strictObject({
  /** Attributes of the schema, and ones seen in recent traffic, each with an example value where one was seen. */
  attributes: z.array(
    z.strictObject({
      path: z.string(),
      type: z.enum(['string', 'number', 'boolean', 'dateTime', 'object', 'array']),
      source: z.enum(['schema', 'seen']),
      description: z.string(),
      /** Known values of an enumeration; comparing with them ignores case. */
      values: z.array(z.string()).optional(),
      example: json.optional(),
    }),
  ),
  lists: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  /** Velocities that may be read here, with the text of their key: published ones and those of the system. */
  velocities: z.array(
    z.strictObject({ name: z.string(), setId: guid, setName: z.string(), aggregate: z.string(), key: z.string() }),
  ),
  /** Functions that may be called here, in every way they may be written; `here` is the environment itself. */
  functions: z.array(
    z.strictObject({
      scope: z.string(),
      name: z.string(),
      parameters: z.array(z.strictObject({ name: z.string(), type: z.enum(FUNCTION_TYPES) })),
      properties: z.array(z.strictObject({ name: z.string(), type: z.enum(FUNCTION_TYPES) })),
    }),
  ),
  /** What may be asked about besides: addresses, cards, devices, models. */
  sources: z.array(z.enum(['geo', 'bin', 'device', 'models'])),
  /** External calls of the environment, with an answer they may give. */
  calls: z.array(z.strictObject({ name: z.string(), parameters: z.array(z.string()), sample: json })),
});
export type Catalogue = z.infer<typeof catalogue>;

export const getCatalogue = defineEndpoint({
  id: 'rules.catalogue',
  summary: 'What a rule may name here: attributes, lists and velocities. Drives checking and completion.',
  method: 'GET',
  path: `${base}/catalogue`,
  permission: 'decisionRules:read',
  params: ruleSetParams,
  response: catalogue,
});
