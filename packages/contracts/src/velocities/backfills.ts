import { BACKFILL_STATUSES } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const path = '/platform/v1/environments/:environmentId/velocitysets/:setId/backfill';
const params = environmentParams.extend({ setId: guid });

/** How far the history of a velocity set is counted. */
export const velocityBackfill = z.strictObject({
  id: guid,
  status: z.enum(BACKFILL_STATUSES),
  /** Names of the velocities it counts; the others of the set went on as they were. */
  velocities: z.array(z.string()),
  /** Events looked at, of those there were when it began and came since. */
  eventsDone: z.number().int(),
  eventsTotal: z.number().int(),
  /** Events that added something. */
  eventsCounted: z.number().int(),
  eventsPerSecond: z.number(),
  /** Null while it is unknown. */
  secondsLeft: z.number().int().nullable(),
  /** Lists that some events were counted without, because they did not exist then. */
  missingLists: z.array(z.string()),
  /** Code of the error that ended it. */
  problem: z.string().nullable(),
  started: authorship,
  finishedAt: instant.nullable(),
});
export type VelocityBackfill = z.infer<typeof velocityBackfill>;

export const velocityHistory = z.strictObject({
  /** The one that matters now: what runs, else what came last; null where there was none. */
  backfill: velocityBackfill.nullable(),
  /** Names of published velocities that count from their publication on, and no backfill is to change that. */
  fromNow: z.array(z.string()),
  canWrite: z.boolean(),
});
export type VelocityHistory = z.infer<typeof velocityHistory>;

export const getVelocityHistory = defineEndpoint({
  id: 'velocities.backfill.get',
  summary: 'How far the history of a velocity set is counted.',
  method: 'GET',
  path,
  permission: 'functionsAndVelocities:read',
  params,
  response: velocityHistory,
  errors: ['VELOCITY-SET-UNKNOWN'],
});

export const startVelocityBackfill = defineEndpoint({
  id: 'velocities.backfill.start',
  summary: 'Count the history that is not counted yet; one that was cancelled or failed goes on where it was.',
  method: 'POST',
  path,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params,
  response: velocityHistory,
  errors: ['VELOCITY-SET-UNKNOWN', 'VELOCITY-SET-READ-ONLY', 'VELOCITY-SET-NOT-PUBLISHED'],
});

export const cancelVelocityBackfill = defineEndpoint({
  id: 'velocities.backfill.cancel',
  summary: 'Stop counting history; what is counted stays, and values are no longer said to be filling.',
  method: 'POST',
  path: `${path}/cancel`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params,
  response: velocityHistory,
  errors: ['VELOCITY-SET-UNKNOWN', 'VELOCITY-SET-READ-ONLY'],
});
