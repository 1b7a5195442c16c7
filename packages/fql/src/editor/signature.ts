import type { SyntaxNode } from '@lezer/common';
import type { ProgramKind } from '../program/kinds.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import type { Span } from '../program/span.ts';
import { cursorAt, enclosing, isInComment } from './cursor.ts';
import { hoverAt } from './hover.ts';

/** How what is being called is written, while its arguments are. */
export type SignatureHelp = Span & {
  /** One line per overload. */
  readonly title: string;
  /** Where the argument at the caret stands in the first line; null past the last one. */
  readonly argument: Span | null;
};

/** The brackets the caret stands in, its own ones left out where it stands behind them. */
const argumentsAround = (node: SyntaxNode | null, offset: number): SyntaxNode | null => {
  const list = enclosing(node, ['ArgumentList']);
  if (list === null) return null;
  const isClosed = list.lastChild?.name === ')' && offset >= list.to;
  return isClosed || offset <= list.from ? argumentsAround(list.parent, offset) : list;
};

const commasBefore = (list: SyntaxNode, offset: number): number => {
  let count = 0;
  for (let child = list.firstChild; child && child.from < offset; child = child.nextSibling)
    if (child.name === ',') count += 1;
  return count;
};

/** Where the n-th parameter stands in `name(a: Double, b: String)`. */
const parameterIn = (title: string, wanted: number): Span | null => {
  const [line = ''] = title.split('\n');
  const open = line.indexOf('(');
  if (open < 0) return null;
  let depth = 0;
  let index = 0;
  let from = open + 1;
  for (let at = open + 1; at < line.length; at += 1) {
    const letter = line[at];
    const ends = depth === 0 && (letter === ',' || letter === ')');
    if (ends && index === wanted) {
      const start = from + (/^\s*/.exec(line.slice(from, at))?.[0].length ?? 0);
      return start < at ? { from: start, to: at } : null;
    }
    if (ends) {
      index += 1;
      from = at + 1;
    }
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    if (depth < 0) return null;
  }
  return null;
};

/** The signature of the call whose arguments are written at an offset; null outside of arguments, or for unknown names. */
export const signatureAt = (
  kind: ProgramKind,
  text: string,
  offset: number,
  symbols: SymbolTable,
  earlier: readonly string[] = [],
): SignatureHelp | null => {
  const cursor = cursorAt(text, offset);
  if (!cursor || isInComment(cursor)) return null;
  const list = argumentsAround(cursor.node, offset);
  const callee = list?.prevSibling;
  if (!list || !callee) return null;
  const hover = hoverAt(kind, text, callee.to - 1, symbols, earlier);
  if (!hover?.title.includes('(')) return null;
  const { title } = hover;
  return { from: callee.from, to: list.to, title, argument: parameterIn(title, commasBefore(list, offset)) };
};
