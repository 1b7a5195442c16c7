import { JOB_STATES } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/search-index';
const count = z.number().int();

/** Work on the index: rows are removed, or written anew from stored events. */
const indexWork = z.strictObject({
  kind: z.enum(['remove', 'fill']),
  state: z.enum(JOB_STATES),
  /** Rows that were removed, or events that were looked at. */
  done: count,
  /** Events to look at; null for a removal. */
  total: count.nullable(),
  secondsLeft: count.nullable(),
  /** Code of the error of the last attempt. */
  problem: z.string().nullable(),
  asked: authorship,
  finishedAt: instant.nullable(),
});

const searchIndexDetail = z.strictObject({
  isOn: z.boolean(),
  /** Events that arrived before are not found; null: all that are stored are. */
  foundFrom: instant.nullable(),
  /** What is left to do; null where the index is as the switch says. `rebuild` removes and then fills. */
  task: z.enum(['remove', 'rebuild', 'fill']).nullable(),
  /** The last work; null where there was none, or it is a month ago. */
  work: indexWork.nullable(),
  /** Environments that the asking person administers. */
  environments: z.array(
    z.strictObject({
      id: guid,
      name: z.string(),
      rows: count,
      /** Estimated: rows and their index, without free space. */
      bytes: count,
      oldestEvent: instant.nullable(),
      /** Days that events are kept; null for good. */
      retentionDays: count.nullable(),
    }),
  ),
  /** Name of the root environment where the switch is; null in it. */
  root: z.string().nullable(),
  /** False where there are roots whose search the asking person does not administer; the switch is for all. */
  isWhole: z.boolean(),
  changed: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type SearchIndexDetail = z.infer<typeof searchIndexDetail>;

export const getSearchIndex = defineEndpoint({
  id: 'searchIndex.get',
  summary: 'Whether the tenant keeps an index for search, how large it is by environment, and work on it.',
  method: 'GET',
  path: base,
  permission: 'adminSearch:read',
  params: environmentParams,
  response: searchIndexDetail,
});

export const putSearchIndex = defineEndpoint({
  id: 'searchIndex.put',
  summary: 'Switch search on or off for the whole tenant; its index is filled or removed by a job.',
  method: 'PUT',
  path: base,
  permission: 'adminSearch:write',
  params: environmentParams,
  body: z.strictObject({
    version: versionTag,
    isOn: z.boolean(),
    /** Where it is switched on: find stored events too, not only those from now on. */
    backfill: z.boolean().default(true),
  }),
  response: searchIndexDetail,
  errors: ['SRCH-INDEX-NOT-ROOT', 'SRCH-INDEX-NOT-WHOLE', 'SRCH-INDEX-STALE', 'SRCH-INDEX-BUSY'],
});

export const rebuildSearchIndex = defineEndpoint({
  id: 'searchIndex.rebuild',
  summary: 'Remove the index of the tenant and write it anew from all stored events.',
  method: 'POST',
  path: `${base}/rebuild`,
  permission: 'adminSearch:write',
  params: environmentParams,
  response: searchIndexDetail,
  errors: ['SRCH-INDEX-NOT-ROOT', 'SRCH-INDEX-NOT-WHOLE', 'SRCH-OFF', 'SRCH-INDEX-BUSY'],
});

export const cancelSearchIndexWork = defineEndpoint({
  id: 'searchIndex.cancel',
  summary: 'Stop the work on the index; it can go on from where it stands.',
  method: 'POST',
  path: `${base}/cancel`,
  permission: 'adminSearch:write',
  params: environmentParams,
  response: searchIndexDetail,
  errors: ['SRCH-INDEX-NOT-ROOT', 'SRCH-INDEX-NOT-WHOLE'],
});

export const resumeSearchIndexWork = defineEndpoint({
  id: 'searchIndex.resume',
  summary: 'Go on with work on the index that was stopped or failed.',
  method: 'POST',
  path: `${base}/resume`,
  permission: 'adminSearch:write',
  params: environmentParams,
  response: searchIndexDetail,
  errors: ['SRCH-INDEX-NOT-ROOT', 'SRCH-INDEX-NOT-WHOLE', 'SRCH-INDEX-NO-WORK'],
});

export const getSearchState = defineEndpoint({
  id: 'search.state',
  summary: 'Whether events can be searched, since when they are found, and how far the index is.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/search/state',
  permission: 'search:read',
  params: environmentParams,
  response: z.strictObject({
    isOn: z.boolean(),
    foundFrom: instant.nullable(),
    /** While the index is not complete: events that were looked at, of all. */
    filling: z.strictObject({ done: count, total: count, isStopped: z.boolean() }).nullable(),
  }),
});
