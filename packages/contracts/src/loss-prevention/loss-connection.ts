import { CONNECTION_STATES, MAX_FILE_PATTERN, RETAIL_SET_NAMES, SYNC_FREQUENCIES, SYNC_STATES } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/loss-prevention/connection';
const set = z.enum(RETAIL_SET_NAMES);

const connection = z.strictObject({
  canWrite: z.boolean(),
  /** Whether the operator set a directory that files may be taken from. */
  isAllowed: z.boolean(),
  /** Where files are put; null for those who may not upload. */
  folder: z.string().nullable(),
  state: z.enum(CONNECTION_STATES),
  frequency: z.enum(SYNC_FREQUENCIES),
  sets: z.array(
    z.strictObject({
      set,
      pattern: z.string(),
      /** Fields of the mapping; null where the names of columns say what they are. */
      mappedFields: z.number().int().nullable(),
    }),
  ),
  /** Files whose mapping can be taken over, newest first; none for those who may not upload. */
  models: z.array(z.strictObject({ id: guid, set, name: z.string(), at: instant })),
  isSyncing: z.boolean(),
  lastSyncAt: instant.nullable(),
  nextSyncAt: instant.nullable(),
  created: authorship.nullable(),
  /** The last ten, newest first. */
  syncs: z.array(
    z.strictObject({
      id: guid,
      state: z.enum(SYNC_STATES),
      startedAt: instant,
      endedAt: instant.nullable(),
      /** Files that were taken; of them, those that wait for a person. */
      files: z.number().int(),
      resting: z.number().int(),
      /** Files that are left to the next sync. */
      waiting: z.number().int(),
      /** Lines of the files. */
      stored: z.number().int(),
      refused: z.number().int(),
      repeated: z.number().int(),
      /** Code of the error that ended it, or that a file has. */
      problem: z.string().nullable(),
      problemFile: z.string().nullable(),
    }),
  ),
});
export type LossConnectionState = z.infer<typeof connection>;

export const getLossConnection = defineEndpoint({
  id: 'lossPrevention.connection',
  summary: 'The folder that files of loss prevention are taken from by the hour or day, and the last ten syncs.',
  method: 'GET',
  path: base,
  permission: 'lossPrevention:read',
  params: environmentParams,
  response: connection,
});

export const putLossConnection = defineEndpoint({
  id: 'lossPrevention.connection.put',
  summary: 'Connect an environment with its folder, again or for the first time, or change how its files are read.',
  method: 'PUT',
  path: base,
  permission: 'dataUpload:write',
  params: environmentParams,
  body: z.strictObject({
    frequency: z.enum(SYNC_FREQUENCIES),
    sets: z
      .array(
        z.strictObject({
          set,
          /** Names of its files, with `*` and `?`; empty where none are taken. */
          pattern: z.string().trim().max(MAX_FILE_PATTERN),
          /** How columns are mapped: by their names, as now, or as in an earlier file of the set. */
          mappingOf: z.union([z.literal('names'), z.literal('kept'), guid]),
        }),
      )
      .min(1)
      .max(RETAIL_SET_NAMES.length),
  }),
  response: connection,
  errors: ['LOSS-FILES-OFF', 'UPLOAD-UNKNOWN'],
});

export const startLossSync = defineEndpoint({
  id: 'lossPrevention.connection.sync',
  summary: 'Look for new files in the folder now.',
  method: 'POST',
  path: `${base}/sync`,
  permission: 'dataUpload:write',
  params: environmentParams,
  response: connection,
  errors: ['LOSS-NOT-CONNECTED'],
});

export const disconnectLossFiles = defineEndpoint({
  id: 'lossPrevention.connection.disconnect',
  summary: 'Take no more files from the folder; what was taken stays.',
  method: 'POST',
  path: `${base}/disconnect`,
  permission: 'dataUpload:write',
  params: environmentParams,
  response: connection,
  errors: ['LOSS-NOT-CONNECTED'],
});
