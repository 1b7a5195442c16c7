import type { BacktestResult } from '@redoubt/contracts';

type Unknown = BacktestResult['unknown'][number];

/** What could not be known for the time of an event, counted by event. */
export class Unknowns {
  readonly #ofEvent = new Map<string, Pick<Unknown, 'kind' | 'name'>>();
  readonly #counts = new Map<string, Unknown>();

  /** Begins an event, or what is worked out about it anew. */
  begin(): void {
    this.#ofEvent.clear();
  }

  note(kind: Unknown['kind'], name: string): void {
    this.#ofEvent.set(`${kind} ${name}`, { kind, name });
  }

  /** Counts what was noted since the event began. */
  settle(): void {
    for (const [key, noted] of this.#ofEvent) {
      this.#counts.set(key, { ...noted, events: (this.#counts.get(key)?.events ?? 0) + 1 });
    }
  }

  /** Whether anything was noted since the event began. */
  get isNoted(): boolean {
    return this.#ofEvent.size > 0;
  }

  get result(): readonly Unknown[] {
    return [...this.#counts.values()];
  }
}
