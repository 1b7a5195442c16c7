import { functionFallback } from '@redoubt/domain';
import { isJsonObject, keepLargeIntegers, type Json, type JsonObject } from '@redoubt/kernel';
import { z } from 'zod';
import { instantOf } from './instant.ts';

const jsonObject = z.custom<JsonObject>(isJsonObject, 'Invalid input: expected object');
const json = z.custom<Json>((value) => value !== undefined, 'Invalid input: expected a value');
const named = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
/** A number stands for its text; lists and keys know texts only. */
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform((value) => String(value ?? ''));
const instant = z
  .union([z.string(), z.number()])
  .refine((value) => Number.isFinite(instantOf(value)), 'Invalid input: expected a date such as "2026-03-14T11:04:00Z"')
  .transform(instantOf);

const DECLARED_TYPES = ['Boolean', 'DateTime', 'Double', 'Integer', 'String'] as const;
const KINDS = ['decision', 'velocity', 'routing', 'action', 'function', 'adHoc'] as const;
const STATUSES = ['Safe', 'Block', 'Watch'] as const;
const GEO_FACTS = [
  'countryCode',
  'countryRegion',
  'regionCode',
  'region',
  'city',
  'marketCode',
  'postalCode',
  'isp',
] as const;
const DECISIONS = ['Approve', 'Reject', 'Review', 'Challenge'] as const;

/** One of the words, in any letter case. */
const oneOf = <Word extends string>(words: readonly Word[]) =>
  z.string().transform((text, context): Word => {
    const found = words.find((word) => word.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: `Invalid input: expected one of ${words.join(', ')}` });
    return z.NEVER;
  });

const supportEntry = z.strictObject({
  value: cell,
  status: oneOf(STATUSES),
  expiresAt: instant.nullish(),
  reason: z.string().nullish(),
  comments: z.string().nullish(),
});

const switches = z.strictObject({
  untypedCompare: z.enum(['text', 'auto']).optional(),
  arrayPath: z.enum(['first', 'any']).optional(),
  strict: z.boolean().optional(),
});

type Declared = {
  readonly type?: (typeof DECLARED_TYPES)[number] | null | undefined;
  readonly default?: Json | undefined;
};

/** A default is kept as its declared type, as publishing a function keeps it. */
const withDefault = <Part extends Declared>(part: Part, context: z.RefinementCtx): Part => {
  if (!part.type || part.default === undefined) return part;
  const value = functionFallback(part.type, part.default);
  if (value !== undefined) return { ...part, default: value };
  context.addIssue({ code: 'custom', path: ['default'], message: `is no ${part.type}` });
  return z.NEVER;
};

export const clauseShape = {
  name: z.string(),
  code: z.string(),
  type: z.enum(DECLARED_TYPES).nullish(),
  default: json.optional(),
};
const clauses = z.array(z.strictObject(clauseShape).transform(withDefault));
const parameters = z
  .array(
    z.strictObject({ name: z.string(), type: z.enum(DECLARED_TYPES), default: json.optional() }).transform(withDefault),
  )
  .nullish();

/** What is known about an address; see `GeoFacts` of the language. */
const geoFacts = z.partialRecord(z.enum(GEO_FACTS), z.string());

/**
 * What rules are run against besides their texts. Names are matched without regard to letter case; `docs/language/cli.md`
 * describes every member.
 */
export const factsSchema = z.object({
  payload: jsonObject.optional(),
  now: instant.nullish(),
  lists: named(z.array(named(cell))).nullish(),
  supportLists: named(z.array(supportEntry)).nullish(),
  scores: z.strictObject({ riskScore: z.number().nullish(), botScore: z.number().nullish() }).nullish(),
  velocities: named(named(z.number())).nullish(),
  /** Facts by IP address, by the digits of a card number, and by session id. */
  geo: named(geoFacts).nullish(),
  bin: named(jsonObject).nullish(),
  device: named(jsonObject).nullish(),
  /** The environment's choices about meaning; a text is its name, which changes nothing. */
  environment: z.union([z.string(), switches]).nullish(),
  /** Answers of external calls and assessments, by name; one that is not given answers null. */
  external: named(json).nullish(),
  assessments: named(json).nullish(),
  /** The decision that actions run after. */
  decision: oneOf(DECISIONS).nullish(),
  variables: jsonObject.nullish(),
  /** Values of a function's parameters, by name. */
  arguments: named(json).nullish(),
  seed: z.number().int().nonnegative().nullish(),
  /** Functions that the texts may call, by name, or by scope and name: `mail`, `root.mail`. */
  functions: named(z.strictObject({ parameters, clauses })).nullish(),
});
export type Facts = z.output<typeof factsSchema>;

export const rulesSchema = z.object({
  kind: oneOf(KINDS),
  condition: z.string().nullish(),
  clauses,
  parameters,
});
/** The texts of one rule, velocity set, routing rule, action or function. */
export type Rules = z.output<typeof rulesSchema> & {
  /** Of a function: so that one that calls itself is found. */
  readonly name?: string;
};

const requestSchema = z.strictObject({
  id: json.optional(),
  ...rulesSchema.shape,
  ...factsSchema.shape,
  payload: jsonObject,
});
export type EvaluationRequest = Rules & Facts & { readonly id: Json; readonly payload: JsonObject };

/** The first thing wrong with data from outside, with where it stands. */
export const firstIssue = ({ issues: [issue] }: z.ZodError): string => {
  const path = (issue?.path ?? [])
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`))
    .join('');
  const message = (issue?.message ?? '')
    .replace('Invalid input: ', '')
    .replace(', received undefined', '; it is missing');
  return path === '' ? message : `${path}: ${message}`;
};

/** What a line asks for, or why it cannot be read. Never throws. */
export const readRequest = (
  line: string,
): { readonly request: EvaluationRequest } | { readonly id: Json; readonly problem: Problem } => {
  let value: unknown;
  try {
    value = JSON.parse(keepLargeIntegers(line.trimEnd()));
  } catch (error) {
    const { message } = error as Error;
    const column = Number(/position (\d+)/.exec(message)?.[1] ?? 0) + 1;
    return { id: null, problem: { code: 'REQUEST-NOT-JSON', column, message: `The line is no JSON: ${message}` } };
  }
  const id = isJsonObject(value) ? (value['id'] ?? null) : null;
  const result = requestSchema.safeParse(value);
  if (result.success) return { request: { ...result.data, id } };
  return { id, problem: { code: 'REQUEST-INVALID', column: 1, message: firstIssue(result.error) } };
};

/** A line that is no request. */
export type Problem = {
  readonly code: 'REQUEST-NOT-JSON' | 'REQUEST-INVALID' | 'REQUEST-TOO-LONG';
  readonly column: number;
  readonly message: string;
};
