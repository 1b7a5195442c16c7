import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '../grammar/parser.js';
import { MAX_TEXT_LENGTH } from '../syntax/limits.ts';

/** Where the caret stands: the innermost node that ends at or holds it, and the word being typed. */
export type Cursor = {
  readonly text: string;
  readonly offset: number;
  readonly tree: Tree;
  readonly node: SyntaxNode;
  /** Start of the word (letters, digits, `_`, with `$` in front) that ends at the caret. */
  readonly wordFrom: number;
};

const WORD_BEFORE = /\$?[\p{L}_][\p{L}\p{N}_]*$|\$$/u;

/** Null for a text that is too long to read. */
export const cursorAt = (text: string, offset: number): Cursor | null => {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const at = Math.max(0, Math.min(offset, text.length));
  const word = WORD_BEFORE.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? '';
  const tree = parser.parse(text);
  return { text, offset: at, tree, node: tree.resolveInner(at, -1), wordFrom: at - word.length };
};

/** The nearest node of one of the kinds around a node, itself included. */
export const enclosing = (node: SyntaxNode | null, kinds: readonly string[]): SyntaxNode | null => {
  let current = node;
  while (current && !kinds.includes(current.name)) current = current.parent;
  return current;
};

/** Whether the caret ends a number or a time window: nothing completes those. */
export const isInNumber = ({ node, offset }: Cursor): boolean =>
  offset > node.from && ['Integer', 'Decimal', 'TimeSpan'].includes(node.name);

/** Whether the caret is in the middle of something that no proposal belongs in. */
export const isInComment = (cursor: Cursor): boolean => {
  const { name, from, to } = cursor.node;
  if (name === 'LineComment') return cursor.offset > from;
  return (name === 'BlockComment' && cursor.offset > from && cursor.offset < to) || name === 'UnterminatedComment';
};
