import { withDeadline } from '@redoubt/kernel';
import type { Identity } from '@redoubt/identity';
import type { HashingKeys, ListRequest } from '@redoubt/services';
import { BootError, type EncodedEvent, type PostgresServer } from '@redoubt/storage';
import type { FastifyBaseLogger } from 'fastify';
import { Worker } from 'node:worker_threads';
import type { Settings } from '../settings/settings.ts';
import type { Decisions } from '../../http-endpoints.ts';
import type { Metrics } from '../../operate/metrics.ts';
import type { InnerAddress } from './forwarding.ts';
import type { CountedCall, LeftAnswer, LeftEvent, LimitedCall, ThreadStart } from './thread-protocol.ts';
import { createTurnChannel, type Handlers, type TurnChannel } from './turn-channel.ts';

/** Threads that answer merchants, beside the one that stores, counts and does the rest. */
export type AnsweringThreads = {
  /** Resolves when what was published before decides in every thread. */
  readonly caughtUp: () => Promise<void>;
  /** From now on answers end their connections. */
  readonly ending: () => void;
  /** Ends a thread at once, as a crash does; another one takes its place. */
  readonly crash: (number: number) => Promise<void>;
  /** Resolves when every call was answered and every thread has ended. */
  readonly close: () => Promise<void>;
};

type AnsweringThreadsOptions = {
  readonly settings: Settings;
  readonly server: PostgresServer;
  readonly hashing: HashingKeys;
  readonly inner: InnerAddress;
  readonly decisions: Decisions;
  readonly verify: Identity['verify'];
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
};

/** Longest a thread may take to answer what it has begun; callers wait two seconds at most. */
const STOP_WITHIN_MS = 10_000;
const RESTART_AFTER_MS = { first: 100, most: 10_000 };

/** What threads could not do for themselves. */
type ThreadEvents = { left: number; asked: number };

type RunningThread = {
  readonly worker: Worker;
  readonly channel: TurnChannel;
  readonly listening: Promise<unknown>;
};

/** What a thread asks of the rest of the process. */
const handlersOf = (
  { decisions, verify, metrics }: AnsweringThreadsOptions,
  number: number,
  onListening: () => void,
  events: ThreadEvents,
): Handlers => ({
  append: (event: EncodedEvent) => decisions.eventLog.appendEncoded(event),
  read: (questions: Float64Array) => {
    events.asked += 1;
    return decisions.readings?.answer(questions);
  },
  lists: (request: ListRequest) => decisions.lists?.share(number, request),
  record: async ({ environmentId, ...event }: LeftEvent): Promise<LeftAnswer> => {
    events.left += 1;
    const { service } = decisions;
    const environment = await service.resolveOpen(event.tenantId, environmentId);
    let isRepeat = false;
    const answerText = await service.record({ ...event, environment }, () => (isRepeat = true));
    return { answerText, isRepeat };
  },
  verify: (authorization: string | undefined) => verify(authorization),
  limit: ({ caller, nowMs }: LimitedCall) => decisions.limiter.take(caller, nowMs),
  counted: (calls: readonly CountedCall[]) => {
    for (const [name, ...facts] of calls) (metrics[name] as (...facts: unknown[]) => void)(...facts);
  },
  listening: onListening,
});

