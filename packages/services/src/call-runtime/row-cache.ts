import type { Json } from '@redoubt/kernel';

/** Answers of one list that are kept; the oldest go first. */
const MOST_KEPT = 10_000;

type Kept = { readonly row: Json; readonly untilMs: number };

/** Rows that were found, and keys that were not, for a while. Who asks for a key that is on its way waits for that. */
export class RowCache {
  readonly #lifeMs: number;
  readonly #kept = new Map<string, Kept>();
  readonly #coming = new Map<string, Promise<Json>>();

  /** @param lifeMs how long an answer may be used again; 0 for not at all. */
  constructor(lifeMs: number) {
    this.#lifeMs = lifeMs;
  }

  /** Failures are not kept. */
  async get(
    { column, key }: { readonly column: string; readonly key: string },
    nowMs: number,
    fetch: () => Promise<Json>,
  ): Promise<Json> {
    if (this.#lifeMs === 0) return fetch();
    const name = JSON.stringify([column, key]);
    const kept = this.#kept.get(name);
    if (kept && kept.untilMs > nowMs) return kept.row;
    const coming = this.#coming.get(name) ?? fetch();
    this.#coming.set(name, coming);
    try {
      const row = await coming;
      this.#keep(name, { row, untilMs: nowMs + this.#lifeMs });
      return row;
    } finally {
      this.#coming.delete(name);
    }
  }

  #keep(name: string, kept: Kept): void {
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '');
  }
}
