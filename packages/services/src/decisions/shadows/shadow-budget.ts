export type ShadowBudgetOptions = {
  /** Milliseconds on a clock that never jumps. */
  readonly monotonicMs: () => number;
  /** Part of its time that this thread was working lately, 0 to 1. */
  readonly utilization: () => number;
};

/** Part of one processor that branches may take. */
const SHARE = 0.1;
/** What may be saved up for a burst. */
const SAVED_MS = 50;
/** A thread that works more than this has no time for anything but answers. */
const BUSY = 0.85;

/** How much time a node gives to branches: a tenth of one processor, and none while it is busy with production. */
export class ShadowBudget {
  readonly #options: ShadowBudgetOptions;
  #leftMs = SAVED_MS;
  #refilledMs: number;

  constructor(options: ShadowBudgetOptions) {
    this.#options = options;
    this.#refilledMs = options.monotonicMs();
  }

  /** Whether one more run may begin. */
  allows(): boolean {
    const nowMs = this.#options.monotonicMs();
    this.#leftMs = Math.min(SAVED_MS, this.#leftMs + (nowMs - this.#refilledMs) * SHARE);
    this.#refilledMs = nowMs;
    return this.#leftMs > 0 && this.#options.utilization() < BUSY;
  }

  spend(ms: number): void {
    this.#leftMs -= ms;
  }
}

const WATCHED_MS = 250;

/** Reads how busy this thread was in the last quarter of a second. */
export const createUtilization = (
  monotonicMs: () => number,
  read: () => { readonly idle: number; readonly active: number },
): (() => number) => {
  let before = read();
  let readAtMs = monotonicMs();
  let utilization = 0;
  return () => {
    const nowMs = monotonicMs();
    if (nowMs - readAtMs < WATCHED_MS) return utilization;
    const now = read();
    const active = now.active - before.active;
    const idle = now.idle - before.idle;
    utilization = active + idle > 0 ? active / (active + idle) : 0;
    before = now;
    readAtMs = nowMs;
    return utilization;
  };
};
