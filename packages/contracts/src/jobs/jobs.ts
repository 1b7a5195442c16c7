import { JOB_KINDS, JOB_STATES, type JobKind } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const jobKind = z.enum(Object.keys(JOB_KINDS) as [JobKind, ...JobKind[]]);

const job = z.strictObject({
  kind: jobKind,
  /** Of what is worked on: a backfill, a backtest, a request, a searchable attribute, an environment. */
  id: guid,
  /** What it was called when it was asked for; empty where the environment says it all. */
  name: z.string(),
  environment: z.strictObject({ id: guid, name: z.string() }),
  /** The velocity set of a backfill. */
  setId: guid.nullable(),
  /** The assessment of a backtest, and its rule where it tries one that is stored. */
  assessment: z.string().nullable(),
  ruleId: guid.nullable(),
  state: z.enum(JOB_STATES),
  done: z.number().int(),
  /** Null where it is not known. */
  total: z.number().int().nullable(),
  secondsLeft: z.number().int().nullable(),
  /** Code of the error of the last attempt. */
  problem: z.string().nullable(),
  /** Process that works on it. */
  node: z.string().nullable(),
  asked: authorship,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** Whether the caller may cancel it now. */
  canCancel: z.boolean(),
});
export type Job = z.infer<typeof job>;

export const getJobs = defineEndpoint({
  id: 'jobs.list',
  summary:
    'What the server works on beside requests, here and below: open jobs first, then newest first; of the kinds the caller may look at.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/jobs',
  permission: 'signedIn',
  params: environmentParams,
  query: z.strictObject({
    show: z.enum(['all', 'open', 'failed']).default('all'),
    kind: jobKind.optional(),
  }),
  response: z.strictObject({
    jobs: z.array(job).max(200),
    /** True where there are more than these. */
    isCut: z.boolean(),
    /** Kinds the caller may look at. */
    kinds: z.array(jobKind),
  }),
});
