import { availableParallelism } from 'node:os';
import type { BacktestResult } from '@redoubt/contracts';
import type { AssessmentName, BacktestBaseline } from '@redoubt/domain';
import { NO_DATA_SOURCES, type DataSources } from '@redoubt/enrichment';
import { DAY_MS, type Id } from '@redoubt/kernel';
import {
  measureHistory,
  readBackfilledHistory,
  readHistoryLabels,
  readHistoryPage,
  type BackfillSegmentRow,
  type History,
  type HistoryExtent,
  type HistoryPiece,
  type TenantTransaction,
} from '@redoubt/storage';
import { Decider } from './decider.ts';
import { joinResults } from './join-results.ts';
import {
  prepareBacktest,
  type BacktestPlace,
  readContents,
  readRecordedPlanData,
  type BacktestRequest,
  type PlansOfToday,
} from './prepare-backtest.ts';
import type { BacktestMessage, BacktestReply, HistoryResult, HistoryTask } from './protocol.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Threads that decide one backtest, where the machine has so many cores; a short history is done before a second starts. */
const MAX_DECIDERS = 4;
const EVENTS_PER_DECIDER = 10_000;
/** Segments read at once: with their texts, and those before the period, which only add to velocities. */
const SEGMENTS_AT_ONCE = 16;
const HEADS_AT_ONCE = 128;
/** What the longest window may reach back to: 90 days and the unit it begins in; and the day a live event may lie off. */
const COUNTED_BEFORE_MS = (98 + 1) * DAY_MS;

export type BacktestProgress = { readonly eventsDone: number; readonly eventsTotal: number };

type ExaminePlace = BacktestPlace & {
  /** Behind the hashes of velocity keys, see `createVelocityRuntime`. */
  readonly installationKey: string;
  /** Where facts of today come from; without it those that were not looked up are not known. */
  readonly data?: DataSources | undefined;
  readonly onProgress: (progress: BacktestProgress) => void;
  readonly signal: AbortSignal;
};

export type RunBacktestOptions = ExaminePlace & { readonly request: BacktestRequest };

export type ExamineOptions = ExaminePlace & {
  /** Whose events are looked at, and when they were. */
  readonly assessment: AssessmentName;
  readonly environmentIds: readonly Id[];
  readonly period: Pick<BacktestRequest, 'from' | 'to'>;
  readonly baseline: BacktestBaseline;
  readonly today: PlansOfToday;
  /** What is worked out, with what it needs to know of the events. */
  readonly taskOf: (trx: TenantTransaction, history: History) => Promise<HistoryTask>;
};

const answers =
  ({ database, tenantId }: ExamineOptions) =>
  (question: BacktestReply): Promise<BacktestMessage | undefined> =>
    database.inTenant(tenantId, async (trx) => {
      if (question.kind === 'wantsContents') {
        return { kind: 'contents', contents: await readContents(trx, question.versions) };
      }
      if (question.kind === 'wantsPlan') {
        return { kind: 'plan', plan: await readRecordedPlanData(trx, question.planId, question.environmentId) };
      }
      return undefined;
    });

/** Hands segments out in turn: every decider gets all of them, one of them with the texts. */
class Deal {
  readonly #deciders: readonly Decider[];
  #next = 0;

  constructor(deciders: readonly Decider[]) {
    this.#deciders = deciders;
  }

