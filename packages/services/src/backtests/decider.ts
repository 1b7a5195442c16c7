import { fail } from '@redoubt/domain';
import type { BacktestMessage, BacktestReply, HistoryResult } from './protocol.ts';
import { releaseThread, acquireThread, type Thread } from './warm-threads.ts';

/** Messages of segments under way: the database reads ahead while the worker decides. */
const MAX_IN_FLIGHT = 3;

/** A worker thread that decides a history, with what it was sent and has not answered. */
export class Decider {
  readonly #thread: Thread;
  readonly #answer: (question: BacktestReply) => Promise<BacktestMessage | undefined>;
  readonly #onDecided: (events: number) => void;
  readonly #ended = Promise.withResolvers<HistoryResult>();
  #inFlight = 0;
  /** What the worker holds after its result; undefined before. */
  #heldBytes: number | undefined;
  #room = Promise.withResolvers<void>();

  /** @param answer what the worker asks for in between. */
  constructor(
    answer: (question: BacktestReply) => Promise<BacktestMessage | undefined>,
    onDecided: (events: number) => void,
    signal: AbortSignal,
  ) {
    this.#answer = answer;
    this.#onDecided = onDecided;
    this.#ended.promise.catch(() => undefined);
    this.#thread = acquireThread({
      onReply: (reply) => this.#take(reply),
      onFailure: (error) => this.#fail(error),
    });
    signal.addEventListener('abort', () => this.#fail(signal.reason as Error), { once: true });
  }

  send(message: BacktestMessage): void {
    this.#thread.send(message);
  }

  /** Sends segments and waits until there is room for more. */
  async feed(message: Extract<BacktestMessage, { kind: 'segments' }>): Promise<void> {
    this.send(message);
    this.#inFlight++;
    while (this.#inFlight >= MAX_IN_FLIGHT) {
      this.#room = Promise.withResolvers();
      await Promise.race([this.#room.promise, this.#ended.promise]);
    }
  }

  finish(): Promise<HistoryResult> {
    this.send({ kind: 'end' });
    return this.#ended.promise;
  }

  async close(): Promise<void> {
    if (this.#heldBytes === undefined) await this.#thread.end();
    else await releaseThread(this.#thread, this.#heldBytes);
  }

  #take(reply: BacktestReply): void {
    if (reply.kind === 'done') {
      this.#heldBytes = reply.heldBytes;
      this.#ended.resolve(reply.result);
      return;
    }
    if (reply.kind === 'applied') {
      this.#inFlight--;
      this.#onDecided(reply.events);
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
    this.#ended.reject(isTooLarge ? fail('BACKTEST-TOO-LARGE', {}, error) : error);
  }
}
