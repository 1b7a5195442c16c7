import { invariant } from '@redoubt/kernel';
import { type Aggregate, aggregateOfCode, SHAPE_OF } from '../aggregates.ts';
import { DistinctRuns, NEVER } from '../entries/distinct-runs.ts';
import type { EntryRuns } from '../entries/entry-runs.ts';
import { COUNT_BITS, countOf } from '../entries/run-bounds.ts';
import { EntrySlab, type EntryPage, LARGEST_CLASS } from '../memory/entry-slab.ts';
import {
  aggregateCodeOf,
  type KeyTable,
  lengthOf,
  packRun,
  RUN_MERGED,
  sizeClassOf,
  tagOf,
} from '../memory/key-table.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/**
 * The record of one key: everything its run holds, exactly, so that a key taken out of one store and put into another
 * reads and goes on counting as if it had stayed. A head of three bytes (version, size class and aggregate, kind), then
 * the number of entries and column after column as differences, which mostly take one to three bytes each.
 */
const VERSION = 2;

/** Bits of the third byte. */
const SKETCH = 1;
const MERGED_RUN = 2;

/** Sums grow from entry to entry, so their differences are short; other numbers have nothing to do with each other. */
const isCumulative = (aggregate: Aggregate): boolean => {
  const shape = SHAPE_OF[aggregate];
  return shape === 'sum' || shape === 'squares';
};

type Run = { readonly page: EntryPage; readonly start: number; readonly end: number };

/** Appends the record of a key that is there. */
export const writeKey = (runs: EntryRuns, table: KeyTable, slot: number, into: ByteWriter): void => {
  const word = table.word[slot] ?? 0;
  const code = aggregateCodeOf(word);
  const run = table.run[slot] ?? 0;
  const start = EntrySlab.indexOf(run);
  const entries: Run = { page: runs.slab.pageOf(run), start, end: start + lengthOf(word) };
  into.byte(VERSION);
  into.byte((sizeClassOf(word) << 4) | code);
  const sketch = runs instanceof DistinctRuns ? runs.sketchOf(table, slot) : undefined;
  if (sketch) {
    const newest = entries.page.seconds[start] ?? 0;
    into.byte(SKETCH);
    into.unsigned(newest);
    into.unsigned(sketch.pairCount);
    let before = 0;
    for (const [register, second, rank] of sketch.pairs()) {
      into.unsigned(register - before);
      into.signed(newest - second);
      into.byte(rank);
      before = register;
    }
    return;
  }
  into.byte((tagOf(word) & RUN_MERGED) === 0 ? 0 : MERGED_RUN);
  into.unsigned(entries.end - start);
  writeEntries(aggregateOfCode(code), entries, into);
};

const writeEntries = (aggregate: Aggregate, { page, start, end }: Run, into: ByteWriter): void => {
  const { seconds, counts, numbers } = page;
  const isDistinct = aggregate === 'DistinctCount';
  const hasSums = isCumulative(aggregate);
  let before = 0;
  for (let index = start; index < end; index += 1) {
    const second = seconds[index] ?? 0;
    into.unsigned(second - before);
    before = second;
  }
  before = 0;
  for (let index = start; index < end; index += 1) {
    const count = counts[index] ?? 0;
    if (isDistinct) {
      into.unsigned(count === NEVER ? 0 : count - (seconds[index] ?? 0));
      continue;
    }
    into.unsigned((countOf(count) - before) * 4 + (count >>> COUNT_BITS));
    before = countOf(count);
  }
  for (const column of numbers) {
    if (hasSums) writeDifferences(column, start, end, into);
    else for (let index = start; index < end; index += 1) into.signed(column[index] ?? 0);
  }
};

/** Differences where they are exact; a jump too large for that is marked by a `NaN` before the number itself. */
const writeDifferences = (column: Float64Array, start: number, end: number, into: ByteWriter): void => {
  let before = 0;
  for (let index = start; index < end; index += 1) {
    const number = column[index] ?? 0;
    const difference = number - before;
    if (Number.isSafeInteger(difference) && before + difference === number) into.signed(difference);
    else {
      into.signed(Number.NaN);
      into.double(number);
    }
    before = number;
  }
};

/** Puts the key of the next record of `from` into a free slot. */
export const readKey = (
  runsOf: (aggregate: Aggregate) => EntryRuns,
  table: KeyTable,
  slot: number,
  { lo, hi }: { readonly lo: number; readonly hi: number },
  from: ByteReader,
): void => {
  invariant(from.byte() === VERSION, 'a record of a velocity key has the version of this program');
  const head = from.byte();
  const [sizeClass, code] = [head >>> 4, head & 0xf];
  const aggregate = aggregateOfCode(code);
  const runs = runsOf(aggregate);
  const kind = from.byte();
  if ((kind & SKETCH) !== 0) {
    invariant(runs instanceof DistinctRuns && sizeClass === 0, 'only distinct values are sketched');
    const newest = from.unsigned();
    table.put(slot, lo, hi, runs.slab.allocate(0), packRun(1, 0, code));
    const sketch = runs.beSketch(table, slot, newest);
    let register = 0;
    for (let left = from.unsigned(); left > 0; left -= 1) {
      register += from.unsigned();
      const second = newest - from.signed();
      sketch.restore(register, second, from.byte());
    }
    return;
  }
  const count = from.unsigned();
  invariant(sizeClass <= LARGEST_CLASS && count >= 1 && count <= 1 << sizeClass, 'a run holds its entries');
  const run = runs.slab.allocate(sizeClass);
  table.put(slot, lo, hi, run, packRun(count, sizeClass, code | ((kind & MERGED_RUN) === 0 ? 0 : RUN_MERGED)));
  const start = EntrySlab.indexOf(run);
  readEntries(aggregate, { page: runs.slab.pageOf(run), start, end: start + count }, from);
};

const readEntries = (aggregate: Aggregate, { page, start, end }: Run, from: ByteReader): void => {
  const { seconds, counts, numbers } = page;
  const isDistinct = aggregate === 'DistinctCount';
  const hasSums = isCumulative(aggregate);
  let before = 0;
  for (let index = start; index < end; index += 1) {
    before += from.unsigned();
    seconds[index] = before;
  }
  before = 0;
  for (let index = start; index < end; index += 1) {
    const number = from.unsigned();
    if (isDistinct) {
      counts[index] = number === 0 ? NEVER : (seconds[index] ?? 0) + number;
      continue;
    }
    before += Math.floor(number / 4);
    counts[index] = before | ((number % 4) << COUNT_BITS);
  }
  for (const column of numbers) {
    let held = 0;
    for (let index = start; index < end; index += 1) {
      const number = from.signed();
      if (!hasSums) held = number;
      else held = Number.isNaN(number) ? from.double() : held + number;
      column[index] = held;
    }
  }
};
