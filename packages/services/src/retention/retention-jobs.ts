import { effectiveRetention, retentionBorder, RETENTION_KINDS, type RetentionKind } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, invariant, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  awaitSegments,
  beginRetentionRun,
  countHeldRows,
  endRetentionRun,
  expireEventsStep,
  expireRowsStep,
  findJob,
  forgetRetentionRuns,
  measureKind,
  OPEN_JOB_STATES,
  queueJob,
  readExpiryLeft,
  readHeldEvents,
  readLastPosition,
  returnSegmentSpace,
  stepJob,
  type ClaimedJob,
  type Database,
  type RetentionRun,
  type StoredHold,
} from '@redoubt/storage';
import { setTimeout as delay } from 'node:timers/promises';
import { recordActivity } from '../activity/record-activity.ts';
import { pruneActivityStep } from '../activity-log/prune-activity.ts';
import { verifyChain } from '../activity-log/verify-chain.ts';
import type { ServiceContext } from '../context.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { pauseAfter } from '../jobs/throttle.ts';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import { holdsReaching, isWhollyHeld, readActiveHolds, readHoldsReaching } from './holds.ts';
import { readTenantRetention } from './read-retention.ts';

export type RetentionJobs = {
  readonly database: Database;
  readonly clock: Clock;
  /** Signs where the activity log begins when its oldest entries are gone. */
  readonly installationKey: HashingKey;
  /** Called between two steps; tests stop a run there. */
  readonly onStep?: () => void;
};

const KIND = 'retention' as const;
const ACTOR = { kind: 'system', id: 'retention', name: 'Redoubt' } as const;
/** Runs that are kept of each kind and environment. */
const KEPT_RUNS = 30;
const PROJECTION_WAIT_MS = 100;

/** What a job has to remove of one kind. */
type Due = {
  readonly context: ServiceContext;
  readonly job: ClaimedJob;
  readonly signal: AbortSignal;
  readonly options: RetentionJobs;
  readonly kind: RetentionKind;
  readonly border: Date;
  readonly isRoot: boolean;
  readonly holds: readonly StoredHold[];
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** What was written so long before the job was asked for is committed by then. */
const SETTLED_MS = HOUR_MS;

const measure = ({ context, job, kind, isRoot }: Due, border: Date) => {
  const until = new Date(job.askedAt.getTime() - SETTLED_MS);
  return reading(context, async (trx) => {
    // While this job is open no segment of the environment is merged; one that is being merged is waited for.
    if (kind === 'events') await awaitSegments(trx, context.tenantId);
    return measureKind(trx, kind, { environmentId: job.environmentId, border, until, isRoot });
  });
};

const idsOf = (holds: readonly StoredHold[]): string => holds.map(({ id }) => id).join();

const begin = async (due: Due): Promise<RetentionRun> => {
  const { context, job, kind, border } = due;
  const startedAt = new Date(context.clock.now());
  const before = await measure(due, border);
  return inTransaction(context, (trx) =>
    beginRetentionRun(trx, context.tenantId, {
      environmentId: job.environmentId,
      kind,
      askedAt: job.askedAt,
      border,
      startedAt,
      storedBefore: before.stored,
      oldestBefore: before.oldest,
      youngerBefore: before.younger,
      youngerDigestBefore: before.youngerDigest,
    }),
  );
};

/** Ends a run with the proof: nothing of before the border is left but what is held, and all that is younger is there. */
const end = async (due: Due, run: RetentionRun, { held, removedMore = 0 }: { held: number; removedMore?: number }) => {
  const { context, job } = due;
  const after = await measure(due, run.border);
  // People and erasures remove notes and files as well, and refused calls make room for newer ones.
  const isLeftToAge = run.kind === 'events' || run.kind === 'activity';
  invariant(
    !isLeftToAge || (after.younger === run.youngerBefore && after.youngerDigest === run.youngerDigestBefore),
    `retention of ${run.kind} leaves what is younger alone`,
  );
  await inTransaction(context, async (trx) => {
    const ended = await endRetentionRun(trx, run, {
      at: new Date(context.clock.now()),
      removedMore,
      storedAfter: after.stored,
      oldestAfter: after.oldest,
      held,
      youngerAfter: after.younger,
      youngerDigestAfter: after.youngerDigest,
    });
    await forgetRetentionRuns(trx, job.environmentId, KEPT_RUNS);
    if (ended.removed === 0) return;
    await recordActivity(trx, context, {
      operation: 'Prune',
      type: 'Retention',
      id: job.environmentId,
      name: job.name,
      environmentId: job.environmentId,
      modified: {
        kind: run.kind,
        border: run.border.toISOString(),
        removed: ended.removed,
        kept: after.stored,
        held,
        younger: after.younger,
        digest: after.youngerDigest,
      },
    });
  });
};

const expireEvents = async (due: Due): Promise<void> => {
  const { context, job, signal, options } = due;
  const { database } = options;
  const run = await begin(due);
  const { tenantId, environmentId } = job;
  const range = { tenantId, environmentId, borderMs: run.border.getTime(), askedAt: run.askedAt };
  let { holds } = due;
  let held = await readHeldEvents(database, { tenantId, environmentId }, holds);
  let cursor = -1;
  let stored = await readLastPosition(database);
  while (!signal.aborted) {
    const current = await reading(context, (trx) => readHoldsReaching(trx, environmentId, context.clock.now()));
    if (isWhollyHeld(current)) return;
    if (idsOf(current) !== idsOf(holds)) {
      holds = current;
      held = await readHeldEvents(database, { tenantId, environmentId }, holds);
    }
    const startedMs = performance.now();
    const step = await expireEventsStep(database, job, range, held, cursor);
    options.onStep?.();
    if (step.isLast) break;
    ({ cursor } = step);
    const now = await readLastPosition(database);
    await pause(step.isEarly ? PROJECTION_WAIT_MS : pauseAfter(performance.now() - startedMs, now - stored), signal);
    stored = now;
  }
  if (signal.aborted) return;
  const left = await readExpiryLeft(database, range, held);
  // A case that was opened again, or a hold that was placed, meanwhile: the next run decides.
  invariant(left.missed === 0, 'retention leaves no event of before the border');
  await returnSegmentSpace(database);
  await end(due, run, { held: left.held });
};

const expireRows = async (due: Due, kind: Exclude<RetentionKind, 'events' | 'activity'>): Promise<void> => {
  const { job, signal, options, holds, isRoot } = due;
  const { database } = options;
  const run = await begin(due);
  const { tenantId, environmentId } = job;
  const { keys } = await readHeldEvents(database, { tenantId, environmentId }, holds);
  const range = {
    tenantId,
    environmentId,
    kind,
    border: run.border,
    askedAt: run.askedAt,
    isRoot,
    heldKeys: [...keys],
  };
  while (!signal.aborted) {
    if ((await expireRowsStep(database, job, range)) === 0) break;
    options.onStep?.();
  }
  if (!signal.aborted) await end(due, run, { held: await countHeldRows(database, range) });
};

const pruneActivity = async (due: Due): Promise<void> => {
  const { context, job, signal, options } = due;
  const key = hashingKeysOf(options.installationKey).of(job.tenantId);
  const check = await verifyChain(options.database, job.tenantId, { key, signal });
  // What was changed stays where it can be looked at.
  if (check.findings.length > 0) return;
  const run = await begin(due);
  let removed = 0;
  while (!signal.aborted) {
    const step = await inTransaction(context, (trx) => pruneActivityStep(trx, context, run.border, key));
    if (step === 0) break;
    removed += step;
    await stepJob(options.database, job, { done: step });
  }
  if (!signal.aborted) await end(due, run, { held: 0, removedMore: removed });
};

const expireKind = (due: Due): Promise<void> => {
  if (due.kind === 'events') return expireEvents(due);
  return due.kind === 'activity' ? pruneActivity(due) : expireRows(due, due.kind);
};

const isFirstRoot = (
  id: Id,
  environments: ReadonlyMap<Id, { readonly id: Id; readonly parentId: Id | null }>,
): boolean =>
  [...environments.values()].filter(({ parentId }) => parentId === null).toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]
    ?.id === id;

