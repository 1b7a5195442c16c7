import {
  ASSESSMENT_KINDS,
  isFieldDimension,
  ownPathOf,
  SEARCH_OPERATORS,
  type AssessmentKind,
  type FieldDimension,
  type OwnSearchField,
} from '@redoubt/domain';
import { z } from 'zod';
import {
  decision,
  decisionCounts,
  definedAssessment,
  environmentParams,
  FRAUD_LABELS,
  guid,
  instant,
  nextCursor,
} from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/search';

/**
 * What events can be searched by. Every field stands in a typed column or a link row and is compared by equality or
 * range.
 */
export const SEARCH_FIELDS = {
  eventId: 'text',
  decision: 'choice',
  reason: 'text',
  rule: 'text',
  clause: 'text',
  amount: 'number',
  currency: 'text',
  userId: 'text',
  userName: 'text',
  email: 'text',
  ipAddress: 'text',
  country: 'text',
  deviceId: 'text',
  paymentInstrumentId: 'text',
  cardNumberStart: 'text',
  /** The id of a rule, or that, a space and the name of a clause: its condition held. */
  hit: 'text',
  /** The same: it decided. */
  decidedBy: 'text',
  /** What the decision lacked, one of `DEGRADED_REASONS`; asked with `is` alone. */
  degraded: 'choice',
  riskScore: 'number',
  fraudLabel: 'choice',
  status: 'text',
  /** A kind of observation or label that the event has, such as `chargeback`: `search.attributes` names them. */
  observation: 'choice',
} as const;
export type SearchField = keyof typeof SEARCH_FIELDS;

const ownField = z
  .string()
  .max(410)
  .refine((field): field is OwnSearchField => ownPathOf(field) !== null);

/** A report field, such as `field:ipCountry`. */
const reportField = z
  .string()
  .max(410)
  .refine((field): field is FieldDimension => isFieldDimension(field));

/** Groups of conditions of a search, and conditions of a group. */
export const MAX_SEARCH_GROUPS = 5;
export const MAX_GROUP_FILTERS = 10;

/** Values of one condition. */
export const MAX_SEARCH_VALUES = 500;

export const searchFilter = z.strictObject({
  field: z.union([z.enum(Object.keys(SEARCH_FIELDS) as [SearchField, ...SearchField[]]), ownField, reportField]),
  operator: z.enum(SEARCH_OPERATORS),
  /** One or more values; several mean any of them. Empty for the presence operators. */
  values: z.array(z.string().max(256)).max(MAX_SEARCH_VALUES),
});
export type SearchFilter = z.infer<typeof searchFilter>;

/** Which of an event's two times the range and the order mean: live traffic looks at both as one. */
export const query = z.strictObject({
  eventType: z
    .union([z.enum(ASSESSMENT_KINDS as [AssessmentKind, ...AssessmentKind[]]), definedAssessment])
    .default('purchase'),
  from: instant,
  to: instant,
  includeChildren: z.boolean().default(true),
  /** All of them hold. */
  filters: z.array(searchFilter).max(20).default([]),
  /** Groups of conditions beside them: all conditions of at least one group hold. */
  anyOf: z.array(z.array(searchFilter).min(1).max(MAX_GROUP_FILTERS)).max(MAX_SEARCH_GROUPS).optional(),
});
export type SearchQuery = z.infer<typeof query>;

/** What results are sorted by, beside own fields. A customer is the name, or the id where there is none. */
export const SEARCH_SORTS = [
  'amount',
  'clause',
  'country',
  'currency',
  'customer',
  'decision',
  'deviceId',
  'email',
  'eventId',
  'eventTime',
  'fraudLabel',
  'ipAddress',
  'paymentInstrumentId',
  'reason',
  'receivedAt',
  'riskScore',
  'rule',
  'status',
  'userId',
  'userName',
] as const;

/** Absent values come last in both directions, and the newest first among equal ones. */
export const searchSort = z.strictObject({
  field: z.union([z.enum(SEARCH_SORTS), ownField]),
  direction: z.enum(['ascending', 'descending']),
});
export type SearchSort = z.infer<typeof searchSort>;

