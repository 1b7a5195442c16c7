import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fail } from '@redoubt/domain';
import { NO_DATA_SOURCES, type DataSources } from '@redoubt/enrichment';
import type { ServiceContext } from '../context.ts';
import type {
  AnswerOf,
  EvaluationJob,
  EvaluationReply,
  EvaluationRequest,
  EvaluationSupply,
  Needs,
} from './evaluation-protocol.ts';
import type { ListContentMessage } from '../plans/list-content.ts';
import type { LoadRows } from '../plans/named-lists.ts';
import { buffersOf } from '../plans/packed-rows.ts';
import { FairQueue } from '../texts/fair-queue.ts';

/** Processor time that an evaluation may use; the pane is typed into, so it must never hang. */
const EVALUATION_LIMIT_MS = 2000;
/**
 * The same while another tenant waits for a thread: what is typed takes a small part of it, the largest rule two thirds.
 * A tenant thus waits for one second of processor time for every three others that are before it.
 */
const SHARED_LIMIT_MS = 1000;
/**
 * Longest it may take by the clock, as a multiple of that. On a machine whose processors are busy with decisions the
 * thread waits for its turns, which is not the text's doing.
 */
const CLOCK_FACTOR = 4;
/** Between two looks at the processor time that a thread has used. */
const SHORTEST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 100;
/** Longest it may take to load rows, and to open files of data, which the worker does once. */
const SUPPLY_LIMIT_MS = 30_000;
/** Heap of the worker; a text that needs more is stopped like one that runs on. */
const MAX_HEAP_MB = 512;
/**
 * Threads that evaluate, each started when the others are taken: a tenant waits for an evaluation of another one only
 * where this many run, and then no longer than `SHARED_LIMIT_MS`.
 */
const THREADS = 3;
/** Jobs that may wait for their turn; more would only wait to be given up by who asked. */
const MAX_WAITING = 50;
/** Jobs of one person: the panes of three windows. */
const MAX_OF_PERSON = 3;
/** List cells kept in one worker; past this it is replaced by a fresh one. */
const MAX_CELLS = 4_000_000;

export type RuleEvaluator = {
  /**
   * Runs a job in a worker, those of a tenant one after the other. Throws RULE-EVALUATION-TIMEOUT where it runs too
   * long or needs too much memory, and REQ-OVERLOADED where too many wait already, of the person or of all.
   *
   * @param load contents of lists that the texts name and the worker does not have yet.
   */
  readonly evaluate: <J extends EvaluationJob>(
    asker: Pick<ServiceContext, 'tenantId' | 'actor'>,
    job: J,
    load: LoadRows,
  ) => Promise<AnswerOf<J>>;
  /** Data that texts ask for facts from now on. */
  readonly useData: (data: () => DataSources) => void;
  readonly close: () => Promise<void>;
};

/** A worker thread with how much it was sent. */
type Running = { readonly worker: Worker; readonly ready: Promise<void>; cells: number };

const WORKER = new URL('./evaluation-worker.ts', import.meta.url);

const start = (program: URL): Running => {
  const worker = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  worker.unref();
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the evaluation worker did not start')));
  });
  ready.catch(() => undefined);
  return { worker, ready, cells: 0 };
};

const cellsOf = (contents: readonly ListContentMessage[]): number =>
  contents.reduce((sum, { columns, rows }) => sum + columns.length * rows.length, 0);

/** How long work in a thread may take. */
type TimeLimit = {
  /** Processor time. */
  readonly limitMs: number;
  /** The same as things stand now: shorter while others wait. */
  readonly limitNowMs: () => number;
};

/**
 * Calls `stop` with the limit once the thread has used as much processor time since now, or `CLOCK_FACTOR` times the
 * longest one has passed. Gives the function that ends the watch.
 */
const watchTime = (
  worker: Worker,
  { limitMs, limitNowMs }: TimeLimit,
  stop: (limitMs: number) => void,
): (() => void) => {
  const ended = new AbortController();
  const clock = setTimeout(() => stop(limitMs), limitMs * CLOCK_FACTOR);
  const watchProcessor = async (): Promise<void> => {
    const atStart = await worker.cpuUsage();
    let usedMs = 0;
    while (usedMs < limitNowMs()) {
      const nextMs = Math.min(Math.max(limitNowMs() - usedMs, SHORTEST_LOOK_MS), LONGEST_LOOK_MS);
      await sleep(nextMs, undefined, { signal: ended.signal, ref: false });
      const { user, system } = await worker.cpuUsage(atStart);
      usedMs = (user + system) / 1000;
    }
    if (!ended.signal.aborted) stop(limitNowMs());
  };
  // It rejects where the watch is ended, and where the thread has ended, which is reported by the thread's own event.
  watchProcessor().catch(() => undefined);
  return () => {
    clearTimeout(clock);
    ended.abort();
  };
};