const work = async (options: RetentionJobs, job: ClaimedJob, signal: AbortSignal): Promise<void> => {
  const { database, clock } = options;
  const { tenantId, environmentId } = job;
  const context: ServiceContext = { database, clock, tenantId, actor: ACTOR, correlationId: newId() };
  const { environments, said } = await reading(context, readTenantRetention);
  const here = environments.get(environmentId);
  if (here === undefined) return;
  for (const kind of RETENTION_KINDS) {
    if (signal.aborted) return;
    const { days } = effectiveRetention(kind, environmentId, environments, said);
    if (days === null) continue;
    if (kind === 'activity' && !isFirstRoot(environmentId, environments)) continue;
    const holds = await reading(context, (trx) => readActiveHolds(trx, clock.now()));
    const reaching = holdsReaching(environmentId, environments, holds);
    // The activity log is one chain: a hold on any environment keeps all of it.
    if (isWhollyHeld(kind === 'activity' ? holds : reaching)) continue;
    const border = new Date(retentionBorder(clock.now(), days));
    const isRoot = here.parentId === null;
    await expireKind({ context, job, signal, options, kind, border, isRoot, holds: reaching });
  }
};

/** Queues a run of every environment in which something is not kept for good, once a day. */
const queueDueRuns = async ({ database, clock }: RetentionJobs): Promise<void> => {
  const nowMs = clock.now();
  for (const { tenantId } of await database.listTenants()) {
    const { environments, said } = await database.readTenant(tenantId, readTenantRetention);
    if (said.size === 0) continue;
    for (const { id, name } of environments.values()) {
      const isOn = RETENTION_KINDS.some((kind) => effectiveRetention(kind, id, environments, said).days !== null);
      if (!isOn) continue;
      await database.inTenant(tenantId, async (trx) => {
        const before = await findJob(trx, KIND, id);
        const isOpen = OPEN_JOB_STATES.some((state) => state === before?.state);
        if (isOpen || (before !== undefined && before.askedAt.getTime() > nowMs - DAY_MS)) return;
        const asked = { askedBy: ACTOR.name, askedAt: new Date(nowMs) };
        await queueJob(trx, { tenantId, kind: KIND, subjectId: id, environmentId: id, name, ...asked });
      });
    }
  }
};

/** How data is removed by age. A run that stops is gone on with by the next node, with the border it began with. */
export const createRetentionJobs = (options: RetentionJobs): JobRunner => ({
  kind: KIND,
  run: async (job, { signal }) => {
    await work(options, job, signal);
    return undefined;
  },
  schedule: { everyMs: HOUR_MS, onOneNode: true, run: () => queueDueRuns(options) },
});
