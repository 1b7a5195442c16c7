import { z } from 'zod';
import { authorship, environmentParams, guid, nextCursor, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/lists';
const listParams = environmentParams.extend({ listId: guid });

/** Under 20 MB, as the original (`decisioning.md` §5.1). */
export const MAX_LIST_BYTES = 20_000_000;
export const PREVIEW_ROWS = 20;

export const listSummary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  source: z.enum(['csv']),
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  sizeBytes: z.number().int(),
  /** Number of the current content, from 1. */
  contentVersion: z.number().int(),
  /** Published rules whose text names the list. */
  usedBy: z.array(z.strictObject({ ruleId: guid, ruleName: z.string(), assessment: z.string().nullable() })),
  changed: authorship,
  version: versionTag,
});
export type ListSummary = z.infer<typeof listSummary>;

export const getLists = defineEndpoint({
  id: 'lists.list',
  summary: 'The custom lists of an environment.',
  method: 'GET',
  path: base,
  permission: 'lists:read',
  params: environmentParams,
  response: z.strictObject({ lists: z.array(listSummary), canWrite: z.boolean() }),
});

/** What a file holds, before it is kept: shown so that nobody replaces a list blindly. */
export const listPreview = z.strictObject({
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  sizeBytes: z.number().int(),
  rows: z.array(z.array(z.string())),
  /** Why the file cannot be used; line numbers count from 1 and include the header. */
  problems: z.array(z.strictObject({ line: z.number().int(), message: z.string(), code: z.string() })),
  /** Against the current content, when a list was named: rows matched by their whole text. */
  difference: z
    .strictObject({
      added: z.number().int(),
      removed: z.number().int(),
      unchanged: z.number().int(),
      columnsAdded: z.array(z.string()),
      columnsRemoved: z.array(z.string()),
      addedRows: z.array(z.array(z.string())),
      removedRows: z.array(z.array(z.string())),
    })
    .nullable(),
});
export type ListPreview = z.infer<typeof listPreview>;

export const previewList = defineEndpoint({
  id: 'lists.preview',
  summary: 'Read an uploaded CSV without keeping it: columns, first rows, problems, and the difference to a list.',
  method: 'POST',
  path: `${base}/preview`,
  permission: 'lists:write',
  params: environmentParams,
  query: z.strictObject({ listId: guid.optional() }),
  bodyKind: 'csv',
  body: z.string(),
  response: listPreview,
  errors: ['LIST-UNKNOWN', 'LIST-TOO-LARGE'],
});

const listName = z.string().trim().min(1).max(60);

export const createList = defineEndpoint({
  id: 'lists.create',
  summary: 'Keep an uploaded CSV as a new list.',
  method: 'POST',
  path: base,
  permission: 'lists:write',
  params: environmentParams,
  query: z.strictObject({ name: listName, description: z.string().max(500).default('') }),
  bodyKind: 'csv',
  body: z.string(),
  response: listSummary,
  errors: ['LIST-NAME-TAKEN', 'LIST-NAME-INVALID', 'LIST-FILE-INVALID', 'LIST-TOO-LARGE'],
});

export const replaceList = defineEndpoint({
  id: 'lists.replace',
  summary: 'Replace the content of a list with an uploaded CSV; the earlier content stays as a version.',
  method: 'PUT',
  path: `${base}/:listId/file`,
  permission: 'lists:write',
  params: listParams,
  query: z.strictObject({ version: versionTag }),
  bodyKind: 'csv',
  body: z.string(),
  response: listSummary,
  errors: ['LIST-UNKNOWN', 'LIST-FILE-INVALID', 'LIST-TOO-LARGE', 'LIST-COLUMN-IN-USE', 'LIST-STALE'],
});

export const describeList = defineEndpoint({
  id: 'lists.describe',
  summary: 'Change the description of a list.',
  method: 'PATCH',
  path: `${base}/:listId`,
  permission: 'lists:write',
  params: listParams,
  body: z.strictObject({ version: versionTag, description: z.string().max(500) }),
  response: listSummary,
  errors: ['LIST-UNKNOWN', 'LIST-STALE'],
});

export const getListRows = defineEndpoint({
  id: 'lists.rows',
  summary: 'Rows of the current content, in file order, optionally only those containing a text.',
  method: 'GET',
  path: `${base}/:listId/rows`,
  permission: 'lists:read',
  params: listParams,
  query: z.strictObject({
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    contains: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    list: listSummary,
    rows: z.array(z.strictObject({ ordinal: z.number().int(), cells: z.array(z.string()) })),
    nextCursor,
  }),
  errors: ['LIST-UNKNOWN'],
});

export const downloadList = defineEndpoint({
  id: 'lists.download',
  summary: 'The current content as CSV.',
  method: 'GET',
  path: `${base}/:listId/file`,
  permission: 'lists:read',
  params: listParams,
  response: z.string(),
  responseType: 'csv',
  errors: ['LIST-UNKNOWN'],
});

export const deleteList = defineEndpoint({
  id: 'lists.delete',
  summary: 'Delete a list; refused while a published rule names it.',
  method: 'DELETE',
  path: `${base}/:listId`,
  permission: 'lists:write',
  params: listParams,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['LIST-UNKNOWN', 'LIST-REFERENCED', 'LIST-STALE'],
});