const startThread = (options: AnsweringThreadsOptions, number: number, events: ThreadEvents): RunningThread => {
  const { settings, hashing, inner, server, decisions } = options;
  const plainServer: PostgresServer =
    server.kind === 'embedded'
      ? { kind: server.kind, socketDirectory: server.socketDirectory, secrets: server.secrets }
      : server;
  const attached = decisions.readings?.attach();
  const velocities = attached?.mapping;
  const start: ThreadStart = { number, settings, server: plainServer, hashing: hashing.plain, velocities, inner };
  const worker = new Worker(new URL('./answering-thread.ts', import.meta.url), {
    workerData: start,
    transferList: velocities === undefined ? [] : [velocities.port],
  });
  const listening = Promise.withResolvers<unknown>();
  const channel = createTurnChannel(
    worker,
    handlersOf(options, number, () => listening.resolve(undefined), events),
  );
  worker.on('message', channel.take);
  const gone = (error: Error): void => {
    channel.fail(error);
    listening.reject(error);
  };
  worker.on('error', (error) => {
    options.log.error({ err: error, thread: number }, 'an answering thread failed');
    gone(error instanceof Error ? error : new Error(String(error)));
  });
  worker.on('exit', () => {
    attached?.detach();
    decisions.lists?.forget(number);
    gone(new Error('the answering thread ended'));
  });
  listening.promise.catch(() => undefined);
  return { worker, channel, listening: listening.promise };
};

/**
 * Starts the threads of `ANSWERING_THREADS` and resolves when all listen. One that crashes is replaced: its callers see
 * their connections end, and what it had handed over to be stored is stored.
 *
 * @throws `BootError` where one cannot start.
 */
export const startAnsweringThreads = async (options: AnsweringThreadsOptions): Promise<AnsweringThreads> => {
  const { settings, metrics, log } = options;
  const threads: RunningThread[] = [];
  let isClosing = false;
  let restarts = 0;
  const events: ThreadEvents = { left: 0, asked: 0 };

  const stopThread = async ({ worker, channel }: RunningThread): Promise<void> => {
    const stopped = channel.ask('stop', null).catch(() => undefined);
    await withDeadline(STOP_WITHIN_MS, stopped, () => log.error('an answering thread did not stop in time'));
    await worker.terminate();
  };

  const keepUp = (number: number, waitMs: number): RunningThread => {
    const thread = startThread(options, number, events);
    let nextWaitMs = Math.min(waitMs * 2, RESTART_AFTER_MS.most);
    thread.listening.then(
      () => (nextWaitMs = RESTART_AFTER_MS.first),
      () => undefined,
    );
    thread.worker.once('exit', () => {
      if (isClosing) return;
      restarts += 1;
      log.error({ thread: number }, 'an answering thread ended; starting another in its place');
      setTimeout(() => {
        if (!isClosing) keepUp(number, nextWaitMs);
      }, waitMs);
    });
    threads[number] = thread;
    return thread;
  };

  const close = async (): Promise<void> => {
    isClosing = true;
    await Promise.all(threads.map(stopThread));
  };

  metrics.observe('redoubt_answering_threads', 'Threads that answer merchants.', () => threads.length);
  metrics.observe(
    'redoubt_answering_thread_restarts',
    'Answering threads that ended and were replaced.',
    () => restarts,
  );
  metrics.observe('redoubt_answering_left_events', 'Events that threads left to the main thread.', () => events.left);
  metrics.observe(
    'redoubt_answering_asked_events',
    'Times that a thread asked the main thread for the velocities of an event, whose rules then ran again.',
    () => events.asked,
  );
  metrics.observeEach(
    'redoubt_answering_thread_utilization',
    'Share of its time since its start that an answering thread was busy.',
    'thread',
    async () =>
      Object.fromEntries(
        threads.map(({ worker }, number) => [String(number), worker.performance.eventLoopUtilization().utilization]),
      ),
  );
  const first = Array.from({ length: settings.ANSWERING_THREADS }, (_, number) =>
    keepUp(number, RESTART_AFTER_MS.first),
  );
  try {
    await Promise.all(first.map(({ listening }) => listening));
  } catch (error) {
    await close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new BootError(`An answering thread could not start: ${reason}.`, { cause: error });
  }
  return {
    caughtUp: async () => {
      await Promise.all(threads.map(({ channel }) => channel.ask('caughtUp', null).catch(() => undefined)));
    },
    ending: () => {
      for (const { channel } of threads) channel.tell('ending', null);
    },
    crash: async (number) => {
      await threads[number]?.worker.terminate();
    },
    close,
  };
};
