import type { Aggregate } from '../aggregates.ts';
import { aggregateOfCode } from '../aggregates.ts';
import { EntrySlab, LARGEST_CLASS, type EntryPage } from '../memory/entry-slab.ts';
import {
  aggregateCodeOf,
  type KeyTable,
  lengthOf,
  packRun,
  RUN_MERGED,
  sizeClassOf,
  tagOf,
} from '../memory/key-table.ts';
import type { SecondSpan } from '../windows/window.ts';

/** Receives what a window holds; reused, so that reading allocates nothing. */
export type WindowReading = {
  value: number;
  /** Events that may be counted on the wrong side of an edge of the window; 0 where the value is exact. */
  uncertainEvents: number;
  /** Whether the value is an estimate (a distinct count past its cap). */
  isEstimate: boolean;
};

/**
 * What the entries of one shape can do. A run is the entries of one key in order of time; the table says where it is.
 * Every operation takes the table and the slot of the key.
 */
export abstract class EntryRuns {
  readonly slab: EntrySlab;
  /** Events this much older than the newest of their key are forgotten. */
  readonly keepS: number;

  constructor(numbersPerEntry: number, keepS: number, allocate: (bytes: number) => ArrayBufferLike) {
    this.slab = new EntrySlab(numbersPerEntry, allocate);
    this.keepS = keepS;
  }

  /** Gives a key its first event. `slot` is free. */
  create(
    table: KeyTable,
    slot: number,
    lo: number,
    hi: number,
    aggregateCode: number,
    second: number,
    value: number,
  ): void {
    const run = this.slab.allocate(0);
    table.put(slot, lo, hi, run, packRun(1, 0, aggregateCode));
    const page = this.slab.pageOf(run);
    const index = EntrySlab.indexOf(run);
    page.seconds[index] = second;
    this.begin(page, index, -1, value);
  }

  /** Adds an event, wherever its second belongs. */
  abstract add(table: KeyTable, slot: number, second: number, value: number): void;

  /** @param extra value of one event more, which happens last in the window and is counted nowhere. */
  abstract read(table: KeyTable, slot: number, span: SecondSpan, into: WindowReading, extra?: number): void;

  /** Writes an entry of one event; `previous` is the index of the one before it, or -1. */
  protected abstract begin(page: EntryPage, index: number, previous: number, value: number): void;

  /** Makes entries as if nothing had been before index `first`; they are about to move to the front. */
  protected abstract forgetBefore(page: EntryPage, start: number, first: number, end: number): void;

  /** Merges entries by age in place; how many are left. */
  protected abstract merge(page: EntryPage, start: number, length: number, aggregate: Aggregate): number;

  release(table: KeyTable, slot: number): void {
    this.slab.release(table.run[slot] ?? 0, sizeClassOf(table.word[slot] ?? 0));
  }

  /** Room for one more entry: forgets what is too old, then doubles the run, then merges. */
  protected makeRoom(table: KeyTable, slot: number): void {
    this.#forget(table, slot);
    const word = table.word[slot] ?? 0;
    const [length, sizeClass, tag] = [lengthOf(word), sizeClassOf(word), tagOf(word)];
    if (length * 4 <= 3 << sizeClass) return;
    const run = table.run[slot] ?? 0;
    if (sizeClass === LARGEST_CLASS) {
      const aggregate = aggregateOfCode(aggregateCodeOf(word));
      const left = this.merge(this.slab.pageOf(run), EntrySlab.indexOf(run), length, aggregate);
      table.word[slot] = packRun(left, sizeClass, tag | RUN_MERGED);
      return;
    }
    const larger = this.slab.allocate(sizeClass + 1);
    this.#copy(run, larger, length);
    this.slab.release(run, sizeClass);
    table.run[slot] = larger;
    table.word[slot] = packRun(length, sizeClass + 1, tag);
  }

  /** Moves the entries from `index` on one place up. */
  protected static shift({ seconds, counts, numbers }: EntryPage, index: number, end: number): void {
    seconds.copyWithin(index + 1, index, end);
    counts.copyWithin(index + 1, index, end);
    for (const column of numbers) column.copyWithin(index + 1, index, end);
  }

  #forget(table: KeyTable, slot: number): void {
    const word = table.word[slot] ?? 0;
    const length = lengthOf(word);
    const run = table.run[slot] ?? 0;
    const page = this.slab.pageOf(run);
    const start = EntrySlab.indexOf(run);
    const end = start + length;
    const oldest = (page.seconds[end - 1] ?? 0) - this.keepS;
    let first = start;
    while ((page.seconds[first] ?? 0) < oldest) first += 1;
    if (first === start) return;
    this.forgetBefore(page, start, first, end);
    page.seconds.copyWithin(start, first, end);
    page.counts.copyWithin(start, first, end);
    for (const column of page.numbers) column.copyWithin(start, first, end);
    table.word[slot] = packRun(end - first, sizeClassOf(word), tagOf(word));
  }

  #copy(from: number, to: number, length: number): void {
    const [source, target] = [this.slab.pageOf(from), this.slab.pageOf(to)];
    const [at, into] = [EntrySlab.indexOf(from), EntrySlab.indexOf(to)];
    if (length <= 8) {
      for (let offset = 0; offset < length; offset += 1) {
        target.seconds[into + offset] = source.seconds[at + offset] ?? 0;
        target.counts[into + offset] = source.counts[at + offset] ?? 0;
        for (let column = 0; column < target.numbers.length; column += 1) {
          const [written, read] = [target.numbers[column], source.numbers[column]];
          if (written && read) written[into + offset] = read[at + offset] ?? 0;
        }
      }
      return;
    }
    target.seconds.set(source.seconds.subarray(at, at + length), into);
    target.counts.set(source.counts.subarray(at, at + length), into);
    target.numbers.forEach((column, index) => {
      const read = source.numbers[index];
      if (read) column.set(read.subarray(at, at + length), into);
    });
  }
}
