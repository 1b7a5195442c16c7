import {
  CSV_DELIMITERS,
  MAX_LIST_CACHE_SECONDS,
  MAX_LIST_CHANGES,
  MAX_LIST_COLUMNS,
  MAX_LIST_TIMEOUT_MS,
  TEXT_ENCODINGS,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, nextCursor, textUser, versionTag } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/lists';
const listParams = environmentParams.extend({ listId: guid });

/** Under 20 MB, as the original (`docs/reference/deciding.md#lists`). */
export const MAX_LIST_BYTES = 20_000_000;
export const PREVIEW_ROWS = 20;

const identifier = z.string().trim().min(1).max(63);
const manner = {
  timeoutMs: z.number().int().min(1).max(MAX_LIST_TIMEOUT_MS),
  cacheSeconds: z.number().int().min(0).max(MAX_LIST_CACHE_SECONDS),
};

/** Where the rows of a list are kept; the secret is given separately and never shown. */
export const listSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('postgresql'),
    host: z
      .string()
      .trim()
      .max(253)
      .regex(/^[a-z0-9_.:-]+$/i),
    port: z.number().int().min(1).max(65_535),
    database: identifier,
    user: identifier,
    schema: identifier,
    table: identifier,
    tls: z.boolean(),
    ...manner,
  }),
  z.strictObject({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }).max(2000),
    ...manner,
  }),
]);

/** What opens the place where rows are kept. */
export const listSecret = z.string().max(4000);

const columnName = z.string().min(1).max(2000);

export const listSummary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  source: z.enum(['csv', 'postgresql', 'http']),
  /** Where the rows are kept; null where they are here. */
  connection: listSource.nullable(),
  hasSecret: z.boolean(),
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  sizeBytes: z.number().int(),
  /** Number of the current content, from 1. */
  contentVersion: z.number().int(),
  /** Column that says when a row expires; null where rows never do. */
  expiryColumn: z.string().nullable(),
  /** Published texts of the environment that name the list. */
  usedBy: z.array(textUser),
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

/** What one content differs by from another: rows matched by their whole text, the first of each kind shown. */
export const listDifference = z.strictObject({
  added: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
  columnsAdded: z.array(z.string()),
  columnsRemoved: z.array(z.string()),
  addedRows: z.array(z.array(z.string())),
  removedRows: z.array(z.array(z.string())),
});
export type ListDifference = z.infer<typeof listDifference>;

/** What a file holds, before it is kept: shown so that a list is not replaced blindly. */
export const listPreview = z.strictObject({
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  sizeBytes: z.number().int(),
  /** What was recognised as dividing cells, and as standing for letters. */
  delimiter: z.enum(CSV_DELIMITERS),
  encoding: z.enum(TEXT_ENCODINGS),
  /** Of a file of one column: the sign that most likely was to divide it; null for none. */
  likelyDivider: z.string().nullable(),
  rows: z.array(z.array(z.string())),
  /** Why the file cannot be used; line numbers count from 1 and include the header. */
  problems: z.array(z.strictObject({ line: z.number().int(), message: z.string(), code: z.string() })),
  /** Against the current content, when a list was named: rows matched by their whole text. */
  difference: listDifference.nullable(),
});
export type ListPreview = z.infer<typeof listPreview>;

export const previewList = defineEndpoint({
  id: 'lists.preview',
  summary: 'Read an uploaded CSV without keeping it: columns, first rows, problems, and the difference to a list.',
  method: 'POST',
  path: `${base}/preview`,
  permission: 'lists:write',
  params: environmentParams,
  query: z.strictObject({
    listId: guid.optional(),
    /** What is to become of the file: the whole content, or rows behind the present ones. */
    as: z.enum(['content', 'append']).default('content'),
    /** Column that is to say when rows expire; for a list that exists, its own. */
    expiryColumn: columnName.optional(),
  }),
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
  query: z.strictObject({
    name: listName,
    description: z.string().max(500).default(''),
    expiryColumn: columnName.optional(),
  }),
  bodyKind: 'csv',
  body: z.string(),
  response: listSummary,
  errors: ['LIST-NAME-TAKEN', 'LIST-NAME-INVALID', 'LIST-FILE-INVALID', 'LIST-TOO-LARGE'],
});

/** A file that goes into the content of a list, in the place of its rows or behind them. */
const upload = {
  path: `${base}/:listId/file`,
  permission: 'lists:write',
  secondPerson: true,
  params: listParams,
  query: z.strictObject({ version: versionTag }),
  bodyKind: 'csv',
  body: z.string(),
  response: listSummary,
} as const;

export const replaceList = defineEndpoint({
  id: 'lists.replace',
  summary: 'Replace the content of a list with an uploaded CSV; the earlier content stays as a version.',
  method: 'PUT',
  ...upload,
  errors: ['LIST-UNKNOWN', 'LIST-FILE-INVALID', 'LIST-TOO-LARGE', 'LIST-COLUMN-IN-USE', 'LIST-STALE', 'LIST-IS-REMOTE'],
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
  summary: 'The current content as CSV, or an earlier one.',
  method: 'GET',
  path: `${base}/:listId/file`,
  permission: 'lists:read',
  params: listParams,
  query: z.strictObject({ contentVersion: z.coerce.number().int().min(1).optional() }),
  response: z.string(),
  responseType: 'csv',
  errors: ['LIST-UNKNOWN', 'LIST-VERSION-UNKNOWN', 'RESIDENCY-DOWNLOAD'],
});

