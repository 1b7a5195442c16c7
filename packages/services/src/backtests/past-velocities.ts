import type { VelocityPort } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { StoredContributions } from '@redoubt/storage';
import { SlabStore } from '@redoubt/velocity';
import { createVelocityRuntime, type VelocityRuntime } from '../velocity-runtime/velocity-runtime.ts';

/** Where the keys that were quiet longest make room. */
const MAX_BYTES = 2 ** 30;
/** Applied contributions kept in the waiting line before it is cut. */
const CUT_AFTER = 50_000;

/** Contributions by position, taken from the front. */
class Waiting {
  #all: StoredContributions[] = [];
  #next = 0;

  add(contributions: readonly StoredContributions[]): void {
    for (const each of contributions) this.#all.push(each);
  }

  sort(): void {
    this.#all.sort((a, b) => a.position - b.position);
  }

  takeUntil(position: number): readonly StoredContributions[] {
    let end = this.#next;
    while (end < this.#all.length && (this.#all[end]?.position ?? 0) <= position) end += 1;
    const taken = this.#all.slice(this.#next, end);
    this.#next = end;
    if (end > CUT_AFTER) {
      this.#all = this.#all.slice(end);
      this.#next = 0;
    }
    return taken;
  }
}

/** The velocities of a tenant as they stood at any position of the log, going forward only. */
export class PastVelocities {
  readonly #runtime: VelocityRuntime;
  readonly #tenantId: Id;
  readonly #backfilled = new Waiting();
  readonly #live = new Waiting();

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
