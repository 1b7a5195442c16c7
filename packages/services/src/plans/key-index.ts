import { listKey } from '@redoubt/domain';
import type { HashSecret } from '@redoubt/velocity';
import type { NewBuffer } from '@redoubt/kernel';
import { Turns } from '../turns.ts';
import { hashOf, newHashSecret } from './key-hash.ts';
import {
  entryOf,
  GrowingShard,
  homeOf,
  isRepeatedEntry,
  runAt,
  ShardLayout,
  targetOf,
  type KeyShard,
} from './key-shards.ts';
import type { PlacedRows, RowNumber } from './placed-rows.ts';

/** Rows for each shard, about: a shard is laid out in one step, and anew where one of its keys changes. */
const ROWS_A_SHARD = 4096;
const MAX_SHARDS = 256;
/** Rows indexed between two rests. */
const ROWS_A_STEP = 200;

/** The rows of one key. */
export type KeyRows = {
  readonly first: RowNumber;
  /** Whether there may be others. */
  readonly isRepeated: boolean;
  /** The others in the order of the file; none where an index keeps first rows alone. */
  readonly later: readonly RowNumber[];
};

/** Plain data of an index, for another thread. */
export type KeyTable = {
  /** Whether rows after the first one are kept: for lists whose rows do not always count. */
  readonly keepsLater: boolean;
  readonly secret: HashSecret;
  /** As many as a power of two. */
  readonly shards: readonly KeyShard[];
};

const NO_ROWS = new Uint32Array();

/** Shards that rows are indexed in, a power of two. */
export const shardsFor = (rows: number): number =>
  Math.min(MAX_SHARDS, 2 ** Math.ceil(Math.log2(Math.max(1, rows / ROWS_A_SHARD))));

/**
 * Where the rows of each key stand, in one column. Keys are not kept: a slot has the hash of a key and its row, whose
 * cell is compared. It never changes, and may share most of its shards with the index of another content.
 */
export class KeyIndex {
  readonly table: KeyTable;
  readonly #rows: PlacedRows;
  readonly #column: number;

  constructor(table: KeyTable, rows: PlacedRows, column: number) {
    this.table = table;
    this.#rows = rows;
    this.#column = column;
  }

  /** Indexes a column; rests after every few rows and between shards. An empty key is left out. */
  static *of(
    rows: PlacedRows,
    column: number,
    keepsLater: boolean,
    newBuffer: NewBuffer,
    secret: HashSecret = newHashSecret(),
  ): Generator<void, KeyIndex> {
    const growing = Array.from({ length: shardsFor(rows.length) }, () => new GrowingShard(keepsLater));
    const mask = growing.length - 1;
    let key = '';
    const isSame = (other: RowNumber): boolean => rows.isKey(other, column, key);
    let sinceRest = 0;
    for (const row of rows.numbers()) {
      key = listKey(rows.cell(row, column) ?? '');
      if (key !== '') {
        const hash = hashOf(key, secret);
        growing[hash & mask]?.add(hash, row, isSame);
      }
      sinceRest += 1;
      if (sinceRest < ROWS_A_STEP) continue;
      sinceRest = 0;
      yield;
    }
    const shards: KeyShard[] = [];
    for (const shard of growing) {
      shards.push(shard.finish(newBuffer));
      yield;
    }
    return new KeyIndex({ keepsLater, secret, shards }, rows, column);
  }

  first(key: string): RowNumber | undefined {
    const { shard, slot } = this.#find(key);
    return slot < 0 ? undefined : this.#firstOf(shard, slot);
  }

  /** Rows after the first one, in the order of the file. */
  later(key: string): Uint32Array {
    const { shard, slot } = this.#find(key);
    const run = slot < 0 ? undefined : this.#runOf(shard, slot);
    return run ? run.subarray(1) : NO_ROWS;
  }

  isRepeated(key: string): boolean {
    const { shard, slot } = this.#find(key);
    return slot >= 0 && isRepeatedEntry(entryIn(shard, slot));
  }

