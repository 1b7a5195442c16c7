import { type Aggregate, aggregateOfCode } from '../aggregates.ts';
import type { EntryPage } from '../memory/entry-slab.ts';
import { aggregateCodeOf, type KeyTable } from '../memory/key-table.ts';
import type { SecondSpan } from '../windows/window.ts';
import type { WindowReading } from './entry-runs.ts';
import { countOf, MARKS } from './run-bounds.ts';
import { carry, HALF, squareHigh, squareLow, standardDeviation } from './squares.ts';
import { TimedRuns } from './timed-runs.ts';
import { findEdges, newEdges, uncertainEvents, type WindowEdges } from './window-edges.ts';
import { MONEY_UNITS_PER_WHOLE } from '@redoubt/kernel';

/**
 * Counts, sums, averages and standard deviations. Entries hold cumulative counts and sums, so any window is the
 * difference of two entries. Sums are whole numbers of 1e-4 units: exact up to 2^53 of them.
 */
export class CumulativeRuns extends TimedRuns {
  readonly #edges: WindowEdges = newEdges();

  protected override begin(page: EntryPage, index: number, previous: number, value: number): void {
    const [sums, highs, lows] = page.numbers;
    page.counts[index] = (previous < 0 ? 0 : countOf(page.counts[previous] ?? 0)) + 1;
    if (sums) sums[index] = (previous < 0 ? 0 : (sums[previous] ?? 0)) + value;
    if (highs && lows) {
      highs[index] = previous < 0 ? 0 : (highs[previous] ?? 0);
      lows[index] = previous < 0 ? 0 : (lows[previous] ?? 0);
      CumulativeRuns.#addSquare(highs, lows, index, squareHigh(value), squareLow(value));
    }
  }

  protected override join(page: EntryPage, index: number, value: number): void {
    this.raise(page, index, index + 1, value);
  }

  protected override raise({ numbers }: EntryPage, from: number, end: number, value: number): void {
    const [sums, highs, lows] = numbers;
    if (sums) for (let index = from; index < end; index += 1) sums[index] = (sums[index] ?? 0) + value;
    if (!highs || !lows) return;
    const [high, low] = [squareHigh(value), squareLow(value)];
    for (let index = from; index < end; index += 1) CumulativeRuns.#addSquare(highs, lows, index, high, low);
  }

  static #addSquare(highs: Float64Array, lows: Float64Array, index: number, high: number, low: number): void {
    const sum = (lows[index] ?? 0) + low;
    highs[index] = (highs[index] ?? 0) + high + carry(sum);
    lows[index] = sum - carry(sum) * HALF;
  }

  /** Cumulative: the later entry holds what both held already. */
  protected override unite({ numbers }: EntryPage, into: number, from: number): void {
    for (const column of numbers) column[into] = column[from] ?? 0;
  }

  protected override forgetBefore(page: EntryPage, _start: number, first: number, end: number): void {
    const { counts, numbers } = page;
    const [sums, highs, lows] = numbers;
    const count = countOf(counts[first - 1] ?? 0);
    const [sum, high, low] = [sums?.[first - 1] ?? 0, highs?.[first - 1] ?? 0, lows?.[first - 1] ?? 0];
    for (let index = first; index < end; index += 1) {
      const marked = counts[index] ?? 0;
      counts[index] = (countOf(marked) - count) | (marked & MARKS);
      if (sums) sums[index] = (sums[index] ?? 0) - sum;
      if (highs && lows) {
        const left = (lows[index] ?? 0) - low;
        highs[index] = (highs[index] ?? 0) - high - (left < 0 ? 1 : 0);
        lows[index] = left < 0 ? left + HALF : left;
      }
    }
  }

  override read(table: KeyTable, slot: number, span: SecondSpan, into: WindowReading, extra?: number): void {
    const edges = this.#edges;
    findEdges(this.slab, table, slot, span, edges);
    const { page, start, from, until } = edges;
    into.isEstimate = false;
    into.uncertainEvents = uncertainEvents(edges, span);
    const count = TimedRuns.eventsBetween(page, start, from, until) + (extra === undefined ? 0 : 1);
    const aggregate = aggregateOfCode(aggregateCodeOf(table.word[slot] ?? 0));
    into.value = count === 0 ? 0 : this.#value(aggregate, edges, count, extra ?? 0);
  }

  #value(aggregate: Aggregate, { page, start, from, until }: WindowEdges, count: number, extra: number): number {
    const [sums, highs, lows] = page.numbers;
    const between = (column: Float64Array | undefined): number =>
      until > from ? (column?.[until - 1] ?? 0) - (from > start ? (column?.[from - 1] ?? 0) : 0) : 0;
    const sum = between(sums) + extra;
    switch (aggregate) {
      case 'Sum':
        return sum / MONEY_UNITS_PER_WHOLE;
      case 'Avg':
        return sum / (count * MONEY_UNITS_PER_WHOLE);
      case 'StdDev':
        return (
          standardDeviation(count, sum, between(highs) + squareHigh(extra), between(lows) + squareLow(extra)) /
          MONEY_UNITS_PER_WHOLE
        );
      default:
        return count;
    }
  }
}
