import { EntrySlab, type EntryPage } from '../memory/entry-slab.ts';
import { type KeyTable, lengthOf } from '../memory/key-table.ts';
import type { SecondSpan } from '../windows/window.ts';
import { countOf, firstAfter, mayBeCut } from './run-bounds.ts';

/** Where a window lies in a run, as indexes of its page. Reused, so that reading allocates nothing. */
export type WindowEdges = { page: EntryPage; start: number; end: number; from: number; until: number };

const NO_PAGE: EntryPage = { seconds: new Uint32Array(0), counts: new Uint32Array(0), numbers: [] };
export const newEdges = (): WindowEdges => ({ page: NO_PAGE, start: 0, end: 0, from: 0, until: 0 });

/** Finds the entries of a window: those from `from` to `until - 1`. */
export const findEdges = (
  slab: EntrySlab,
  table: KeyTable,
  slot: number,
  span: SecondSpan,
  into: WindowEdges,
): void => {
  const run = table.run[slot] ?? 0;
  const length = lengthOf(table.word[slot] ?? 0);
  into.page = slab.pageOf(run);
  into.start = EntrySlab.indexOf(run);
  into.end = into.start + length;
  const { seconds } = into.page;
  into.until =
    span.untilS >= (seconds[into.end - 1] ?? 0) ? into.end : firstAfter(seconds, into.start, length, span.untilS);
  into.from = firstAfter(seconds, into.start, into.until - into.start, span.afterS);
};

const eventsOf = ({ counts }: EntryPage, start: number, index: number): number =>
  countOf(counts[index] ?? 0) - (index > start ? countOf(counts[index - 1] ?? 0) : 0);

/**
 * How many events may lie on the wrong side of the edges: those of a merged entry that an edge cuts, less the last one,
 * whose second is known.
 */
export const uncertainEvents = ({ page, start, end, from, until }: WindowEdges, span: SecondSpan): number => {
  const cutsFrom = from < end && mayBeCut(page, from, start, span.afterS);
  const cutsUntil = until < end && mayBeCut(page, until, start, span.untilS) && !(cutsFrom && until === from);
  return (cutsFrom ? eventsOf(page, start, from) - 1 : 0) + (cutsUntil ? eventsOf(page, start, until) - 1 : 0);
};
