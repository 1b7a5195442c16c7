import type { LineChanges } from '@redoubt/fql-editor';
import type { PartDiff } from './rule-diff.ts';

/** A part's difference as marks of the code editor. */
export const lineChangesOf = (part: PartDiff): LineChanges => {
  let next = 1;
  const added: number[] = [];
  const removed: { beforeLine: number; text: string }[] = [];
  for (const line of part.lines) {
    if (line.kind === 'removed') removed.push({ beforeLine: next, text: line.text });
    else {
      if (line.kind === 'added') added.push(next);
      next += 1;
    }
  }
  return { added, removed };
};
