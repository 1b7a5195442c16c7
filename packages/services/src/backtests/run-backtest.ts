import { Worker } from 'node:worker_threads';
import type { BacktestResult } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Clock, Id } from '@redoubt/kernel';
import {
  measureHistory,
  readHistoryLabels,
  readHistorySegments,
  type Database,
  type History,
  type HistoryExtent,
} from '@redoubt/storage';
import { prepareBacktest, readContents, readRecordedPlanData, type BacktestRequest } from './prepare-backtest.ts';
import type { BacktestMessage, BacktestReply } from './protocol.ts';

/** Heap of the worker; lists of a million rows fit. */
const MAX_HEAP_MB = 1024;
/** Segments read at once, and such runs under way: the database reads ahead while the worker decides. */
const SEGMENTS_AT_ONCE = 16;
const MAX_UNDER_WAY = 3;

export type BacktestProgress = { readonly eventsDone: number; readonly eventsTotal: number };

export type RunBacktestOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly tenantId: Id;
  readonly request: BacktestRequest;
  readonly onProgress: (progress: BacktestProgress) => void;
  readonly signal: AbortSignal;
};

/** The worker with what it was sent and has not answered. */
class Decider {
  readonly #worker = new Worker(new URL('./backtest-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  readonly #answer: (question: BacktestReply) => Promise<BacktestMessage | undefined>;
  readonly #onApplied: (events: number) => void;
  readonly #ended = Promise.withResolvers<BacktestResult>();
  #underWay = 0;
  #room = Promise.withResolvers<void>();

  constructor(
    answer: (question: BacktestReply) => Promise<BacktestMessage | undefined>,
    onApplied: (events: number) => void,
    signal: AbortSignal,
  ) {
    this.#answer = answer;
    this.#onApplied = onApplied;
    this.#ended.promise.catch(() => undefined);
    this.#worker.on('message', (reply: BacktestReply) => this.#take(reply));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the backtest worker ended early')));
    signal.addEventListener('abort', () => this.#fail(signal.reason as Error), { once: true });
  }

  send(message: BacktestMessage): void {
    this.#worker.postMessage(message);
  }

  /** Sends segments and waits until there is room for more. */
  async feed(message: Extract<BacktestMessage, { kind: 'segments' }>): Promise<void> {
    this.send(message);
    this.#underWay++;
    while (this.#underWay >= MAX_UNDER_WAY) {
      this.#room = Promise.withResolvers();
      await Promise.race([this.#room.promise, this.#ended.promise]);
    }
  }

  finish(): Promise<BacktestResult> {
    this.send({ kind: 'end' });
    return this.#ended.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(reply: BacktestReply): void {
    if (reply.kind === 'done') {
      this.#ended.resolve(reply.result);
      return;
    }
    if (reply.kind === 'applied') {
      this.#underWay--;
      this.#onApplied(reply.events);
      this.#room.resolve();
      return;
    }
    this.#answer(reply).then(
      (message) => message && this.send(message),
      (error: Error) => this.#fail(error),
    );
  }

  #fail(error: Error & { readonly code?: string }): void {
    const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#ended.reject(isTooLarge ? fail('BACKTEST-TOO-LARGE', { heapMb: MAX_HEAP_MB }, error) : error);
  }
}

const answers =
  ({ database, tenantId }: RunBacktestOptions) =>
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

const feedHistory = async (
  { database, tenantId, signal }: RunBacktestOptions,
  history: History,
  extent: HistoryExtent,
  decider: Decider,
): Promise<void> => {
  for (let after = 0; ;) {
    const rows = await database.inTenant(tenantId, (trx) =>
      readHistorySegments(trx, history.environmentIds, extent, after, SEGMENTS_AT_ONCE),
    );
    signal.throwIfAborted();
    if (rows.length > 0) await decider.feed({ kind: 'segments', rows });
    if (rows.length < SEGMENTS_AT_ONCE) return;
    after = rows.at(-1)?.first_position ?? extent.lastPosition;
  }
};

/**
 * Tries a rule on stored events in a worker thread: each event as it was, at its own instant, with the lists of its time,
 * in the order of the log. Nothing is written. Aborting ends it at once with the signal's reason.
 *
 * @throws `RULE-UNKNOWN`, `RULE-NOT-PUBLISHABLE`, `BACKTEST-TOO-LARGE`.
 */
export const runBacktest = async (options: RunBacktestOptions): Promise<BacktestResult> => {
  const { database, tenantId, clock, request, onProgress, signal } = options;
  const { tried, plans, environmentIds } = await prepareBacktest(database, tenantId, clock, request);
  const { baseline, from, to } = request;
  const history: History = { environmentIds, from, to };
  const { extent, labels } = await database.inTenant(tenantId, async (trx) => ({
    extent: await measureHistory(trx, history),
    labels: await readHistoryLabels(trx, history),
  }));
  let eventsDone = 0;
  const eventsTotal = extent?.events ?? 0;
  onProgress({ eventsDone, eventsTotal });
  signal.throwIfAborted();
  const decider = new Decider(
    answers(options),
    (events) => {
      eventsDone += events;
      onProgress({ eventsDone, eventsTotal });
    },
    signal,
  );
  try {
    const job = { baseline, tried, plans, labels, fromMs: from.getTime(), toMs: to.getTime() };
    decider.send({ kind: 'job', job });
    if (extent) await feedHistory(options, history, extent, decider);
    return await decider.finish();
  } finally {
    await decider.close();
  }
};
