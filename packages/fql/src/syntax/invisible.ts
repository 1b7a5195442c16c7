import type { Tree } from '@lezer/common';
import { removeFix, type Problem } from '../diagnostics/problem.ts';

/** Invisible characters that come along when a text is pasted. */
const INVISIBLE = /[\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF]/g;
/** These belong to some scripts, and to emoji. */
const JOINERS = '\u200C\u200D\u200E\u200F';

/** A path without invisible characters: no event has a name with one. */
export const withoutInvisible = (path: string): string => path.replace(INVISIBLE, '');

const problemAt = (text: string, at: number, severity: 'error' | 'warning'): Problem => {
  const found = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
  const span = { from: at, to: at + 1 };
  return { ...span, code: 'FQL-INVISIBLE-CHARACTER', severity, params: { found }, fix: removeFix(span, found) };
};

const WORD_BEFORE = /[\p{L}\p{N}_$@]*$/u;
const WORD_AFTER = /^[\p{L}\p{N}_$@]*/u;
const LONGEST_WORD = 100;

/** The word a character stands in, as it would be without it. */
const wordAround = (text: string, at: number) => ({
  from: at - (WORD_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_WORD), at))?.[0].length ?? 0),
  to: at + 1 + (WORD_AFTER.exec(text.slice(at + 1, at + LONGEST_WORD))?.[0].length ?? 0),
});

/**
 * What invisible characters do to a text: a path is read without them, a text in quotes keeps them, and between words
 * they are blanks. Where one cuts a word in two, that is reported instead of what the parser makes of the halves.
 */
export const withInvisible = (text: string, tree: Tree, problems: readonly Problem[]): readonly Problem[] => {
  let kept = problems;
  const found: Problem[] = [];
  for (const { index } of text.matchAll(INVISIBLE)) {
    const { name } = tree.resolveInner(index, 1);
    if (name.endsWith('Comment')) continue;
    if (name.endsWith('Attribute') || name.endsWith('String')) {
      if (!name.endsWith('String') || !JOINERS.includes(text.charAt(index)))
        found.push(problemAt(text, index, 'warning'));
      continue;
    }
    const word = wordAround(text, index);
    const rest = kept.filter(({ from }) => from < word.from || from > word.to);
    if (rest.length === kept.length) continue;
    kept = rest;
    found.push(problemAt(text, index, 'error'));
  }
  return [...found, ...kept];
};
