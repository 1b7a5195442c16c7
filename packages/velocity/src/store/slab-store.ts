import { invariant } from '@redoubt/kernel';
import { MONEY_UNITS_PER_WHOLE } from '@redoubt/kernel';
import {
  type Aggregate,
  aggregateOfCode,
  codeOf,
  type EntryShape,
  NUMBERS_PER_ENTRY,
  SHAPE_OF,
  SHAPES,
} from '../aggregates.ts';
import { ByteReader } from '../codec/byte-reader.ts';
import { ByteWriter } from '../codec/byte-writer.ts';
import { readKey, writeKey } from '../codec/key-codec.ts';
import { CumulativeRuns } from '../entries/cumulative-runs.ts';
import { DistinctRuns } from '../entries/distinct-runs.ts';
import type { EntryRuns, WindowReading } from '../entries/entry-runs.ts';
import { ExtremeRuns } from '../entries/extreme-runs.ts';
import { EntrySlab } from '../memory/entry-slab.ts';
import { aggregateCodeOf, KeyTable, lengthOf } from '../memory/key-table.ts';
import { OWN_MEMORY, type StoreMemory } from '../memory/store-memory.ts';
import { PARTITIONS, type VelocityStoreStatistics } from '../port.ts';
import type { SecondSpan } from '../windows/window.ts';

/** 90 days, up to a day that alignment adds, and a week for windows that end before the event. */
const DEFAULT_KEEP_S = 98 * 86_400;
const DEFAULT_MAX_BYTES = 4 * 2 ** 30;

/** Share of a partition's keys that make room at the limit: those whose last event is longest ago. */
const DROPPED_SHARE = 1 / 16;

const WATCH_EVERY_KEYS = 1024;

/** One event more than a key has. */
export type TrialEvent = { readonly aggregate: Aggregate; readonly value: number };

/** What a key of one event holds. */
const valueOfOne = (aggregate: Aggregate, value: number): number => {
  if (aggregate === 'StdDev') return 0;
  return aggregate === 'Count' || aggregate === 'DistinctCount' ? 1 : value / MONEY_UNITS_PER_WHOLE;
};

type SlabStoreOptions = {
  /** Events this much older than the newest of their key are forgotten; 98 days where absent. */
  readonly keepS?: number;
  /** Where the keys that were quiet longest make room for new ones; 4 GiB where absent. */
  readonly maxBytes?: number;
  /** Where tables and pages lie; in memory of this thread alone where absent. */
  readonly memory?: StoreMemory;
};

/**
 * Keys and windows in typed arrays. Adding and reading allocate nothing and take well under a
 * microsecond for ordinary keys.
 */
export class SlabStore {
  readonly tables: readonly KeyTable[];
  readonly runs: Readonly<Record<EntryShape, EntryRuns>>;
  readonly distinct: DistinctRuns;
  readonly keepS: number;
  /** Where the keys that were quiet longest make room for new ones. */
  readonly maxBytes: number;
  readonly #runsOfCode: readonly EntryRuns[];
  /** Per partition, the last second of a key dropped for want of memory: windows before it may miss events. */
  readonly #droppedUntilS: Float64Array;
  readonly #runsOfAggregate = (aggregate: Aggregate): EntryRuns => this.runs[SHAPE_OF[aggregate]];
  readonly #record = new ByteWriter();
  #newestS = 0;
  #created = 0;
  #isOverLimit = false;
  #droppedKeys = 0;

  constructor({ keepS = DEFAULT_KEEP_S, maxBytes = DEFAULT_MAX_BYTES, memory = OWN_MEMORY }: SlabStoreOptions = {}) {
    this.keepS = keepS;
    this.maxBytes = maxBytes;
    this.tables = Array.from({ length: PARTITIONS }, (_, partition) => {
      return new KeyTable((bytes) => memory.table(partition, bytes));
    });
    this.#droppedUntilS = memory.perPartition();
    const paged = (shape: EntryShape) =>
      [NUMBERS_PER_ENTRY[shape], keepS, (bytes: number) => memory.page(shape, bytes)] as const;
    this.distinct = new DistinctRuns(...paged('distinct'));
    this.runs = {
      count: new CumulativeRuns(...paged('count')),
      sum: new CumulativeRuns(...paged('sum')),
      squares: new CumulativeRuns(...paged('squares')),
      extreme: new ExtremeRuns(...paged('extreme')),
      distinct: this.distinct,
    };
    this.#runsOfCode = Array.from({ length: 16 }, (_, code) => this.runs[SHAPE_OF[aggregateOfCode(code)]]);
  }