const cells = z.array(z.string().max(100_000)).max(MAX_LIST_COLUMNS);
const ordinal = z.number().int().min(1);

/** One change of a change set; ordinals are those of the content it was made from. */
export const listRowChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), ordinal, cells }),
  z.strictObject({ kind: z.literal('remove'), ordinal }),
  z.strictObject({ kind: z.literal('add'), cells }),
]);
export type ListRowChange = z.infer<typeof listRowChange>;

export const changeListRows = defineEndpoint({
  id: 'lists.changeRows',
  summary: 'Change, remove and add rows as one change set, which makes one version.',
  method: 'POST',
  path: `${base}/:listId/rows`,
  permission: 'lists:write',
  secondPerson: true,
  params: listParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ version: versionTag, changes: z.array(listRowChange).min(1).max(MAX_LIST_CHANGES) }),
  response: listSummary,
  errors: ['LIST-UNKNOWN', 'LIST-STALE', 'LIST-IS-REMOTE', 'LIST-ROW-INVALID', 'LIST-UNCHANGED', 'LIST-TOO-LARGE'],
});

export const appendToList = defineEndpoint({
  id: 'lists.append',
  summary: 'Put the rows of an uploaded CSV with the same columns behind those of a list.',
  method: 'POST',
  ...upload,
  errors: ['LIST-UNKNOWN', 'LIST-STALE', 'LIST-IS-REMOTE', 'LIST-FILE-INVALID', 'LIST-UNCHANGED', 'LIST-TOO-LARGE'],
});

export const setListExpiry = defineEndpoint({
  id: 'lists.setExpiry',
  summary: 'Say which column tells when rows expire; null for rows that never do.',
  method: 'PUT',
  path: `${base}/:listId/expiry`,
  permission: 'lists:write',
  secondPerson: true,
  params: listParams,
  body: z.strictObject({ version: versionTag, column: columnName.nullable() }),
  response: listSummary,
  errors: ['LIST-UNKNOWN', 'LIST-STALE', 'LIST-IS-REMOTE', 'LIST-ROW-INVALID'],
});

export const listVersion = z.strictObject({
  contentVersion: z.number().int(),
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  sizeBytes: z.number().int(),
  expiryColumn: z.string().nullable(),
  /** Where its rows were asked for; null for rows that are kept with it. */
  connection: listSource.nullable(),
  origin: z.enum(['upload', 'append', 'edit', 'rollback', 'expiry', 'source']),
  /** The version a roll-back brought back. */
  restoredVersion: z.number().int().nullable(),
  made: authorship,
});
export type ListVersion = z.infer<typeof listVersion>;

export const getListVersions = defineEndpoint({
  id: 'lists.versions',
  summary: 'Contents a list has had, newest first.',
  method: 'GET',
  path: `${base}/:listId/versions`,
  permission: 'lists:read',
  params: listParams,
  query: z.strictObject({
    cursor: z.string().max(20).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.strictObject({ versions: z.array(listVersion), nextCursor }),
  errors: ['LIST-UNKNOWN'],
});

const contentVersion = z.coerce.number().int().min(1);

export const getListDifference = defineEndpoint({
  id: 'lists.difference',
  summary: 'What changed from one version of a list to another.',
  method: 'GET',
  path: `${base}/:listId/difference`,
  permission: 'lists:read',
  params: listParams,
  query: z.strictObject({ from: contentVersion, to: contentVersion }),
  response: listDifference,
  errors: ['LIST-UNKNOWN', 'LIST-VERSION-UNKNOWN'],
});

export const rollBackList = defineEndpoint({
  id: 'lists.rollBack',
  summary: 'Make an earlier version the current one again, as a new one: its rows, or where they are asked for.',
  method: 'POST',
  path: `${base}/:listId/rollback`,
  permission: 'lists:write',
  secondPerson: true,
  params: listParams,
  body: z.strictObject({
    version: versionTag,
    contentVersion: z.number().int().min(1),
    /** Of the place where rows are asked for; absent where it is the same place, empty for none. */
    secret: listSecret.optional(),
  }),
  response: listSummary,
  errors: [
    'LIST-UNKNOWN',
    'LIST-STALE',
    'LIST-SOURCE-INVALID',
    'LIST-VERSION-UNKNOWN',
    'LIST-UNCHANGED',
    'LIST-COLUMN-IN-USE',
  ],
});

export const deleteList = defineEndpoint({
  id: 'lists.delete',
  summary: 'Delete a list; refused while a published text names it.',
  method: 'DELETE',
  path: `${base}/:listId`,
  permission: 'lists:write',
  params: listParams,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['LIST-UNKNOWN', 'LIST-REFERENCED', 'LIST-STALE'],
});
