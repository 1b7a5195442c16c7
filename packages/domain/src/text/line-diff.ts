import { diffArrays } from 'diff';

/** One line of a comparison. Line numbers count from 1; null where the line does not exist on that side. */
export type DiffLine = {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
};

/** Past this many differences the texts have nothing in common worth showing line by line. */
const MAX_DIFFERENCES = 1_000;

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));

/**
 * Compares two texts line by line: the shortest list of removed and added lines, removals first. Gives up on more than
 * 1,000 differences, where it answers "all removed, all added".
 */
export const diffLines = (before: string, after: string): readonly DiffLine[] => {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const runs = diffArrays([...old], [...fresh], { maxEditLength: MAX_DIFFERENCES }) ?? [
    { removed: true, added: false, value: [...old] },
    { removed: false, added: true, value: [...fresh] },
  ];
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  for (const { added, removed, value } of runs) {
    for (const text of value) {
      const kind = added ? 'added' : removed ? 'removed' : 'same';
      lines.push({ kind, text, before: added ? null : (from += 1), after: removed ? null : (to += 1) });
    }
  }
  return lines;
};

/** How many lines came and went. A changed line counts once on each side. */
export const countChanges = (lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } => ({
  added: lines.filter((line) => line.kind === 'added').length,
  removed: lines.filter((line) => line.kind === 'removed').length,
});