/**
 * Sends one request and waits for its answer; rejects with RULE-EVALUATION-TIMEOUT when the time is over. What the
 * worker has to wait for does not count.
 */
const ask = (
  worker: Worker,
  request: EvaluationRequest,
  limit: TimeLimit,
  supply: (needs: Needs) => Promise<EvaluationSupply>,
): Promise<AnswerOf<EvaluationJob>> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      endWatch();
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      act();
    };
    const tooMuch = (limitMs: number, cause?: unknown) => fail('RULE-EVALUATION-TIMEOUT', { limitMs }, cause);
    const stop = (limitMs: number): void => settle(() => reject(tooMuch(limitMs)));
    const onMessage = (reply: EvaluationReply): void => {
      if (reply.kind === 'ready') {
        endWatch();
        endWatch = watchTime(worker, limit, stop);
      } else if (reply.id !== request.id) {
        return;
      } else if (reply.kind === 'needs') {
        endWatch();
        const timer = setTimeout(() => stop(SUPPLY_LIMIT_MS), SUPPLY_LIMIT_MS);
        endWatch = () => clearTimeout(timer);
        supply(reply).then(
          (supplied) =>
            worker.postMessage(
              supplied,
              supplied.contents.flatMap(({ rows }) => [...buffersOf(rows)]),
            ),
          (error: unknown) => settle(() => reject(error)),
        );
      } else if (reply.kind === 'done') {
        settle(() => resolve(reply.evaluation));
      } else {
        settle(() => reject(new Error(`evaluation failed: ${reply.message}`)));
      }
    };
    const onError = (error: Error & { readonly code?: string }): void =>
      settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(limit.limitMs, error) : error));
    const onExit = (): void => stop(limit.limitMs);
    let endWatch = watchTime(worker, limit, stop);
    worker.on('message', onMessage);
    worker.once('error', onError);
    worker.once('exit', onExit);
    worker.postMessage(request);
  });

/**
 * Runs rule texts over samples in worker threads with a time limit: the texts are not trusted, and compiling them makes
 * code. A worker starts with its first job and does not keep the process alive; one that ran too long is replaced.
 *
 * @param options.program what the worker runs; only a test of the limit has another.
 */
export const createRuleEvaluator = (
  options: { readonly limitMs?: number; readonly sharedLimitMs?: number; readonly program?: URL } = {},
): RuleEvaluator => {
  const { limitMs = EVALUATION_LIMIT_MS, sharedLimitMs = SHARED_LIMIT_MS, program = WORKER } = options;
  const running: (Running | undefined)[] = [];
  let dataNow: () => DataSources = () => NO_DATA_SOURCES;
  let nextId = 1;
  const queue = new FairQueue({ most: MAX_WAITING, mostOfPerson: MAX_OF_PERSON, atOnce: THREADS });

  const limit: TimeLimit = {
    limitMs,
    limitNowMs: () => (queue.isFull ? Math.min(sharedLimitMs, limitMs) : limitMs),
  };

  const drop = async (place: number): Promise<void> => {
    const old = running[place];
    running[place] = undefined;
    await old?.worker.terminate();
  };

  const run = async <J extends EvaluationJob>(place: number, job: J, load: LoadRows): Promise<AnswerOf<J>> => {
    if ((running[place]?.cells ?? 0) > MAX_CELLS) await drop(place);
    const current = (running[place] ??= start(program));
    try {
      await current.ready;
      const supply = async ({ hashes, facts }: Needs): Promise<EvaluationSupply> => {
        const contents = hashes.length === 0 ? [] : await load(hashes);
        current.cells += cellsOf(contents);
        return { contents, data: dataNow(), facts };
      };
      // The worker answers a job with what belongs to its kind.
      return (await ask(current.worker, { id: nextId++, job }, limit, supply)) as AnswerOf<J>;
    } catch (error) {
      await drop(place);
      throw error;
    }
  };

  return {
    evaluate: async ({ tenantId, actor }, job, load) =>
      queue.run({ tenantId, personId: actor.id }, (place) => run(place, job, load)),
    useData: (data) => {
      dataNow = data;
    },
    close: async () => {
      await Promise.all(running.map((_each, place) => drop(place)));
    },
  };
};
