import { MAX_SEARCH_EXPORTS, SEARCH_EXPORT_FORMATS, SEARCH_EXPORT_STATES } from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { MAX_SEARCH_CONDITION } from './scan.ts';
import { query, SEARCH_ERRORS, searchSort } from './search.ts';

const base = '/platform/v1/environments/:environmentId/search/exports';
const exportParams = environmentParams.extend({ exportId: guid });

const searchExport = z.strictObject({
  id: guid,
  /** What the file is called. */
  name: z.string(),
  format: z.enum(SEARCH_EXPORT_FORMATS),
  state: z.enum(SEARCH_EXPORT_STATES),
  /** Whether personal values stand in it as they are; masks otherwise. */
  hasPersonal: z.boolean(),
  /** Share of what is searched that was looked at, 0–1. */
  share: z.number(),
  /** Written so far. */
  events: z.number().int(),
  /** Of the file; 0 until it is ready. */
  bytes: z.number().int(),
  /** Whether more events match than a file takes: the first in its order are in it. */
  isCut: z.boolean(),
  /** Code of the error that ended it. */
  problem: z.string().nullable(),
  askedAt: instant,
  readyAt: instant.nullable(),
  /** When the file is removed. */
  expiresAt: instant,
});
export type SearchExport = z.infer<typeof searchExport>;

export const startSearchExport = defineEndpoint({
  id: 'searchExports.start',
  summary:
    'Write the events of a search to a file, up to 500,000: newest first, sorted by a field, or those of a condition as the search by it finds them. Personal values are masked unless they are asked for, which needs personalData:read.',
  method: 'POST',
  path: base,
  permission: 'search:read',
  params: environmentParams,
  body: query.extend({
    eventType: z.union([query.shape.eventType.unwrap(), assessmentName]).default('purchase'),
    /** A condition in FQL that holds for the events; empty for none. */
    condition: z.string().trim().max(MAX_SEARCH_CONDITION).default(''),
    /** Newest first where it is missing; with a condition events come as they are found. */
    sort: searchSort.optional(),
    format: z.enum(SEARCH_EXPORT_FORMATS),
    withPersonal: z.boolean().default(false),
  }),
  response: searchExport,
  errors: [
    ...SEARCH_ERRORS,
    'SRCH-CONDITION-INVALID',
    'SRCH-CONDITION-MASKED',
    'SRCH-SORT-CONDITION',
    'BACKTEST-TOO-LARGE',
    'SRCH-EXPORT-LIMIT',
    'SRCH-EXPORT-MASKED',
    'RESIDENCY-DOWNLOAD',
  ],
});

export const getSearchExports = defineEndpoint({
  id: 'searchExports.list',
  summary: 'The exports that the caller asked for in an environment, newest first.',
  method: 'GET',
  path: base,
  permission: 'search:read',
  params: environmentParams,
  response: z.strictObject({ exports: z.array(searchExport).max(MAX_SEARCH_EXPORTS) }),
});

export const downloadSearchExport = defineEndpoint({
  id: 'searchExports.file',
  summary: 'The file of an own export. Takes Range and If-Range with its ETag, so that a download can be resumed.',
  method: 'GET',
  path: `${base}/:exportId/file`,
  permission: 'search:read',
  params: exportParams,
  /** CSV, NDJSON or Parquet: one row for each event. */
  response: z.unknown(),
  responseType: 'file',
  errors: ['SRCH-EXPORT-UNKNOWN', 'SRCH-EXPORT-GONE', 'SRCH-EXPORT-MASKED', 'SRCH-EXPORT-RANGE', 'RESIDENCY-DOWNLOAD'],
});

export const removeSearchExport = defineEndpoint({
  id: 'searchExports.remove',
  summary: 'Cancel an own export that waits or runs, or remove its file.',
  method: 'DELETE',
  path: `${base}/:exportId`,
  permission: 'search:read',
  params: exportParams,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['SRCH-EXPORT-UNKNOWN'],
});
