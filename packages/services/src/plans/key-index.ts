import { Turns } from '../turns.ts';
import type { RowNumber } from './placed-rows.ts';

/** Parts of an index: a table of half a million keys takes tens of milliseconds each time that it grows. */
const SHARDS = 256;

/** Keys that an index may have beside those it shares with the index before, until they are put among them. */
const MAX_CHANGED = 16_384;

/** Spreads keys over the parts. */
const shardOf = (key: string): number => {
  let hash = key.length;
  for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & (SHARDS - 1);
};

/** The rows of one key. */
export type KeyRows = {
  readonly first: RowNumber;
  /** Whether there may be others. */
  readonly isRepeated: boolean;
  /** The others in the order of the file; none where an index keeps first rows alone. */
  readonly later: readonly RowNumber[];
};

type Shard = {
  /** Number of the first row, doubled, and one more where the key is repeated. */
  readonly first: Map<string, number>;
  readonly later: Map<string, RowNumber[]>;
};

const NO_ROWS: readonly RowNumber[] = [];

/** Where the rows of each key stand, in one column. It may share most of its keys with the index of another content. */
export class KeyIndex {
  /** Whether rows after the first one are kept: for lists whose rows do not always count. */
  readonly keepsLater: boolean;
  readonly #shards: readonly Shard[];
  /** What other keys say than in the parts; null for keys that have no row. */
  readonly #changed: ReadonlyMap<string, KeyRows | null>;

  private constructor(
    keepsLater: boolean,
    shards: readonly Shard[],
    changed: ReadonlyMap<string, KeyRows | null> = new Map(),
  ) {
    this.keepsLater = keepsLater;
    this.#shards = shards;
    this.#changed = changed;
  }

  static empty(keepsLater: boolean): KeyIndex {
    return new KeyIndex(
      keepsLater,
      Array.from({ length: SHARDS }, () => ({ first: new Map(), later: new Map() })),
    );
  }

  /** Adds a row behind the others; only to an index that is being made. */
  add(key: string, row: RowNumber): void {
    const shard = this.#shards[shardOf(key)];
    if (shard === undefined || key === '') return;
    const first = shard.first.get(key);
    if (first === undefined) {
      shard.first.set(key, row * 2);
      return;
    }
    if (first % 2 === 0) shard.first.set(key, first + 1);
    if (!this.keepsLater) return;
    const later = shard.later.get(key);
    if (later) later.push(row);
    else shard.later.set(key, [row]);
  }

  first(key: string): RowNumber | undefined {
    const changed = this.#changed.get(key);
    if (changed !== undefined) return changed?.first;
    const first = this.#shards[shardOf(key)]?.first.get(key);
    return first === undefined ? undefined : first >>> 1;
  }

  later(key: string): readonly RowNumber[] {
    const changed = this.#changed.get(key);
    if (changed !== undefined) return changed?.later ?? NO_ROWS;
    return this.#shards[shardOf(key)]?.later.get(key) ?? NO_ROWS;
  }

  isRepeated(key: string): boolean {
    const changed = this.#changed.get(key);
    if (changed !== undefined) return changed?.isRepeated ?? false;
    return (this.#shards[shardOf(key)]?.first.get(key) ?? 0) % 2 === 1;
  }

  /** An index that says something else of some keys; null takes a key away. This one stays what it is. */
  async with(changes: ReadonlyMap<string, KeyRows | null>): Promise<KeyIndex> {
    if (changes.size === 0) return this;
    const changed = new Map(this.#changed);
    const turns = new Turns();
    for (const [key, rows] of changes) {
      changed.set(key, rows);
      if (turns.isOver) await turns.next();
    }
    if (changed.size <= MAX_CHANGED) return new KeyIndex(this.keepsLater, this.#shards, changed);
    return new KeyIndex(this.keepsLater, await this.#merged(changed));
  }

  /** The parts with what changed in them; a part without a change is shared. */
  async #merged(changed: ReadonlyMap<string, KeyRows | null>): Promise<readonly Shard[]> {
    const byShard = Map.groupBy(changed, ([key]) => shardOf(key));
    const turns = new Turns();
    const shards = [...this.#shards];
    for (const [at, changes] of byShard) {
      if (turns.isOver) await turns.next();
      const shard = this.#shards[at];
      if (!shard) continue;
      const first = new Map(shard.first);
      const later = new Map(shard.later);
      for (const [key, rows] of changes) {
        if (rows === null) first.delete(key);
        else first.set(key, rows.first * 2 + (rows.isRepeated ? 1 : 0));
        if (rows === null || rows.later.length === 0) later.delete(key);
        else later.set(key, [...rows.later]);
      }
      shards[at] = { first, later };
    }
    return shards;
  }
}