  #shardOf(hash: number): KeyShard {
    const { shards } = this.table;
    return shards[hash & (shards.length - 1)] ?? EMPTY;
  }

  #find(key: string): { readonly shard: KeyShard; readonly slot: number } {
    const hash = hashOf(key, this.table.secret);
    const shard = this.#shardOf(hash);
    return { shard, slot: this.#slotIn(shard, hash, key) };
  }

  /** The slot of a key; -1 where there is none. */
  #slotIn(shard: KeyShard, hash: number, key: string): number {
    const { words, slots } = shard;
    if (slots === 0) return -1;
    for (let slot = homeOf(hash, slots); words[2 * slot + 1] !== 0; slot = slot + 1 === slots ? 0 : slot + 1) {
      const isKey = words[2 * slot] === hash && this.#rows.isKey(this.#firstOf(shard, slot), this.#column, key);
      if (isKey) return slot;
    }
    return -1;
  }

  #runOf(shard: KeyShard, slot: number): Uint32Array | undefined {
    const entry = entryIn(shard, slot);
    return this.table.keepsLater && isRepeatedEntry(entry) ? runAt(shard, targetOf(entry)) : undefined;
  }

  #firstOf(shard: KeyShard, slot: number): RowNumber {
    const target = targetOf(entryIn(shard, slot));
    return this.table.keepsLater && isRepeatedEntry(entryIn(shard, slot)) ? (shard.words[target + 1] ?? 0) : target;
  }

  /**
   * An index over the rows of another content that says something else of some keys; null takes a key away. This one stays
   * what it is, and shards without a change are shared.
   */
  async with(changes: ReadonlyMap<string, KeyRows | null>, rows: PlacedRows, newBuffer: NewBuffer): Promise<KeyIndex> {
    const { secret, keepsLater } = this.table;
    const shards = [...this.table.shards];
    const byShard = Map.groupBy(changes, ([key]) => hashOf(key, secret) & (shards.length - 1));
    const turns = new Turns();
    for (const [at, ofShard] of byShard) {
      if (turns.isOver) await turns.next();
      shards[at] = this.#changed(shards[at] ?? EMPTY, ofShard, newBuffer);
    }
    return new KeyIndex({ secret, keepsLater, shards }, rows, this.#column);
  }

  #changed(shard: KeyShard, changes: readonly (readonly [string, KeyRows | null])[], newBuffer: NewBuffer): KeyShard {
    const { secret } = this.table;
    const gone = new Set<number>();
    let [keys, runWords] = [shard.keys, 0];
    for (const [key, rows] of changes) {
      const slot = this.#slotIn(shard, hashOf(key, secret), key);
      if (slot >= 0) gone.add(slot);
      keys += (rows === null ? 0 : 1) - (slot >= 0 ? 1 : 0);
      if (rows && rows.later.length > 0) runWords += rows.later.length + 2;
    }
    const kept: number[] = [];
    for (let slot = 0; slot < shard.slots; slot += 1) {
      if (shard.words[2 * slot + 1] === 0 || gone.has(slot)) continue;
      kept.push(slot);
      const run = this.#runOf(shard, slot);
      if (run) runWords += run.length + 1;
    }
    const layout = new ShardLayout(keys, runWords, newBuffer);
    for (const slot of kept) {
      const [hash, run] = [shard.words[2 * slot] ?? 0, this.#runOf(shard, slot)];
      if (run) layout.putRun(hash, run);
      else layout.put(hash, entryIn(shard, slot));
    }
    for (const [key, rows] of changes) {
      if (rows === null) continue;
      const hash = hashOf(key, secret);
      if (rows.later.length > 0) layout.putRun(hash, [rows.first, ...rows.later]);
      else layout.put(hash, entryOf(rows.first, rows.isRepeated && !this.table.keepsLater));
    }
    return layout.finish();
  }
}

const EMPTY: KeyShard = { words: new Uint32Array(), slots: 0, keys: 0 };

const entryIn = ({ words }: KeyShard, slot: number): number => (words[2 * slot + 1] ?? 0) - 1;
