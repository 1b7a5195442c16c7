import { type Aggregate } from '../aggregates.ts';
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
import { EntryRuns, type WindowReading } from './entry-runs.ts';
import { firstAfter, widthAt } from './run-bounds.ts';
import { SlidingSketch } from './sliding-sketch.ts';

/** The second of a value's next occurrence where there is none yet. */
export const NEVER = 0xffff_ffff;

/** Values that a key keeps one by one; beyond that it estimates. */
export const DISTINCT_CAP = 3 << (LARGEST_CLASS - 2);

/**
 * Distinct counts. Every occurrence of a value is an entry that knows the second of the value's next one, so a window
 * holds a value as often as it holds an entry whose next occurrence lies beyond its end: exactly once. Past the largest
 * run, only the last occurrence of a value within a unit of its age is kept, and then only its last one of all; windows
 * that end at the newest event stay exact. With more values than `DISTINCT_CAP` the key turns into a sketch. A sketch that
 * is not in this thread reads as NaN.
 */
export class DistinctRuns extends EntryRuns {
  /** Sketches by number; the run of such a key is one entry that holds its sketch's number. */
  readonly #sketches = new Map<number, SlidingSketch>();
  #nextSketch = 1;

  get sketchBytes(): number {
    let bytes = 0;
    for (const sketch of this.#sketches.values()) bytes += sketch.bytes;
    return bytes;
  }

  sketchOf(table: KeyTable, slot: number): SlidingSketch | undefined {
    const run = table.run[slot] ?? 0;
    const page = this.slab.pageOf(run);
    const index = EntrySlab.indexOf(run);
    return page.counts[index] === 0 ? this.#sketches.get(page.numbers[0]?.[index] ?? 0) : undefined;
  }

  /** Makes a key, which is none yet, an empty sketch. */
  beSketch(table: KeyTable, slot: number, newestS: number): SlidingSketch {
    const word = table.word[slot] ?? 0;
    this.slab.release(table.run[slot] ?? 0, sizeClassOf(word));
    const run = this.slab.allocate(0);
    const page = this.slab.pageOf(run);
    const index = EntrySlab.indexOf(run);
    const sketch = new SlidingSketch();
    this.#sketches.set(this.#nextSketch, sketch);
    page.seconds[index] = newestS;
    page.counts[index] = 0;
    const [values] = page.numbers;
    if (values) values[index] = this.#nextSketch;
    this.#nextSketch += 1;
    table.run[slot] = run;
    table.word[slot] = packRun(1, 0, aggregateCodeOf(word));
    return sketch;
  }

  override release(table: KeyTable, slot: number): void {
    if (this.sketchOf(table, slot)) {
      const run = table.run[slot] ?? 0;
      this.#sketches.delete(this.slab.pageOf(run).numbers[0]?.[EntrySlab.indexOf(run)] ?? 0);
    }
    super.release(table, slot);
  }

  protected override begin({ counts, numbers }: EntryPage, index: number, _previous: number, value: number): void {
    counts[index] = NEVER;
    const [values] = numbers;
    if (values) values[index] = value;
  }

  override add(table: KeyTable, slot: number, second: number, value: number): void {
    const sketch = this.sketchOf(table, slot);
    const newest = this.#newest(table, slot);
    if (second < newest - this.keepS) return;
    if (sketch) this.#addToSketch(table, slot, sketch, second, value);
    else this.#addEntry(table, slot, second, value);
  }

  #newest(table: KeyTable, slot: number): number {
    const run = table.run[slot] ?? 0;
    return this.slab.pageOf(run).seconds[EntrySlab.indexOf(run) + lengthOf(table.word[slot] ?? 0) - 1] ?? 0;
  }

