import type { EnrichmentSource } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { StoredStep } from '@redoubt/storage';
import { GraphStore } from '@redoubt/velocity';
import { createGraphRuntime, type GraphRuntime } from '../graph-runtime/graph-runtime.ts';
import { PositionQueue } from './position-queue.ts';

/** The graph of a tenant as it stood at any position of the log, going forward only. */
export class PastGraph {
  readonly #runtime: GraphRuntime;
  readonly #tenantId: Id;
  readonly #waiting = new PositionQueue<StoredStep>();

  constructor(installationKey: string, tenantId: Id) {
    this.#runtime = createGraphRuntime(new GraphStore(), installationKey);
    this.#tenantId = tenantId;
  }

  /** Takes what later events do, in order of position; it counts once `sourceAt` has come to it. */
  add(steps: readonly StoredStep[]): void {
    this.#waiting.add(steps);
  }

  /** Answers an event whose decision read at a position; where more is taken already, answers are not known. */
  sourceAt(position: number, environmentId: Id, eventTimeMs: number): NonNullable<EnrichmentSource['graph']> {
    const from = this.#runtime.position();
    if (position < from) return () => undefined;
    const events = this.#waiting.takeUntil(position).map(({ step }) => step);
    this.#runtime.apply({ from, to: position, events });
    return this.#runtime.sourceFor({ tenantId: this.#tenantId, environmentId, eventTimeMs });
  }
}
