import { MINUTE_MS } from '@redoubt/kernel';
import { Worker } from 'node:worker_threads';
import type { BacktestMessage, BacktestReply } from './protocol.ts';

/** Heap of a thread; lists of a million rows fit. */
const MAX_HEAP_MB = 1024;
/** How long a thread waits for another backtest: a person who tries a rule tries it again with another limit. */
const KEPT_MS = MINUTE_MS;
const MAX_KEPT = 4;
/** One that holds more is ended: it gives memory back only when it needs some. */
const MAX_HELD_BYTES = 512 * 2 ** 20;

/** The run that a thread works for. */
export type ThreadOwner = {
  readonly onReply: (reply: BacktestReply) => void;
  /** Called when the thread is gone. */
  readonly onFailure: (error: Error) => void;
};

/** A thread that decides one history after the other; it tells its owner of the moment what it says. */
export class Thread {
  readonly #worker = new Worker(new URL('./backtest-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  #owner: ThreadOwner | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker.on('message', (reply: BacktestReply) => this.#owner?.onReply(reply));
    this.#worker.on('error', (error) => this.#gone(error));
    this.#worker.on('exit', () => this.#gone(new Error('the backtest worker ended early')));
  }

  send(message: BacktestMessage): void {
    this.#worker.postMessage(message);
  }

  begin(owner: ThreadOwner): void {
    clearTimeout(this.#timer);
    this.#owner = owner;
    this.#worker.ref();
  }

  /** Waits for another owner for a while; it does not keep the process alive. */
  wait(): void {
    this.#owner = undefined;
    this.#worker.unref();
    this.#timer = setTimeout(() => void this.end(), KEPT_MS).unref();
  }

  async end(): Promise<void> {
    this.#owner = undefined;
    await this.#worker.terminate();
  }

  #gone(error: Error): void {
    clearTimeout(this.#timer);
    const at = kept.indexOf(this);
    if (at >= 0) kept.splice(at, 1);
    this.#owner?.onFailure(error);
  }
}

const kept: Thread[] = [];

/** A thread that decides histories: a new one loads for half a second of processor time, one that is there begins. */
export const acquireThread = (owner: ThreadOwner): Thread => {
  const thread = kept.pop() ?? new Thread();
  thread.begin(owner);
  return thread;
};

/** Keeps a thread that has given its result for a while, unless it holds much memory or enough are kept. */
export const releaseThread = async (thread: Thread, heldBytes: number): Promise<void> => {
  if (kept.length >= MAX_KEPT || heldBytes > MAX_HELD_BYTES) {
    await thread.end();
    return;
  }
  thread.wait();
  kept.push(thread);
};