export const searchRow = z.strictObject({
  environmentId: guid,
  eventType: z.string(),
  eventId: z.string(),
  eventTime: instant,
  receivedAt: instant,
  decision,
  reason: z.string().nullable(),
  rule: z.string().nullable(),
  clause: z.string().nullable(),
  riskScore: z.number().int().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  ipAddress: z.string().nullable(),
  country: z.string().nullable(),
  deviceId: z.string().nullable(),
  /** The first card or other instrument of the event. */
  paymentInstrumentId: z.string().nullable(),
  fraudLabel: z.enum(FRAUD_LABELS),
  status: z.string().nullable(),
  /** Searchable fields of the customer's own; times in milliseconds since 1970. */
  own: z.array(z.strictObject({ path: z.string(), values: z.array(z.union([z.string(), z.number(), z.boolean()])) })),
});
export type SearchRow = z.infer<typeof searchRow>;

export const SEARCH_ERRORS = [
  'SRCH-OFF',
  'SRCH-RANGE-TOO-LONG',
  'SRCH-QUERY-INVALID',
  'SRCH-FIELD-UNKNOWN',
  'SRCH-FIELD-MASKED',
  'SRCH-SORT-TOO-MANY',
  'SRCH-TIMEOUT',
] as const;

/** Longest cursor: it may hold the beginning of the value that a page was sorted by. */
export const MAX_SEARCH_CURSOR = 2000;

export const searchEvents = defineEndpoint({
  id: 'search.events',
  summary:
    'Events of a time range that match every filter, paged by key: newest first or sorted by a field, of up to a million matching events.',
  method: 'POST',
  path: `${base}/events`,
  permission: 'search:read',
  params: environmentParams,
  body: query.extend({
    /** Newest first where it is missing. */
    sort: searchSort.optional(),
    cursor: z.string().max(MAX_SEARCH_CURSOR).nullable().default(null),
    limit: z.number().int().min(1).max(500).default(100),
  }),
  response: z.strictObject({ rows: z.array(searchRow), nextCursor, asOf: instant }),
  errors: SEARCH_ERRORS,
});

const facetValue = z.strictObject({ value: z.string().nullable(), events: z.number().int() });
const facet = z.array(facetValue);

export const summariseSearch = defineEndpoint({
  id: 'search.summary',
  summary: 'Counts of the same query: total, decision mix, volume over time and the most frequent values.',
  method: 'POST',
  path: `${base}/summary`,
  permission: 'search:read',
  params: environmentParams,
  body: query,
  response: z.strictObject({
    total: z.number().int(),
    amount: z.number().nullable(),
    currency: z.string().nullable(),
    decisions: decisionCounts,
    labelledFraud: z.number().int(),
    bucketMs: z.number().int(),
    buckets: z.array(z.strictObject({ from: instant, decisions: decisionCounts })),
    /** Clauses come with the rule they stand in. */
    facets: z.strictObject({
      clause: z.array(facetValue.extend({ rule: z.string().nullable() })),
      country: facet,
      reason: facet,
    }),
    /** What rules are called, or were last, that filters by `hit` and `decidedBy` name; those of other environments are missing. */
    ruleNames: z.array(z.strictObject({ ruleId: guid, name: z.string() })),
    asOf: instant,
  }),
  errors: SEARCH_ERRORS,
});

/** Fields that lead to events by one value. */
export const MATCHED_FIELDS = [
  'eventId',
  'userId',
  'userName',
  'email',
  'deviceId',
  'ipAddress',
  'paymentInstrumentId',
  'cardNumberStart',
] as const satisfies readonly SearchField[];

const searchMatch = z.strictObject({
  eventType: z.string(),
  field: z.union([z.enum(MATCHED_FIELDS), ownField]),
  /** At most 100: as many or more. */
  events: z.number().int(),
  newest: instant,
  /** Where the event is that has the text as its id; null for other fields. */
  environmentId: guid.nullable(),
});
export type SearchMatch = z.infer<typeof searchMatch>;

export const findSearchMatches = defineEndpoint({
  id: 'search.matches',
  summary: 'Which fields of which events of the last thirteen months hold a text: an id, a name, an address, a card.',
  method: 'POST',
  path: `${base}/matches`,
  permission: 'search:read',
  params: environmentParams,
  body: z.strictObject({ text: z.string().trim().min(1).max(256), includeChildren: z.boolean().default(true) }),
  response: z.strictObject({ matches: z.array(searchMatch) }),
  errors: ['SRCH-OFF', 'ENV-UNKNOWN', 'SRCH-TIMEOUT'],
});
