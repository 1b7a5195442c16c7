import type { DiffLine } from './line-diff.ts';

/** Equal lines kept on each side of a difference. */
const CONTEXT = 2;

/** Lines with long equal runs replaced by how many lines they had. */
export const foldEqual = (lines: readonly DiffLine[]): readonly (DiffLine | number)[] => {
  const near = lines.map((_line, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  );
  const pieces: (DiffLine | number)[] = [];
  lines.forEach((line, at) => {
    const last = pieces.at(-1);
    if (near[at]) pieces.push(line);
    else if (typeof last === 'number') pieces[pieces.length - 1] = last + 1;
    else pieces.push(1);
  });
  return pieces;
};
