import { MONEY_UNITS_PER_WHOLE } from '@redoubt/kernel';
import { type Aggregate, aggregateOfCode } from '../aggregates.ts';
import type { EntryPage } from '../memory/entry-slab.ts';
import { aggregateCodeOf, type KeyTable } from '../memory/key-table.ts';
import type { SecondSpan } from '../windows/window.ts';
import type { WindowReading } from './entry-runs.ts';
import { countOf, MARKS, UNORDERED } from './run-bounds.ts';
import { TimedRuns } from './timed-runs.ts';
import { findEdges, newEdges, uncertainEvents, type WindowEdges } from './window-edges.ts';

/** What two values of one entry, or of one window, come to; `earlier` happened before `later`. */
const combine = (aggregate: Aggregate, earlier: number, later: number): number => {
  switch (aggregate) {
    case 'Min':
      return Math.min(earlier, later);
    case 'Max':
      return Math.max(earlier, later);
    case 'First':
      return earlier;
    default:
      return later;
  }
};

/** Smallest, largest, first and last values. No difference gives them, so each entry holds its own; windows are scanned. */
export class ExtremeRuns extends TimedRuns {
  readonly #edges: WindowEdges = newEdges();

  protected override begin({ counts, numbers }: EntryPage, index: number, previous: number, value: number): void {
    counts[index] = (previous < 0 ? 0 : countOf(counts[previous] ?? 0)) + 1;
    const [values] = numbers;
    if (values) values[index] = value;
  }

  protected override join(
    { numbers }: EntryPage,
    index: number,
    value: number,
    isLast: boolean,
    aggregate: Aggregate,
  ): void {
    const [values] = numbers;
    const held = values?.[index] ?? 0;
    // An event before the last one of a merged entry is neither its last nor, as far as is known, its first.
    if (values && (isLast || aggregate === 'Min' || aggregate === 'Max'))
      values[index] = combine(aggregate, held, value);
  }

  protected override raise(): void {
    // Values of later entries are their own.
  }

  protected override unite({ numbers }: EntryPage, into: number, from: number, aggregate: Aggregate): void {
    const [values] = numbers;
    if (values) values[into] = combine(aggregate, values[into] ?? 0, values[from] ?? 0);
  }

  protected override forgetBefore({ counts }: EntryPage, _start: number, first: number, end: number): void {
    const count = countOf(counts[first - 1] ?? 0);
    for (let index = first; index < end; index += 1) {
      const marked = counts[index] ?? 0;
      counts[index] = (countOf(marked) - count) | (marked & MARKS);
    }
  }

  override read(table: KeyTable, slot: number, span: SecondSpan, into: WindowReading, extra?: number): void {
    const edges = this.#edges;
    findEdges(this.slab, table, slot, span, edges);
    const { page, from, until } = edges;
    const aggregate = aggregateOfCode(aggregateCodeOf(table.word[slot] ?? 0));
    const [values] = page.numbers;
    into.isEstimate = aggregate === 'First' && from < until && ((page.counts[from] ?? 0) & UNORDERED) !== 0;
    into.uncertainEvents = uncertainEvents(edges, span);
    if (from >= until) {
      into.value = (extra ?? 0) / MONEY_UNITS_PER_WHOLE;
      return;
    }
    let value = values?.[from] ?? 0;
    for (let index = from + 1; index < until; index += 1) value = combine(aggregate, value, values?.[index] ?? 0);
    if (extra !== undefined) value = combine(aggregate, value, extra);
    into.value = value / MONEY_UNITS_PER_WHOLE;
  }
}
