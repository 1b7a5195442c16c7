import { fail } from '@redoubt/domain';
import type { HistoryRow } from '@redoubt/storage';
import type { AskedEvents, BacktestMessage, BacktestReply, ConditionFindings, ConditionJob } from './protocol.ts';
import { acquireThread, releaseThread, type Thread } from './warm-threads.ts';

/** A worker thread that asks segments a condition, one message after the other. A new one loads while the condition is prepared. */
export class ConditionThread {
  readonly #thread: Thread;
  readonly #waiting: PromiseWithResolvers<ConditionFindings>[] = [];
  #heldBytes = 0;
  #failure: Error | undefined;

  /** @param answer what the worker asks for in between. */
  constructor(answer: (question: BacktestReply) => Promise<BacktestMessage | undefined>) {
    this.#thread = acquireThread({
      onReply: (reply) => {
        if (reply.kind === 'findings') {
          this.#heldBytes = reply.heldBytes;
          this.#waiting.shift()?.resolve(reply.findings);
          return;
        }
        answer(reply).then(
          (message) => message && this.#thread.send(message),
          (error: Error) => this.#fail(error),
        );
      },
      onFailure: (error: Error & { readonly code?: string }) =>
        this.#fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? fail('BACKTEST-TOO-LARGE', {}, error) : error),
    });
  }

  begin(job: ConditionJob): void {
    this.#thread.send({ kind: 'condition', job });
  }

  ask(rows: readonly HistoryRow[], asked: AskedEvents): Promise<ConditionFindings> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const waiting = Promise.withResolvers<ConditionFindings>();
    this.#waiting.push(waiting);
    this.#thread.send({ kind: 'ask', rows, asked });
    return waiting.promise;
  }

  /** Keeps the thread for the next call, unless it is in the middle of something. */
  async close(): Promise<void> {
    if (this.#failure !== undefined || this.#waiting.length > 0) await this.#thread.end();
    else await releaseThread(this.#thread, this.#heldBytes);
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
