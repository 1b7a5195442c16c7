import type { VelocityPort } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { StoredContributions } from '@redoubt/storage';
import { SlabStore } from '@redoubt/velocity';
import { createVelocityRuntime, type VelocityRuntime } from '../velocities/velocity-runtime.ts';

/** Where the keys that were quiet longest make room. */
const MAX_BYTES = 2 ** 30;
/** Applied contributions kept in the waiting line before it is cut. */
const CUT_AFTER = 50_000;

/** The velocities of a tenant as they stood at any position of the log, going forward only. */
export class PastVelocities {
  readonly #runtime: VelocityRuntime;
  readonly #tenantId: Id;
  #waiting: StoredContributions[] = [];
  #next = 0;

  constructor(installationKey: string, tenantId: Id) {
    this.#runtime = createVelocityRuntime(new SlabStore({ maxBytes: MAX_BYTES }), installationKey);
    this.#tenantId = tenantId;
  }

  /** Takes what later events add, in order of position; it counts once `advanceTo` has come to it. */
  add(contributions: readonly StoredContributions[]): void {
    for (const each of contributions) this.#waiting.push(each);
  }

  /** Counts everything up to a position; false where more than that is counted already. */
  advanceTo(position: number): boolean {
    const from = this.#runtime.position();
    if (position <= from) return position === from;
    let end = this.#next;
    while (end < this.#waiting.length && (this.#waiting[end]?.position ?? 0) <= position) end += 1;
    this.#runtime.apply({ from, to: position, events: this.#waiting.slice(this.#next, end) });
    this.#next = end;
    if (end > CUT_AFTER) {
      this.#waiting = this.#waiting.slice(end);
      this.#next = 0;
    }
    return true;
  }

  portAt(eventTimeMs: number): VelocityPort {
    return this.#runtime.viewAt(this.#tenantId, eventTimeMs).port;
  }
}
