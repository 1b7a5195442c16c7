import { type DiffLine, diffLines } from '@redoubt/domain';

/**
 * A run of lines in three texts. `same` no side changed it · `mine`, `theirs` one side did · `both` both did, alike ·
 * `conflict` both did, and differently.
 */
export type MergePiece = {
  readonly kind: 'same' | 'mine' | 'theirs' | 'both' | 'conflict';
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
};

/** Lines `from` to `to` (exclusive, from 0) of the base that a side replaced by lines `sideFrom` to `sideTo` of its own. */
type Hunk = { readonly from: number; readonly to: number; readonly sideFrom: number; readonly sideTo: number };

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));

const hunksOf = (lines: readonly DiffLine[]): readonly Hunk[] => {
  const hunks: Hunk[] = [];
  let base = 0;
  let side = 0;
  let open: Hunk | null = null;
  for (const { kind } of lines) {
    if (kind === 'same') {
      if (open) hunks.push(open);
      open = null;
    } else open ??= { from: base, to: base, sideFrom: side, sideTo: side };
    if (kind !== 'added') base += 1;
    if (kind !== 'removed') side += 1;
    if (open) open = { ...open, to: base, sideTo: side };
  }
  if (open) hunks.push(open);
  return hunks;
};

/** Ranges of the base that a side changed; adjacent ones are one, because neither side knew of the other. */
const regionsOf = (hunks: readonly Hunk[]): readonly { readonly from: number; readonly to: number }[] => {
  const regions: { from: number; to: number }[] = [];
  for (const { from, to } of hunks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = regions.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else regions.push({ from, to });
  }
  return regions;
};

/** By how many lines a side is longer than the base, counting the hunks that `counts` picks. */
const shiftOf = (hunks: readonly Hunk[], counts: (hunk: Hunk) => boolean): number => {
  const last = hunks.findLast(counts);
  return last ? last.sideTo - last.to : 0;
};

/** The lines of a side that stand for a region. A hunk that touches the region is part of it. */
const sideLines = (lines: readonly string[], hunks: readonly Hunk[], from: number, to: number): readonly string[] =>
  lines.slice(from + shiftOf(hunks, (hunk) => hunk.to < from), to + shiftOf(hunks, (hunk) => hunk.to <= to));

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

const kindOf = (base: readonly string[], mine: readonly string[], theirs: readonly string[]): MergePiece['kind'] => {
  if (same(mine, theirs)) return same(mine, base) ? 'same' : 'both';
  if (same(theirs, base)) return 'mine';
  return same(mine, base) ? 'theirs' : 'conflict';
};

/**
 * Compares two texts with the one both were made from (Khanna, Kunal and Pierce, "A Formal Investigation of Diff3",
 * 2007): pieces in order, whose lines of one side put together are that side's text.
 */
export const mergeLines = (base: string, mine: string, theirs: string): readonly MergePiece[] => {
  const [b, m, t] = [linesOf(base), linesOf(mine), linesOf(theirs)];
  const ofMine = hunksOf(diffLines(base, mine));
  const ofTheirs = hunksOf(diffLines(base, theirs));
  const pieces: MergePiece[] = [];
  let at = 0;
  const untilNext = (to: number): void => {
    if (to > at) pieces.push({ kind: 'same', base: b.slice(at, to), mine: b.slice(at, to), theirs: b.slice(at, to) });
  };
  for (const { from, to } of regionsOf([...ofMine, ...ofTheirs])) {
    untilNext(from);
    const own = b.slice(from, to);
    const lines = {
      mine: sideLines(m, ofMine, from, to),
      theirs: sideLines(t, ofTheirs, from, to),
    };
    pieces.push({ kind: kindOf(own, lines.mine, lines.theirs), base: own, ...lines });
    at = to;
  }
  untilNext(b.length);
  return pieces;
};
