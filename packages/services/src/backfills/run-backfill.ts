import { setTimeout as delay } from 'node:timers/promises';
import type { DataSources } from '@redoubt/enrichment';
import { invariant, type Clock } from '@redoubt/kernel';
import {
  BACKFILL_DAYS,
  readBackfillPiece,
  readLastPosition,
  writeBackfillStep,
  type ClaimedJob,
  type CommittedBatch,
  type Database,
} from '@redoubt/storage';
import { readContents } from '../backtests/prepare-backtest.ts';
import type { JobRun } from '../jobs/job-runner.ts';
import { assessmentReader } from '../decisions/recorded/stored-assessment.ts';
import type { TextCompiler } from '../texts/text-compiler.ts';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import { EvaluationThread } from './evaluation-thread.ts';
import { prepareBackfill, readCountedSeries, type PreparedBackfill } from './prepare-backfill.ts';
import type { BackfillMessage, BackfillQuestion } from './protocol.ts';
import { pauseAfter, smoothedRate } from '../jobs/throttle.ts';

export type RunBackfillOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly job: ClaimedJob;
  readonly run: JobRun;
  /** Where the set is checked; here where absent. */
  readonly texts?: TextCompiler | undefined;
  readonly installationKey: HashingKey;
  readonly data: DataSources;
  /** How long after the publication some node may still decide with the plan before it. */
  readonly settleMs: number;
  /** Called with what each step wrote into the log. */
  readonly onCommitted: (batch: CommittedBatch) => void;
};

/** How often the end of the log is looked at until no node can decide with an older plan any more. */
const WATCH_MS = 200;

const answerer =
  ({ database, job: { tenantId } }: RunBackfillOptions, { job }: PreparedBackfill) =>
  (question: BackfillQuestion): Promise<BackfillMessage> => {
    if (question.kind === 'wantsContents') {
      return database.inTenant(tenantId, async (trx) => ({
        kind: 'contents',
        contents: await readContents(trx, question.versions),
      }));
    }
    if (question.kind === 'wantsCounted') {
      return database.inTenant(tenantId, async (trx) => ({
        kind: 'counted',
        series: await readCountedSeries(trx, question.planId, job),
      }));
    }
    const read = assessmentReader(database);
    const bodies = question.subjects.map(
      async ({ environmentId, kind, eventId, before }) =>
        (await read({ tenantId, environmentId, kind, eventId }, before)) ?? null,
    );
    return Promise.all(bodies).then((all) => ({ kind: 'subjects', bodies: all }));
  };

/** How far the log moved by others' doing since the step before. */
class LiveLoad {
  #last: number | undefined;

  async since(database: Database, ownEntries: number): Promise<number> {
    const position = await readLastPosition(database);
    const before = this.#last ?? position;
    this.#last = position;
    return Math.max(0, position - before - ownEntries);
  }
}

const countThrough = async (
  options: RunBackfillOptions,
  { backfill, ahead, job: { environmentId }, environmentIds, publishedAtMs }: PreparedBackfill,
  thread: EvaluationThread,
): Promise<void> => {
  const {
    database,
    clock,
    job,
    settleMs,
    run: { signal, report },
  } = options;
  report({ total: job.done + ahead });
  const scope = { tenantId: job.tenantId, environmentIds, days: BACKFILL_DAYS };
  const load = new LiveLoad();
  let from = backfill.readPosition;
  let eventsPerSecond = job.perSecond;
  while (!signal.aborted) {
    // Asked before reading: what is committed later was decided by plans that know the set.
    const isSettled = clock.now() >= publishedAtMs + settleMs;
    const startedMs = performance.now();
    const piece = await readBackfillPiece(database, scope, from);
    if (piece === undefined && isSettled) return;
    const result = piece ? await thread.step(piece) : { entries: [], missingLists: [] };
    const to = piece?.until ?? from;
    const eventsDone = piece?.events ?? 0;
    const { entries, missingLists } = result;
    const step = { job, environmentId, to, eventsDone, eventsPerSecond, missingLists, entries };
    const committed = await writeBackfillStep(database, step);
    if (committed) options.onCommitted(committed);
    from = to;
    const busyMs = performance.now() - startedMs;
    const pauseMs = piece ? pauseAfter(busyMs, await load.since(database, entries.length)) : WATCH_MS;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    if (piece) eventsPerSecond = smoothedRate(eventsPerSecond, eventsDone, performance.now() - startedMs);
  }
};

/**
 * Counts the history of a set from where its backfill stands to its end, or until it is stopped. What is written is written whole and once, whatever fails (`writeBackfillStep`).
 *
 * Each event counts exactly once: live where the plan that decided it knew the velocity, by the backfill where not. The
 * backfill goes on reading until no node can decide with an older plan any more.
 */
export const runBackfill = async (options: RunBackfillOptions): Promise<void> => {
  const { database, job, texts, data } = options;
  const installationKey = hashingKeysOf(options.installationKey).of(job.tenantId);
  const prepared = await database.inTenant(job.tenantId, (trx) => prepareBackfill(trx, job.subjectId, texts));
  invariant(prepared.job.series.length > 0, 'a backfill counts some velocity');
  const thread = new EvaluationThread({ ...prepared.job, installationKey, data }, answerer(options, prepared));
  try {
    await countThrough(options, prepared, thread);
  } finally {
    await thread.close();
  }
};
