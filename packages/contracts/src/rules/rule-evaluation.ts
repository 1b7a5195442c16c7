import { FUNCTION_TYPES } from '@redoubt/domain';
import { z } from 'zod';
import { decision, guid, json } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { decidingType, diagnostic, ruleText } from './rule-schemas.ts';
import { getRuleSet } from './rules.ts';

const ruleSetParams = getRuleSet.params;
const base = getRuleSet.path;

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
      /** What a post-decision action did; null for a rule that decides. */
      action: z
        .strictObject({
          customProperties: z.record(z.string(), json),
          variables: z.record(z.string(), json),
          /** Nothing was called: these are the samples of the calls. */
          calls: z.array(z.strictObject({ name: z.string(), arguments: z.array(json), response: json })),
        })
        .nullable(),
      /** The queue that a routing rule sends the case to; null for other rules, and where no clause routes. */
      queue: z.string().nullable(),
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
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    name: z.string().max(120).default(''),
    type: decidingType.default('decision'),
    /** What an action finds decided. */
    decision: decision.default('Approve'),
    text: ruleText,
  }),
  response: evaluation,
  errors: ['RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});

export const symbolTable = z.strictObject({
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
  /** `remote` where the rows are kept elsewhere and asked for: velocities cannot read those. */
  lists: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), remote: z.boolean().optional() })),
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
      /**
       * `scores` are those a property reads, itself or through other functions; absent where it reads none.
       * `uncountable` is the way to what no velocity may read; absent where one may read the property.
       */
      properties: z.array(
        z.strictObject({
          name: z.string(),
          type: z.enum(FUNCTION_TYPES),
          scores: z.array(z.enum(['botScore', 'riskScore'])).optional(),
          uncountable: z.strictObject({ kind: z.enum(['answer', 'velocity']), chain: z.array(z.string()) }).optional(),
        }),
      ),
    }),
  ),
  /** What may be asked about besides: addresses, cards, devices, models. */
  sources: z.array(z.enum(['geo', 'bin', 'device', 'models', 'graph'])),
  /** Paths of searchable texts of the customer's own, which are kinds of the graph: `own:path`; absent for velocities. */
  graphTexts: z.array(z.string()).optional(),
  /** Linkable attributes, which are kinds of the graph: `attribute:name`, API name and path; absent for velocities. */
  graphAttributes: z.array(z.string()).optional(),
  /** External calls of the environment, with an answer they may give. */
  calls: z.array(z.strictObject({ name: z.string(), parameters: z.array(z.string()), sample: json })),
  /** External assessments of the environment: the APIs and fields of the target, and an answer it may give. */
  assessments: z.array(
    z.strictObject({
      name: z.string(),
      target: z.string(),
      apis: z.array(
        z.strictObject({
          method: z.enum(['Evaluate', 'Observe', 'Label']),
          api: z.string().nullable(),
          fields: z.array(z.string()),
        }),
      ),
      sample: json,
    }),
  ),
  /** Queues that routing rules may name; absent for other rules. */
  queues: z.array(z.string()).optional(),
  /** How much a text may use, by what is counted: `velocitiesPerFunction`, `functionsPerRule` … */
  limits: z.record(z.string(), z.number().int()),
});
export type SymbolTable = z.infer<typeof symbolTable>;

export const getSymbolTable = defineEndpoint({
  id: 'rules.catalogue',
  summary: 'What a rule may name here: attributes, lists and velocities. Drives checking and completion.',
  method: 'GET',
  path: `${base}/catalogue`,
  permission: 'decisionRules:read',
  params: ruleSetParams,
  response: symbolTable,
});