  #addToSketch(table: KeyTable, slot: number, sketch: SlidingSketch, second: number, value: number): void {
    sketch.add(value, second);
    const run = table.run[slot] ?? 0;
    const { seconds } = this.slab.pageOf(run);
    const index = EntrySlab.indexOf(run);
    const newest = seconds[index] ?? 0;
    if (second <= newest) return;
    seconds[index] = second;
    if (Math.floor(second / 86_400) !== Math.floor(newest / 86_400)) sketch.forget(second - this.keepS);
  }

  #addEntry(table: KeyTable, slot: number, second: number, value: number): void {
    if (lengthOf(table.word[slot] ?? 0) === 1 << sizeClassOf(table.word[slot] ?? 0)) {
      this.makeRoom(table, slot);
      if (lengthOf(table.word[slot] ?? 0) > DISTINCT_CAP) {
        this.#addToSketch(table, slot, this.#turnIntoSketch(table, slot), second, value);
        return;
      }
    }
    const word = table.word[slot] ?? 0;
    const run = table.run[slot] ?? 0;
    const page = this.slab.pageOf(run);
    const { seconds, counts } = page;
    const [values = new Float64Array(0)] = page.numbers;
    const start = EntrySlab.indexOf(run);
    const end = start + lengthOf(word);
    const index = firstAfter(seconds, start, end - start, second);
    let previous = index - 1;
    while (previous >= start && values[previous] !== value) previous -= 1;
    if (previous >= start && seconds[previous] === second) return;
    let next = NEVER;
    if (previous >= start) {
      next = counts[previous] ?? NEVER;
      counts[previous] = second;
    } else {
      let later = index;
      while (later < end && values[later] !== value) later += 1;
      if (later < end) next = seconds[later] ?? NEVER;
    }
    EntryRuns.shift(page, index, end);
    seconds[index] = second;
    counts[index] = next;
    values[index] = value;
    table.word[slot] = word + 1;
  }

  #turnIntoSketch(table: KeyTable, slot: number): SlidingSketch {
    const run = table.run[slot] ?? 0;
    const start = EntrySlab.indexOf(run);
    const end = start + lengthOf(table.word[slot] ?? 0);
    const page = this.slab.pageOf(run);
    const occurrences = Array.from(page.seconds.subarray(start, end), (second, index) => ({
      second,
      value: page.numbers[0]?.[start + index] ?? 0,
    }));
    const sketch = this.beSketch(table, slot, occurrences.at(-1)?.second ?? 0);
    for (const { second, value } of occurrences) sketch.add(value, second);
    return sketch;
  }

  protected override forgetBefore(): void {
    // Entries point forward only.
  }

  protected override merge(page: EntryPage, start: number, length: number, _aggregate: Aggregate): number {
    const newest = page.seconds[start + length - 1] ?? 0;
    const left = DistinctRuns.#keep(page, start, length, (second, next) => {
      const width = widthAt(newest - second);
      return width === 1 || next === NEVER || Math.floor(second / width) !== Math.floor(next / width);
    });
    return left <= DISTINCT_CAP ? left : DistinctRuns.#keep(page, start, left, (_second, next) => next === NEVER);
  }

  static #keep(
    { seconds, counts, numbers }: EntryPage,
    start: number,
    length: number,
    isKept: (second: number, next: number) => boolean,
  ): number {
    const [values = new Float64Array(0)] = numbers;
    let kept = start;
    for (let index = start; index < start + length; index += 1) {
      const [second = 0, next = NEVER] = [seconds[index], counts[index]];
      if (!isKept(second, next)) continue;
      seconds[kept] = second;
      counts[kept] = next;
      values[kept] = values[index] ?? 0;
      kept += 1;
    }
    DistinctRuns.#link(seconds, counts, values, start, kept);
    return kept - start;
  }

  /** Points entries past those that were dropped: at the next one of their value that is still there. */
  static #link(seconds: Uint32Array, counts: Uint32Array, values: Float64Array, start: number, end: number): void {
    const nextOf = new Map<number, number>();
    for (let index = end - 1; index >= start; index -= 1) {
      const value = values[index] ?? 0;
      counts[index] = nextOf.get(value) ?? NEVER;
      nextOf.set(value, seconds[index] ?? 0);
    }
  }

  override read(
    table: KeyTable,
    slot: number,
    { afterS, untilS }: SecondSpan,
    into: WindowReading,
    extra?: number,
  ): void {
    const run = table.run[slot] ?? 0;
    const word = table.word[slot] ?? 0;
    const length = lengthOf(word);
    const { seconds, counts, numbers } = this.slab.pageOf(run);
    const [values] = numbers;
    const start = EntrySlab.indexOf(run);
    into.uncertainEvents = 0;
    if (counts[start] === 0) {
      into.isEstimate = true;
      into.value = this.sketchOf(table, slot)?.estimate(afterS, extra) ?? Number.NaN;
      return;
    }
    const until = firstAfter(seconds, start, length, untilS);
    // The last occurrence of a value is always there, the others are not once entries were merged.
    into.isEstimate = (tagOf(word) & RUN_MERGED) !== 0 && until < start + length;
    let distinct = 0;
    let isNew = extra !== undefined;
    for (let index = until - 1; index >= start && (seconds[index] ?? 0) > afterS; index -= 1) {
      if ((counts[index] ?? 0) > untilS) distinct += 1;
      if (isNew && values?.[index] === extra) isNew = false;
    }
    into.value = distinct + (isNew ? 1 : 0);
  }
}
