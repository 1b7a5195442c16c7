import {
  ASSESSMENTS,
  DATA_PROBLEMS,
  DECISIONS,
  isDefinedAssessment,
  isDefinedKind,
  type DefinedAssessmentKind,
  type DefinedKind,
} from '@redoubt/domain';
import { z } from 'zod';

export const guid = z.guid().toLowerCase();

/** A time on the console wire: ISO 8601 in UTC, with milliseconds. */
export const instant = z.iso.datetime({ offset: true });

export const decision = z.enum(DECISIONS);

/** A currency as people type it: three letters of any case, with blanks around. */
export const typedCurrency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'is no currency code of three letters');

/** An assessment that a customer defined, by the kind of its events: `assessment-7`. */
export const definedAssessment = z
  .string()
  .max(20)
  .refine((kind): kind is DefinedAssessmentKind => isDefinedKind(kind) && isDefinedAssessment(kind));

/** An event of an assessment that a customer defined, or a later one about it: `observation-7-2`. */
export const definedKind = z
  .string()
  .max(24)
  .refine((kind): kind is DefinedKind => isDefinedKind(kind));

/** Any assessment whose rules can be written. */
export const assessmentName = z.union([z.enum(ASSESSMENTS), definedAssessment]);

/** Opaque tag for optimistic concurrency: sent back with a write, which answers 409 when it is stale. */
export const versionTag = z.string().min(1).max(64);

/** Opaque continuation of a paged list; null at the end. */
export const nextCursor = z.string().nullable();

export const environmentParams = z.strictObject({ environmentId: guid });

/** Who did something and when. `by` is a display name. */
export const authorship = z.strictObject({ by: z.string(), at: instant });

/** How far background work over stored events has come. */
export const jobProgress = {
  started: authorship,
  finishedAt: instant.nullable(),
  eventsTotal: z.number().int(),
  eventsDone: z.number().int(),
  /** Code of what went wrong; texts `errors.<code>`. */
  problem: z.string().nullable(),
};

/** An agent: by name, or by a number where an environment hides names from the caller. */
export const reportedAgent = z.strictObject({
  key: z.string(),
  name: z.string().nullable(),
  number: z.number().int().nullable(),
});
export type ReportedAgent = z.infer<typeof reportedAgent>;

/** A published text that reads something. Functions are named as texts write them. */
export const textUser = z.strictObject({
  kind: z.enum(['rule', 'function', 'velocitySet']),
  id: guid,
  name: z.string(),
  /** Whose rule it is; null for what is no rule. */
  assessment: z.string().nullable(),
});
export type TextUser = z.infer<typeof textUser>;

export const json: z.ZodType = z.unknown();

/** What is wrong with a line or a value, by code and parameters: `problems.json` of the catalogues has the sentences. */
export const dataProblem = z.strictObject({
  code: z.enum(DATA_PROBLEMS),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** The body of every console failure (RFC 9457 problem details plus our code). */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  correlationId: z.string(),
  /** Places in the request that are wrong: JSON path and reason, in English and where it has one by its code. */
  problems: z
    .array(z.strictObject({ path: z.string(), message: z.string(), coded: dataProblem.optional() }))
    .optional(),
});
export type Problem = z.infer<typeof problem>;

/** How many events each decision was made for; those that were not made are left out. */
export const decisionCounts = z.partialRecord(decision, z.number().int());

/** A write that can move decisions, for "what changed". */
export const recentChange = z.strictObject({
  at: instant,
  by: z.string(),
  operation: z.string(),
  resourceType: z.string(),
  resourceName: z.string(),
});

/** The same with what leads to it. */
export const linkedChange = recentChange.extend({
  /** Where it was made: the environment that is looked at, one above it or one below. */
  environmentId: guid,
  resourceId: z.string(),
  /** That it made; null for what has none. */
  version: z.number().int().nullable(),
});
export type LinkedChange = z.infer<typeof linkedChange>;

/** What labels say of an event. */
export const FRAUD_LABELS = ['Fraud', 'NonFraud', 'None'] as const;
