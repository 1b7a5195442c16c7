import { VELOCITY_WINDOW_MODES } from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant, json } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { symbolTable, traceStep } from '../rules/rule-evaluation.ts';
import { diagnostic } from '../rules/rule-schemas.ts';
import { VELOCITY_SETS_PATH, velocityEventKind, velocitySetText } from './velocities.ts';

/** What became of one velocity for the sample. */
export const VELOCITY_OUTCOMES = ['adds', 'otherEvent', 'conditionFalse', 'whenFalse', 'nothing', 'failed'] as const;

const velocityResult = z.strictObject({
  id: guid,
  name: z.string(),
  /** `nothing`: it has no key, or nothing to tell apart. */
  outcome: z.enum(VELOCITY_OUTCOMES),
  /** What the event is counted under, and what it adds: 1, an amount, or a value to tell apart. */
  key: z.string().nullable(),
  value: z.union([z.number(), z.string()]).nullable(),
  error: z.string().nullable(),
});

export const velocityEvaluation = z.strictObject({
  diagnostics: z.array(diagnostic),
  /** Null where the text has errors. */
  result: z
    .strictObject({
      conditionMet: z.boolean(),
      velocities: z.array(velocityResult),
      steps: z.array(traceStep),
      elapsedUs: z.number().int(),
    })
    .nullable(),
});
export type VelocityEvaluation = z.infer<typeof velocityEvaluation>;

export const evaluateVelocitySet = defineEndpoint({
  id: 'velocities.evaluate',
  summary: 'What the sample event would add to each velocity; nothing is stored or counted.',
  method: 'POST',
  path: `${VELOCITY_SETS_PATH}/evaluate`,
  permission: 'functionsAndVelocities:read',
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ text: velocitySetText }),
  response: velocityEvaluation,
  errors: ['RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});

export const velocitySymbolTable = symbolTable.extend({
  /** Events as FROM names them. */
  events: z.array(
    z.strictObject({
      name: z.string(),
      kind: velocityEventKind,
      /** What a customer calls it, and an example; null for events of the product. */
      title: z.string().nullable(),
      sample: json,
    }),
  ),
});
export type VelocitySymbolTable = z.infer<typeof velocitySymbolTable>;

export const getVelocitySymbolTable = defineEndpoint({
  id: 'velocities.catalogue',
  summary: 'What a velocity may name here: events, what they carry, lists, and names that are taken.',
  method: 'GET',
  path: `${VELOCITY_SETS_PATH}/catalogue`,
  permission: 'functionsAndVelocities:read',
  params: environmentParams,
  response: velocitySymbolTable,
});

/** What each velocity of a set will take in the store; null where the text of the set has errors. */
const velocityStorageEstimate = z
  .array(
    z.strictObject({
      id: guid,
      name: z.string(),
      keys: z.number().int(),
      entries: z.number().int(),
      bytes: z.number().int(),
    }),
  )
  .nullable();
export type VelocityStorageEstimate = z.infer<typeof velocityStorageEstimate>;

/** What an estimate rests on: the newest events, and how many come a day; it holds for `days` of such days. */
const storageBasis = z.strictObject({
  events: z.number().int(),
  perDay: z.number().int(),
  days: z.number().int(),
});

const velocityStorageReport = z.strictObject({
  basis: storageBasis,
  sets: z.array(z.strictObject({ setId: guid, velocities: velocityStorageEstimate })),
  /** The store of the node that answers, over all tenants; null for people who do not administer environments. */
  store: z
    .strictObject({
      keys: z.number().int(),
      bytes: z.number().int(),
      /** Where the keys that were quiet longest make room for new ones. */
      maxBytes: z.number().int(),
      droppedKeys: z.number().int(),
    })
    .nullable(),
});
export type VelocityStorageReport = z.infer<typeof velocityStorageReport>;

export const getVelocityStorage = defineEndpoint({
  id: 'velocities.storage',
  summary: 'About how much memory the sets of an environment will take, from its newest events.',
  method: 'GET',
  path: `${VELOCITY_SETS_PATH}/storage`,
  permission: 'functionsAndVelocities:read',
  params: environmentParams,
  response: velocityStorageReport,
  errors: ['ENV-UNKNOWN', 'RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});

export const estimateVelocityStorage = defineEndpoint({
  id: 'velocities.storage.estimate',
  summary: 'About how much memory a text will take once it is published; nothing is stored.',
  method: 'POST',
  path: `${VELOCITY_SETS_PATH}/search/storage`,
  permission: 'functionsAndVelocities:read',
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ text: velocitySetText }),
  response: z.strictObject({ basis: storageBasis, velocities: velocityStorageEstimate }),
  errors: ['ENV-UNKNOWN', 'RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});

export const velocityValue = z.strictObject({
  velocity: z.string(),
  key: z.string(),
  window: z.string(),
  value: z.number(),
  windowMode: z.enum(VELOCITY_WINDOW_MODES),
  /** Its history is not counted yet, so that the value is too small. */
  warming: z.boolean(),
  from: instant,
  to: instant,
  /** Events that may have been counted on the wrong side of an edge of the window; 0 where the value is exact. */
  uncertainEvents: z.number().int(),
  /** Whether the value is an estimate: too many values to tell apart, or keys dropped for want of memory. */
  isEstimate: z.boolean(),
  /** Newest first; null for people who may not search, and where they were not asked for. */
  events: z
    .strictObject({
      /** False where there are more, or where older ones were not looked for. */
      isComplete: z.boolean(),
      newest: z.array(
        z.strictObject({
          environmentId: guid,
          environmentName: z.string(),
          kind: velocityEventKind,
          eventId: z.string(),
          at: instant,
          /** Null for a value to tell apart, of which only a hash is kept. */
          added: z.number().nullable(),
        }),
      ),
    })
    .nullable(),
});
export type VelocityValue = z.infer<typeof velocityValue>;

export const getVelocityValue = defineEndpoint({
  id: 'velocities.value',
  summary: 'What a rule would read now for a key and a window such as 7d, and the newest events behind it.',
  method: 'POST',
  path: `${VELOCITY_SETS_PATH}/search/value`,
  permission: 'functionsAndVelocities:read',
  params: environmentParams,
  // In the body, because keys are often personal data.
  body: z.strictObject({
    velocity: z.string().min(1).max(200),
    key: z.string().min(1).max(2000),
    window: z.string().max(4),
    /** False for the value alone. */
    withEvents: z.boolean().default(true),
  }),
  response: velocityValue,
  errors: ['VELOCITY-UNKNOWN', 'VELOCITY-VALUES-ELSEWHERE'],
});
