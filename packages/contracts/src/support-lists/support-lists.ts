import {
  MAX_SUPPORT_COMMENTS,
  MAX_SUPPORT_LINES,
  MAX_SUPPORT_REASON,
  SUPPORT_ENTITIES,
  SUPPORT_SOURCES,
  SUPPORT_STATUSES,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, instant, nextCursor, textUser } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/supportlists';

export const supportEntity = z.enum(SUPPORT_ENTITIES);
export const supportStatus = z.enum(SUPPORT_STATUSES);
const listParams = environmentParams.extend({ supportEntity });

export const supportListSummary = z.strictObject({
  entity: supportEntity,
  /** As rules write it. */
  name: z.string(),
  /** Column of the values, for `Lookup` and `ContainsKey`. */
  column: z.string(),
  /** Where events carry such a value. */
  attribute: z.string(),
  /** Entries that have not expired. */
  counts: z.strictObject({ Safe: z.number().int(), Watch: z.number().int(), Block: z.number().int() }),
  /** Of these, how many expire within seven days. */
  expiringSoon: z.number().int(),
  /** Published texts of the environment that read the list. */
  usedBy: z.array(textUser),
  /** Null for a list that was never changed. */
  changed: authorship.nullable(),
});
export type SupportListSummary = z.infer<typeof supportListSummary>;

export const getSupportLists = defineEndpoint({
  id: 'supportLists.list',
  summary: 'The five support lists of an environment, counted.',
  method: 'GET',
  path: base,
  permission: 'lists:read',
  params: environmentParams,
  response: z.strictObject({ lists: z.array(supportListSummary), canWrite: z.boolean() }),
});

export const supportEntry = z.strictObject({
  value: z.string(),
  status: supportStatus,
  reason: z.string(),
  comments: z.string(),
  expiresAt: instant.nullable(),
  source: z.enum(SUPPORT_SOURCES),
  added: authorship,
});
export type SupportEntry = z.infer<typeof supportEntry>;

export const getSupportEntries = defineEndpoint({
  id: 'supportLists.entries',
  summary: 'Entries of a support list that have not expired, newest first.',
  method: 'GET',
  path: `${base}/:supportEntity/entries`,
  permission: 'lists:read',
  params: listParams,
  query: z.strictObject({
    cursor: z.string().max(800).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    contains: z.string().max(200).optional(),
    status: supportStatus.optional(),
    /** Only what expires within so many days. */
    expiresWithinDays: z.coerce.number().int().min(1).max(3650).optional(),
  }),
  response: z.strictObject({ entries: z.array(supportEntry), nextCursor }),
});

/** What became of one line of a change. */
export const SUPPORT_OUTCOMES = ['added', 'changed', 'unchanged', 'removed', 'absent', 'repeated', 'invalid'] as const;

export const supportLineResult = z.strictObject({
  /** Place of the value in the request, from 1. */
  line: z.number().int(),
  value: z.string(),
  outcome: z.enum(SUPPORT_OUTCOMES),
  /** Status before the change; null where there was none. */
  before: supportStatus.nullable(),
  /** Why the value cannot be an entry. */
  problem: z.enum(['empty', 'tooLong', 'unreadable', 'notEmail', 'notIpAddress']).nullable(),
});
export type SupportLineResult = z.infer<typeof supportLineResult>;

export const changeSupportEntries = defineEndpoint({
  id: 'supportLists.change',
  summary: 'Give many values of a support list one status, or remove them; each line is answered.',
  method: 'POST',
  path: `${base}/:supportEntity/entries`,
  permission: 'supportListStatus:write',
  secondPerson: true,
  params: listParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    values: z.array(z.string().max(2000)).min(1).max(MAX_SUPPORT_LINES),
    /** Null removes the values. */
    status: supportStatus.nullable(),
    reason: z.string().trim().max(MAX_SUPPORT_REASON).default(''),
    comments: z.string().trim().max(MAX_SUPPORT_COMMENTS).default(''),
    /** In the future; null for entries that stay until they are removed. */
    expiresAt: instant.nullable().default(null),
    source: z.enum(SUPPORT_SOURCES).default('ListPage'),
  }),
  response: z.strictObject({
    results: z.array(supportLineResult),
    list: supportListSummary,
  }),
  errors: ['SUPPORT-LIST-LIMIT'],
});

export const getSupportValue = defineEndpoint({
  id: 'supportLists.value',
  summary: 'What a support list says of one value, and what it said before.',
  method: 'GET',
  path: `${base}/:supportEntity/value`,
  permission: 'supportListStatus:read',
  params: listParams,
  query: z.strictObject({ value: z.string().min(1).max(2000) }),
  response: z.strictObject({
    /** Null where there is no entry, or it has expired. */
    current: supportEntry.nullable(),
    /** Earlier entries of the value, newest first. */
    earlier: z.array(supportEntry),
  }),
});

export const downloadSupportList = defineEndpoint({
  id: 'supportLists.download',
  summary: 'Entries of a support list that have not expired, as CSV.',
  method: 'GET',
  path: `${base}/:supportEntity/file`,
  permission: 'lists:read',
  params: listParams,
  response: z.string(),
  responseType: 'csv',
  errors: ['RESIDENCY-DOWNLOAD'],
});
