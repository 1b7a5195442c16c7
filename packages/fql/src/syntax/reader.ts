import type { SyntaxNode } from '@lezer/common';
import type { Report } from '../diagnostics/problem.ts';
import type { Span } from '../program/span.ts';

/** What the builders share while they read one text. */
export type Reader = {
  readonly text: string;
  readonly report: Report;
  readonly typographicQuotes: 'reject' | 'accept';
};

export const textOf = (reader: Reader, span: Span): string => reader.text.slice(span.from, span.to);

export const spanOf = (node: SyntaxNode): Span => ({ from: node.from, to: node.to });

/** Comments may stand between any two pieces of a text. */
export const isComment = (node: SyntaxNode): boolean => node.name.endsWith('Comment');

/** Children in order, without the nodes the parser put in for errors (those are reported from the tree itself). */
export const childrenAndComments = (node: SyntaxNode): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (!child.type.isError) children.push(child);
  return children;
};

/** The children that mean something. */
export const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  childrenAndComments(node).filter((child) => !isComment(child));

const EXPRESSIONS: ReadonlySet<string> = new Set([
  'Conditional',
  'Logical',
  'Not',
  'Binary',
  'Habit',
  'Unary',
  'Cast',
  'Member',
  'Index',
  'Call',
  'Integer',
  'Decimal',
  'TimeSpan',
  'String',
  'UnterminatedString',
  'Boolean',
  'Null',
  'Variable',
  'Attribute',
  'JsonAttribute',
  'UnterminatedAttribute',
  'Identifier',
  'ArrayLiteral',
  'ObjectLiteral',
  'Parenthesized',
]);

export const isExpression = (node: SyntaxNode): boolean => EXPRESSIONS.has(node.name);