  sendBackfilled(rows: readonly BackfillSegmentRow[]): void {
    for (const decider of this.#deciders) decider.send({ kind: 'backfilled', rows });
  }

  async feed({ rows, ...range }: HistoryPiece): Promise<void> {
    const deals = rows.map((row) => (row.data === null ? -1 : this.#next++ % this.#deciders.length));
    await Promise.all(
      this.#deciders.map((decider, index) =>
        decider.feed({
          kind: 'segments',
          piece: { ...range, rows: rows.map((row, at) => (deals[at] === index ? row : { ...row, data: null })) },
        }),
      ),
    );
  }
}

const feedHistory = async (
  { database, tenantId, signal, period, environmentIds, today: { countedIn } }: ExamineOptions,
  extent: HistoryExtent,
  deal: Deal,
): Promise<void> => {
  const committedSince = new Date(period.from.getTime() - COUNTED_BEFORE_MS);
  for (let after = 0; ;) {
    const wanted = { environmentIds: countedIn, since: committedSince, after, limit: HEADS_AT_ONCE };
    const rows = await database.inTenant(tenantId, (trx) => readBackfilledHistory(trx, wanted));
    signal.throwIfAborted();
    if (rows.length > 0) deal.sendBackfilled(rows);
    if (rows.length < HEADS_AT_ONCE) break;
    after = rows.at(-1)?.first_position ?? after;
  }
  const { firstPosition: decidedFrom, lastPosition } = extent;
  const page = { tenantId, countedIn, decidedIn: environmentIds, decidedFrom, committedSince };
  const feed = async (from: number, until: number, limit: number): Promise<void> => {
    for (let after = from; after < until;) {
      const wanted = { ...page, after, until, limit };
      const piece = await database.inTenant(tenantId, (trx) => readHistoryPage(trx, wanted));
      signal.throwIfAborted();
      if (piece.rows.length > 0) await deal.feed(piece);
      if (piece.isEnd) return;
      after = piece.until;
    }
  };
  await feed(0, decidedFrom - 1, HEADS_AT_ONCE);
  await feed(decidedFrom - 1, lastPosition, SEGMENTS_AT_ONCE);
};

/**
 * Works something out of stored events in worker threads: each event as it was, at its own instant, with the lists of its time and
 * velocities as its decision read them; the answers of the threads. Nothing is written. Aborting ends it at once with the signal's
 * reason.
 *
 * @throws `BACKTEST-TOO-LARGE`.
 */
export const examineHistory = async (options: ExamineOptions): Promise<readonly HistoryResult[]> => {
  const { tenantId, installationKey, assessment, baseline, period, environmentIds, today, onProgress, signal } =
    options;
  const history: History = { kind: assessment, environmentIds, ...period };
  const { extent, task } = await inTransaction(options, async (trx) => ({
    extent: await measureHistory(trx, history),
    task: await options.taskOf(trx, history),
  }));
  let eventsDone = 0;
  const eventsTotal = extent?.events ?? 0;
  onProgress({ eventsDone, eventsTotal });
  signal.throwIfAborted();
  const onDecided = (events: number): void => {
    eventsDone += events;
    onProgress({ eventsDone, eventsTotal });
  };
  const count = Math.min(MAX_DECIDERS, availableParallelism(), Math.ceil(eventsTotal / EVENTS_PER_DECIDER)) || 1;
  const deciders = Array.from({ length: count }, () => new Decider(answers(options), onDecided, signal));
  try {
    const job = {
      tenantId,
      installationKey,
      data: options.data ?? NO_DATA_SOURCES,
      assessment,
      baseline,
      task,
      plans: today.plans,
      backfilled: today.backfilled,
      fromMs: period.from.getTime(),
      toMs: period.to.getTime(),
    };
    for (const decider of deciders) decider.send({ kind: 'job', job });
    if (extent) await feedHistory(options, extent, new Deal(deciders));
    return await Promise.all(deciders.map((decider) => decider.finish()));
  } finally {
    await Promise.all(deciders.map((decider) => decider.close()));
  }
};

const isBacktest = (result: HistoryResult): result is BacktestResult => 'changes' in result;

/**
 * Tries a rule on stored events, see `examineHistory`.
 *
 * @throws `RULE-UNKNOWN`, `RULE-NOT-PUBLISHABLE`, `BACKTEST-TOO-LARGE`.
 */
export const runBacktest = async (options: RunBacktestOptions): Promise<BacktestResult> => {
  const { request, ...place } = options;
  const { tried, environmentIds, ...today } = await prepareBacktest(options, request);
  const { assessment, baseline, from, to } = request;
  const results = await examineHistory({
    ...place,
    assessment,
    baseline,
    period: { from, to },
    environmentIds,
    today,
    taskOf: async (trx, history) => ({ kind: 'try', tried, labels: await readHistoryLabels(trx, history) }),
  });
  return joinResults(results.filter(isBacktest));
};
