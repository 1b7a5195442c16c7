import type { BacktestResult } from '@redoubt/contracts';
import type { Scope, SearchRow } from '@redoubt/storage';
import type { ConditionThread } from '../backtests/condition-thread.ts';
import type { ConditionFindings } from '../backtests/protocol.ts';
import type { EnvironmentContext } from '../context.ts';

/** How much one call may look at. */
export type ScanBudget = {
  /** Rows it brings at most. */
  readonly limit: number;
  /** Whether it has looked for long enough, with so many found. */
  readonly isSpent: (found: number) => boolean;
};

/** What a scan is done with. */
export type ScanPlace = {
  readonly context: EnvironmentContext;
  readonly scope: Scope;
  readonly thread: ConditionThread;
  readonly budget: ScanBudget;
  readonly cursor: string | null;
};

export type Scanned = {
  readonly rows: readonly SearchRow[];
  /** Null where everything was looked at. */
  readonly nextCursor: string | null;
  /** Events of this call that the condition was asked of. */
  readonly asked: number;
  /** Share of the log, or of the range of time, that all calls so far have looked at, 0–1. */
  readonly share: number;
  readonly unknown: BacktestResult['unknown'];
  readonly errors: BacktestResult['errors'];
};

/** What was found out in several messages, joined. */
export class ScanTally {
  readonly #unknown = new Map<string, BacktestResult['unknown'][number]>();
  readonly #messages = new Set<string>();
  #asked = 0;
  #failed = 0;

  add({ events, unknown, errors }: ConditionFindings): void {
    this.#asked += events;
    this.#failed += errors.events;
    for (const message of errors.messages) this.#messages.add(message);
    for (const each of unknown) {
      const key = `${each.kind} ${each.name}`;
      this.#unknown.set(key, { ...each, events: each.events + (this.#unknown.get(key)?.events ?? 0) });
    }
  }

  get result(): Pick<Scanned, 'asked' | 'unknown' | 'errors'> {
    return {
      asked: this.#asked,
      unknown: [...this.#unknown.values()],
      errors: { events: this.#failed, messages: [...this.#messages].slice(0, 10) },
    };
  }
}

/** Share of a range of time that is looked at down to an event, newest first, 0–1. */
export const shareOfRange = (
  query: { readonly from: Date; readonly to: Date },
  eventTimeMs: number,
  nowMs: number,
): number => {
  const [fromMs, toMs] = [query.from.getTime(), Math.min(query.to.getTime(), nowMs)];
  return Math.min(1, Math.max(0, (toMs - eventTimeMs) / Math.max(1, toMs - fromMs)));
};

/** Rests after a step, so that the node has time for decisions. */
export const rest = (busyMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, busyMs / 10));
