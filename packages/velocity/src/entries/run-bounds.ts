import type { EntryPage } from '../memory/entry-slab.ts';

/** Bits of a count below its marks. */
export const COUNT_BITS = 30;

/** Marks a count whose entry holds events of more than one second. */
export const MERGED = 0x8000_0000;
/** Marks a merged entry that an event joined late: which of its events came first is not known any more. */
export const UNORDERED = 0x4000_0000;
export const MARKS = MERGED | UNORDERED;
export const countOf = (marked: number): number => marked & ~MARKS;

/** Entries are merged within an hour at most, and never across a whole unit that a window of their age can begin at. */
const WIDEST_S = 3600;

/** How finely events of an age are kept once a key has more entries than a run can hold. */
export const widthAt = (ageS: number): number => {
  if (ageS <= 3600) return 1;
  if (ageS <= 43_200) return 30;
  return ageS <= 345_600 ? 300 : WIDEST_S;
};

/** First index from `start` on, of `length` entries in order of time, whose second is later than `second`. */
export const firstAfter = (seconds: Uint32Array, start: number, length: number, second: number): number => {
  let low = start;
  let high = start + length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((seconds[middle] ?? 0) > second) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Whether events of a merged entry may lie on both sides of the end of a second. */
export const mayBeCut = ({ seconds, counts }: EntryPage, index: number, first: number, second: number): boolean => {
  if (((counts[index] ?? 0) & MERGED) === 0) return false;
  const last = seconds[index] ?? 0;
  const earliest = Math.max(last - (last % WIDEST_S), index > first ? (seconds[index - 1] ?? 0) + 1 : 0);
  return earliest <= second && second < last;
};
