import { Worker } from 'node:worker_threads';
import { buffersOf } from '../plans/packed-rows.ts';
import type { BackfillPiece } from '@redoubt/storage';
import type { BackfillJob, BackfillMessage, BackfillQuestion, BackfillReply, BackfillStepResult } from './protocol.ts';

/** Heap of the worker; lists of a million rows fit. */
const MAX_HEAP_MB = 768;

/** A thread that evaluates stored events, so that the one that answers does not have to. */
export class EvaluationThread {
  readonly #worker = new Worker(new URL('./backfill-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  readonly #answer: (question: BackfillQuestion) => Promise<BackfillMessage>;
  #step = Promise.withResolvers<BackfillStepResult>();
  #failure: Error | undefined;

  constructor(job: BackfillJob, answer: (question: BackfillQuestion) => Promise<BackfillMessage>) {
    this.#answer = answer;
    this.#step.promise.catch(() => undefined);
    this.#worker.on('message', (reply: BackfillReply) => this.#take(reply));
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', () => this.#fail(new Error('the thread of a backfill ended early')));
    this.#worker.postMessage({ kind: 'job', job } satisfies BackfillMessage);
  }

  /** Evaluates the events of a piece; one call at a time. */
  async step(piece: BackfillPiece): Promise<BackfillStepResult> {
    if (this.#failure) throw this.#failure;
    this.#step = Promise.withResolvers();
    this.#worker.postMessage({ kind: 'piece', piece } satisfies BackfillMessage);
    return this.#step.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(reply: BackfillReply): void {
    if (reply.kind === 'step') {
      this.#step.resolve(reply.result);
      return;
    }
    this.#answer(reply).then(
      (message) => {
        const contents = message.kind === 'contents' ? message.contents : [];
        this.#worker.postMessage(
          message,
          contents.flatMap(({ rows }) => [...buffersOf(rows)]),
        );
      },
      (error: unknown) => this.#fail(error as Error),
    );
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#step.reject(error);
  }
}
