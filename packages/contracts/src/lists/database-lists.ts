import { MAX_LIST_CACHE_SECONDS, MAX_LIST_COLUMNS, MAX_LIST_TIMEOUT_MS } from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { callMetrics, periodQuery } from '../external-calls/external-calls.ts';
import { listSecret, listSource, listSummary } from './lists.ts';

const base = '/platform/v1/environments/:environmentId/lists/database';

const text = {
  description: z.string().max(500).default(''),
  columns: z.array(z.string().trim().min(1).max(200)).min(1).max(MAX_LIST_COLUMNS),
  source: listSource,
};

export const createDatabaseList = defineEndpoint({
  id: 'databaseLists.create',
  summary: `A list whose rows are asked for where they are kept, within ${MAX_LIST_TIMEOUT_MS} ms and kept for up to ${MAX_LIST_CACHE_SECONDS} s.`,
  method: 'POST',
  path: base,
  permission: 'lists:write',
  params: environmentParams,
  body: z.strictObject({ name: z.string().trim().min(1).max(60), ...text, secret: listSecret.default('') }),
  response: listSummary,
  errors: ['LIST-NAME-TAKEN', 'LIST-NAME-INVALID', 'LIST-SOURCE-INVALID'],
});

export const changeDatabaseList = defineEndpoint({
  id: 'databaseLists.change',
  summary: 'Change where the rows of a list are asked for; a new place needs its secret again.',
  method: 'PUT',
  path: `${base}/:listId`,
  permission: 'lists:write',
  secondPerson: true,
  params: environmentParams.extend({ listId: guid }),
  body: z.strictObject({
    version: versionTag,
    ...text,
    /** Absent where it stays as it is; empty for none. */
    secret: listSecret.optional(),
  }),
  response: listSummary,
  errors: ['LIST-UNKNOWN', 'LIST-STALE', 'LIST-IS-REMOTE', 'LIST-SOURCE-INVALID', 'LIST-COLUMN-IN-USE'],
});

export const testDatabaseList = defineEndpoint({
  id: 'databaseLists.test',
  summary: 'Connect to where rows are kept: columns and first rows of a table, or the row of a key.',
  method: 'POST',
  path: `${base}/test`,
  permission: 'lists:write',
  params: environmentParams,
  body: z.strictObject({
    source: listSource,
    /** The list whose secret is used where none is given. */
    listId: guid.nullable().default(null),
    secret: listSecret.optional(),
    column: z.string().max(200).default(''),
    key: z.string().max(2000).default(''),
  }),
  response: z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  errors: ['LIST-UNKNOWN', 'LIST-SOURCE-INVALID', 'LIST-SOURCE-FAILED'],
});

export const getDatabaseListMetrics = defineEndpoint({
  id: 'databaseLists.metrics',
  summary: 'How look-ups in a database list did over a period: rate, latency, success, and errors by kind.',
  method: 'GET',
  path: `${base}/:listId/metrics`,
  permission: 'lists:read',
  params: environmentParams.extend({ listId: guid }),
  query: periodQuery,
  response: callMetrics,
  errors: ['LIST-UNKNOWN', 'LIST-IS-REMOTE'],
});