  /** Adds an event to a key, creating it where it is new. */
  add(aggregate: Aggregate, lo: number, hi: number, second: number, value: number): void {
    const partition = hi >>> 24;
    const table = this.tables[partition];
    const runs = this.runs[SHAPE_OF[aggregate]];
    if (!table) return;
    if (second > this.#newestS) this.#newestS = second;
    let slot = table.find(lo, hi);
    if (slot >= 0) {
      runs.add(table, slot, second, value);
      return;
    }
    this.#watchMemory(partition, table);
    if (table.isFull) this.#dropExpired(table);
    slot = table.find(lo, hi);
    runs.create(table, -1 - slot, lo, hi, codeOf(aggregate), second, value);
  }

  /** What a window of a key holds; an unknown key holds nothing. */
  read(lo: number, hi: number, span: SecondSpan, into: WindowReading): void {
    const partition = hi >>> 24;
    const table = this.tables[partition];
    const slot = table ? table.find(lo, hi) : -1;
    if (table && slot >= 0) {
      this.#runsOf(table, slot).read(table, slot, span, into);
    } else {
      into.value = 0;
      into.uncertainEvents = 0;
      into.isEstimate = false;
    }
    if (span.afterS < (this.#droppedUntilS[partition] ?? 0)) into.isEstimate = true;
  }

  /**
   * As `read`, with one event more that happens last in the window: what `read` would say once it is counted, at no more
   * cost. It is counted nowhere.
   */
  readWith(lo: number, hi: number, span: SecondSpan, into: WindowReading, event: TrialEvent): void {
    const partition = hi >>> 24;
    const table = this.tables[partition];
    const slot = table ? table.find(lo, hi) : -1;
    into.uncertainEvents = 0;
    into.isEstimate = false;
    if (table && slot >= 0) this.#runsOf(table, slot).read(table, slot, span, into, event.value);
    else into.value = valueOfOne(event.aggregate, event.value);
    if (span.afterS < (this.#droppedUntilS[partition] ?? 0)) into.isEstimate = true;
  }

  /** Every key that is there. */
  *keys(): Generator<readonly [lo: number, hi: number]> {
    for (const { lo, hi, word } of this.tables) {
      for (const [slot, used] of word.entries()) if (used !== 0) yield [lo[slot] ?? 0, hi[slot] ?? 0];
    }
  }

  /**
   * Everything a key holds as a record of its own, for another store; undefined for an unknown key. A key that
   * goes through a record reads and counts on exactly as before, past every cap.
   */
  exportKey(lo: number, hi: number): Uint8Array | undefined {
    const table = this.tables[hi >>> 24];
    const slot = table ? table.find(lo, hi) : -1;
    if (!table || slot < 0) return undefined;
    this.#record.reset();
    writeKey(this.#runsOf(table, slot), table, slot, this.#record);
    return this.#record.written.slice();
  }

  /** Puts a key as `exportKey` gave it, in place of what the key held here. */
  importKey(lo: number, hi: number, record: Uint8Array): void {
    this.removeKey(lo, hi);
    this.readKey(lo, hi, new ByteReader(record));
  }

  /** Puts a key that is not there from its record. */
  readKey(lo: number, hi: number, from: ByteReader): void {
    const table = this.tables[hi >>> 24];
    if (!table) return;
    if (table.isFull) this.#dropExpired(table);
    const slot = -1 - table.find(lo, hi);
    readKey(this.#runsOfAggregate, table, slot, { lo, hi }, from);
    const newest = this.newestOf(table, slot);
    if (newest > this.#newestS) this.#newestS = newest;
  }

  /** Appends the hash and the record of the key in a slot. */
  writeSlot(table: KeyTable, slot: number, into: ByteWriter): void {
    into.word(table.lo[slot] ?? 0);
    into.word(table.hi[slot] ?? 0);
    writeKey(this.#runsOf(table, slot), table, slot, into);
  }

  /** Pairs of the sketch that a key of one entry may be; 1 where it is none. */
  pairsOf(table: KeyTable, slot: number): number {
    return this.#runsOf(table, slot) === this.distinct ? (this.distinct.sketchOf(table, slot)?.pairCount ?? 1) : 1;
  }

  /** What the store knows besides its keys. */
  writeState(into: ByteWriter): void {
    into.unsigned(this.keepS);
    into.unsigned(this.#newestS);
    into.unsigned(this.#droppedKeys);
    for (const second of this.#droppedUntilS) into.unsigned(second);
  }

  readState(from: ByteReader): void {
    invariant(from.unsigned() === this.keepS, 'a snapshot is read by a store that keeps as long');
    this.#newestS = Math.max(this.#newestS, from.unsigned());
    this.#droppedKeys += from.unsigned();
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      this.#droppedUntilS[partition] = Math.max(this.#droppedUntilS[partition] ?? 0, from.unsigned());
    }
  }

  /** Forgets a key. */
  removeKey(lo: number, hi: number): void {
    const table = this.tables[hi >>> 24];
    const slot = table ? table.find(lo, hi) : -1;
    if (!table || slot < 0) return;
    this.#runsOf(table, slot).release(table, slot);
    table.remove(slot);
  }

  #runsOf(table: KeyTable, slot: number): EntryRuns {
    return this.#runsOfCode[aggregateCodeOf(table.word[slot] ?? 0)] ?? this.runs.count;
  }

  newestOf(table: KeyTable, slot: number): number {
    const run = table.run[slot] ?? 0;
    const last = EntrySlab.indexOf(run) + lengthOf(table.word[slot] ?? 0) - 1;
    return this.#runsOf(table, slot).slab.pageOf(run).seconds[last] ?? 0;
  }

  /** Adding up what is used takes a while, so it is done now and then; in between, the last answer holds. */
  #watchMemory(partition: number, table: KeyTable): void {
    if (this.#created % WATCH_EVERY_KEYS === 0) this.#isOverLimit = this.usedBytes > this.maxBytes;
    this.#created += 1;
    if (!this.#isOverLimit) return;
    this.#dropQuietest(partition, table);
    this.#isOverLimit = this.usedBytes > this.maxBytes;
  }

  #dropExpired(table: KeyTable): void {
    this.#rebuild(table, this.#newestS - this.keepS);
  }

  #rebuild(table: KeyTable, oldestS: number): number {
    let dropped = 0;
    table.rebuild((slot) => {
      if (this.newestOf(table, slot) >= oldestS) return true;
      this.#runsOf(table, slot).release(table, slot);
      dropped += 1;
      return false;
    });
    return dropped;
  }

  #dropQuietest(partition: number, table: KeyTable): void {
    const newest: number[] = [];
    for (let slot = 0; slot < table.slots; slot += 1)
      if (table.word[slot] !== 0) newest.push(this.newestOf(table, slot));
    newest.sort((a, b) => a - b);
    const last = newest[Math.floor(newest.length * DROPPED_SHARE)];
    if (last === undefined) return;
    this.#droppedKeys += this.#rebuild(table, last + 1);
    this.#droppedUntilS[partition] = Math.max(this.#droppedUntilS[partition] ?? 0, last);
  }

  /** Bytes of tables and runs in use. */
  get usedBytes(): number {
    let bytes = this.distinct.sketchBytes;
    for (const table of this.tables) bytes += table.bytes;
    for (const shape of SHAPES) bytes += this.runs[shape].slab.usedBytes;
    return bytes;
  }

  statistics(): VelocityStoreStatistics {
    let [keys, entries, bytes] = [0, 0, this.distinct.sketchBytes];
    for (const table of this.tables) {
      keys += table.used;
      bytes += table.bytes;
      for (const word of table.word) entries += lengthOf(word);
    }
    for (const shape of SHAPES) bytes += this.runs[shape].slab.bytes;
    return { keys, entries, bytes, droppedKeys: this.#droppedKeys };
  }
}
