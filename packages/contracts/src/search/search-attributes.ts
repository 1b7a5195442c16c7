import {
  ASSESSMENT_KINDS,
  BACKFILL_STATUSES,
  FIELD_TYPES,
  MAX_ATTRIBUTE_PATH,
  SEARCH_ATTRIBUTE_TYPES,
  type AssessmentKind,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, definedAssessment, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const path = '/platform/v1/environments/:environmentId/search/attributes';
const params = environmentParams.extend({ attributeId: guid });
const eventType = z.enum(ASSESSMENT_KINDS as [AssessmentKind, ...AssessmentKind[]]);

const searchWork = z.strictObject({
  /** Values of stored events are written down, or taken away. */
  task: z.enum(['fill', 'remove']),
  status: z.enum(BACKFILL_STATUSES),
  /** Events looked at, of those there were when it began and came since. */
  eventsDone: z.number().int(),
  eventsTotal: z.number().int(),
  /** Events that carried the attribute. */
  eventsFound: z.number().int(),
  eventsPerSecond: z.number(),
  /** Null while it is unknown. */
  secondsLeft: z.number().int().nullable(),
  /** Code of the error that ended it. */
  problem: z.string().nullable(),
  finishedAt: instant.nullable(),
});
export type SearchWork = z.infer<typeof searchWork>;

const searchAttribute = z.strictObject({
  eventType: z.union([eventType, definedAssessment]),
  field: z.string(),
  path: z.string(),
  /** What people call it; empty where it has no name but its path. */
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  /** As rules name it as a kind of the graph, `attribute:Points.agent.card`; null where links do not go through it. */
  linkableAs: z.string().nullable(),
  /**
   * Of an attribute of the product's events. A field of a defined assessment is made searchable by its schema: it has this
   * once stored events were looked through for it, and null before.
   */
  kept: z
    .strictObject({
      id: guid,
      /** False where an environment above or below made it searchable: it is changed there. */
      isHere: z.boolean(),
      made: authorship,
      /** Null where stored events were never looked at. */
      work: searchWork.nullable(),
    })
    .nullable(),
  /** Whether stored events can be looked through for this field of a defined assessment, and never were. */
  canFill: z.boolean(),
});
export type SearchAttribute = z.infer<typeof searchAttribute>;

const searchAttributes = z.strictObject({
  attributes: z.array(searchAttribute),
  /** Observations and labels that events can have; `name` is what a customer calls one, null for one of the product. */
  observations: z.array(z.strictObject({ eventType: z.string(), kind: z.string(), name: z.string().nullable() })),
  /** Whether the caller may make others searchable. */
  canWrite: z.boolean(),
});
export type SearchAttributes = z.infer<typeof searchAttributes>;

export const getSearchAttributes = defineEndpoint({
  id: 'search.attributes',
  summary:
    'What events here and below can be searched by besides the fields of the product, and how far stored ones are.',
  method: 'GET',
  path,
  permission: 'search:read',
  params: environmentParams,
  response: searchAttributes,
  errors: ['ENV-UNKNOWN'],
});

export const createSearchAttribute = defineEndpoint({
  id: 'search.attributes.create',
  summary: 'Make an attribute of events of the product searchable, in new events and, where asked, in stored ones.',
  method: 'POST',
  path,
  permission: 'assessments:write',
  params: environmentParams,
  body: z.strictObject({
    eventType,
    /** Names joined by dots, as rules write it. */
    path: z.string().trim().min(1).max(MAX_ATTRIBUTE_PATH),
    type: z.enum(SEARCH_ATTRIBUTE_TYPES),
    /** Whether stored events are looked through. */
    fill: z.boolean().default(true),
  }),
  response: searchAttributes,
  errors: [
    'SRCH-OFF',
    'SRCH-ATTRIBUTE-PATH',
    'SRCH-ATTRIBUTE-NO-VALUE',
    'SRCH-ATTRIBUTE-TYPE',
    'SRCH-ATTRIBUTE-KNOWN',
    'SRCH-ATTRIBUTE-EXISTS',
    'SRCH-ATTRIBUTE-BELOW',
    'SRCH-ATTRIBUTE-REMOVING',
    'SRCH-ATTRIBUTE-LIMIT',
  ],
});

export const deleteSearchAttribute = defineEndpoint({
  id: 'search.attributes.delete',
  summary: 'End the search by an attribute; its values are taken away.',
  method: 'DELETE',
  path: `${path}/:attributeId`,
  permission: 'assessments:write',
  params,
  response: searchAttributes,
  errors: ['SRCH-OFF', 'SRCH-INDEX-BUSY', 'SRCH-ATTRIBUTE-UNKNOWN'],
});

export const startSearchBackfill = defineEndpoint({
  id: 'search.attributes.backfill.start',
  summary: 'Look for an attribute in stored events; what was cancelled or failed goes on where it was.',
  method: 'POST',
  path: `${path}/:attributeId/backfill`,
  permission: 'assessments:write',
  params,
  response: searchAttributes,
  errors: ['SRCH-OFF', 'SRCH-ATTRIBUTE-UNKNOWN', 'SRCH-ATTRIBUTE-REMOVING'],
});

export const startFieldBackfill = defineEndpoint({
  id: 'search.fields.backfill.start',
  summary: 'Look for a searchable field of a defined assessment in its stored events.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/search/fields/backfill',
  permission: 'assessments:write',
  params: environmentParams,
  body: z.strictObject({ eventType: definedAssessment, path: z.string().trim().min(1).max(400) }),
  response: searchAttributes,
  errors: ['SRCH-OFF', 'ASSESSMENT-UNKNOWN', 'ASSESSMENT-NOT-ROOT', 'SRCH-FIELD-UNKNOWN'],
});

export const cancelSearchBackfill = defineEndpoint({
  id: 'search.attributes.backfill.cancel',
  summary: 'Stop looking through stored events; what was found stays.',
  method: 'POST',
  path: `${path}/:attributeId/backfill/cancel`,
  permission: 'assessments:write',
  params,
  response: searchAttributes,
  errors: ['SRCH-ATTRIBUTE-UNKNOWN'],
});
