import type { DiffLine } from '@redoubt/domain';

/** What stands on each side of one row; null where a side has nothing there. */
export type LinePair = { readonly before: DiffLine | null; readonly after: DiffLine | null };

/** Lines of a difference as rows of two columns: each removed line beside the added one that took its place. */
export const pairLines = (lines: readonly DiffLine[]): readonly LinePair[] => {
  const pairs: LinePair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ before: removed[at] ?? null, after: added[at] ?? null });
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ before: line, after: line });
    }
  }
  flush();
  return pairs;
};

/** A line cut into what it shares with the other at its start and end, and what differs between. */
export type Cut = { readonly head: string; readonly middle: string; readonly tail: string };

const WORD = /[\p{L}\p{N}_$@."]/u;

/** Cuts a replaced line and its replacement where they differ, never inside a word; null where they share nothing. */
export const cutLines = (before: string, after: string): { readonly before: Cut; readonly after: Cut } | null => {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  while (head > 0 && WORD.test(before[head - 1] ?? '')) head -= 1;
  while (tail > 0 && WORD.test(before[before.length - tail] ?? '')) tail -= 1;
  if (before.slice(0, head).trim() === '' && before.slice(before.length - tail).trim() === '') return null;
  const cut = (line: string): Cut => ({
    head: line.slice(0, head),
    middle: line.slice(head, line.length - tail),
    tail: line.slice(line.length - tail),
  });
  return { before: cut(before), after: cut(after) };
};
