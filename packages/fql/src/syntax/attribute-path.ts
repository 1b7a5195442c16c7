import type { PathStep } from './nodes.ts';

const STEP = /\s*(?:\[\s*(?:(\d{1,9})|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\]|([^.[\]]+))\s*/y;

/**
 * `productList[2].type`, `a["key.with.dots"].b` → steps; null where the path is empty or malformed. Keys keep the letter
 * case they are written in; matching ignores it.
 */
export const parsePath = (path: string): readonly PathStep[] | null => {
  const steps: PathStep[] = [];
  let offset = 0;
  let afterDot = true;
  while (offset < path.length) {
    STEP.lastIndex = offset;
    const match = STEP.exec(path);
    if (!match) return null;
    const [, index, doubleQuoted, singleQuoted, key] = match;
    if (key !== undefined) {
      if (!afterDot || key.trim() === '') return null;
      steps.push({ kind: 'key', key: key.trim() });
    } else if (index !== undefined) {
      steps.push({ kind: 'index', index: Number(index) });
    } else {
      steps.push({ kind: 'key', key: (doubleQuoted ?? singleQuoted ?? '').replace(/\\(["'\\])/g, '$1') });
    }
    offset = STEP.lastIndex;
    afterDot = path[offset] === '.';
    if (afterDot) offset += 1;
  }
  return steps.length === 0 || afterDot ? null : steps;
};
