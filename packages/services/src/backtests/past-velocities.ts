import type { VelocityPort } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { StoredContributions } from '@redoubt/storage';
import { SlabStore } from '@redoubt/velocity';
import { PositionQueue } from './position-queue.ts';
import { createVelocityRuntime, type VelocityRuntime } from '../velocity-runtime/velocity-runtime.ts';

/** Where the keys that were quiet longest make room. */
const MAX_BYTES = 2 ** 30;
/** The velocities of a tenant as they stood at any position of the log, going forward only. */
export class PastVelocities {
  readonly #runtime: VelocityRuntime;
  readonly #tenantId: Id;
  readonly #backfilled = new PositionQueue<StoredContributions>();
  readonly #live = new PositionQueue<StoredContributions>();

  constructor(installationKey: string, tenantId: Id) {
    this.#runtime = createVelocityRuntime(new SlabStore({ maxBytes: MAX_BYTES }), installationKey);
    this.#tenantId = tenantId;
  }

  /** Takes what later events add, in order of position; it counts once `advanceTo` has come to it. */
  add(contributions: readonly StoredContributions[]): void {
    this.#live.add(contributions);
  }

  /** Takes what backfills found events to add, in any order, each at the position of its event; before all `advanceTo`. */
  addBackfilled(contributions: readonly StoredContributions[]): void {
    this.#backfilled.add(contributions);
    this.#backfilled.sort();
  }

  /** Counts everything up to a position; false where more than that is counted already. */
  advanceTo(position: number): boolean {
    const from = this.#runtime.position();
    if (position <= from) return position === from;
    const events = [...this.#backfilled.takeUntil(position), ...this.#live.takeUntil(position)];
    this.#runtime.apply({ from, to: position, events });
    return true;
  }

  portAt(eventTimeMs: number): VelocityPort {
    return this.#runtime.viewAt(this.#tenantId, eventTimeMs).port;
  }
}
