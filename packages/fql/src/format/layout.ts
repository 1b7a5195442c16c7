import type { SyntaxNode } from '@lezer/common';
import { childrenAndComments, childrenOf as partsOf, isComment } from '../syntax/reader.ts';
import type { Comments } from './comments.ts';
import { blankLine, type Doc, group, hardline, indent, line, softline } from './doc.ts';

/** What the layout of one text needs. */
type Source = { readonly text: string; readonly comments: Comments };

const KEYWORD = /^[A-Z]+$/;
const NAMES_KEEP_CASE = new Set(['Member', 'Property', 'NamedArgument']);

const tokenText = (source: Source, node: SyntaxNode): string => {
  const written = source.text.slice(node.from, node.to);
  if (node.name === 'CastPrefix') return written.replace(/\s/g, '');
  if (node.name === 'Attribute' || node.name === 'JsonAttribute') return written.replace(/^(@@?)\s+/, '$1');
  if (!KEYWORD.test(node.name) || NAMES_KEEP_CASE.has(node.parent?.name ?? '')) return written;
  // The queue is written as a function is.
  if (/^queue$/i.test(written)) return 'Queue';
  return node.parent?.name === 'Boolean' || node.parent?.name === 'Null'
    ? written.toLowerCase()
    : written.toUpperCase();
};

const leaf = (source: Source, node: SyntaxNode): Doc => [
  ...(source.comments.before.get(node.from) ?? []),
  tokenText(source, node),
  ...(source.comments.after.get(node.from) ?? []),
];

/** `(a, b)`, `[a, b]`, `{ a: b }`: on one line, or one item a line. */
const bracketed = (source: Source, node: SyntaxNode, inner: Doc): Doc => {
  const parts = partsOf(node);
  const [open] = parts;
  const close = parts.at(-1);
  if (!open || !close) return '';
  const items: Doc[] = [];
  for (const part of parts.slice(1, -1)) {
    if (part.name === ',') items.push(leaf(source, part), line);
    else items.push(layout(source, part));
  }
  if (parts.at(-2)?.name === ',') items.pop();
  if (items.length === 0) return [leaf(source, open), leaf(source, close)];
  return group([leaf(source, open), indent([inner, ...items]), inner, leaf(source, close)]);
};

/** A chain of operands: a line may break before each operator. */
const chain = (source: Source, node: SyntaxNode): Doc => {
  const [first, ...rest] = partsOf(node).map((part) => layout(source, part));
  const tail = rest.map((doc, index): Doc => (index % 2 === 0 ? [line, doc] : [' ', doc]));
  return [first ?? '', ...tail];
};

const spaced = (source: Source, nodes: readonly SyntaxNode[]): Doc =>
  nodes.flatMap((node, index) =>
    index === 0 || node.name === ',' ? [layout(source, node)] : [' ', layout(source, node)],
  );

/** A statement that may end in a WHEN, which starts a line. */
const withWhen = (source: Source, node: SyntaxNode): Doc => {
  const parts = partsOf(node);
  const own = parts.filter((part) => part.name !== 'When');
  const when = parts.find((part) => part.name === 'When');
  return [spaced(source, own), when ? [hardline, layout(source, when)] : ''];
};

type Layout = (source: Source, node: SyntaxNode) => Doc;

const LAYOUTS: Readonly<Record<string, Layout>> = {
  Let: (source, node) => {
    const value = partsOf(node).at(-1);
    return [spaced(source, partsOf(node).slice(0, -1)), ' ', value ? group(indent(layout(source, value))) : ''];
  },
  When: (source, node) => {
    const [keyword, value] = partsOf(node);
    return keyword && value ? [leaf(source, keyword), ' ', indent(layout(source, value))] : '';
  },
  GroupBy: (source, node) => spaced(source, partsOf(node)),
  Observe: withWhen,
  Return: withWhen,
  RouteTo: (source, node) => {
    const [keyword, queue, args, when] = partsOf(node);
    if (!keyword || !queue || !args) return '';
    return [
      leaf(source, keyword),
      ' ',
      leaf(source, queue),
      layout(source, args),
      when ? [hardline, layout(source, when)] : '',
    ];
  },
  Do: withWhen,
  Select: (source, node) => {
    const parts = partsOf(node);
    return parts.map((part, index): Doc => {
      if (index === 0) return layout(source, part);
      const breaks = part.name === 'FROM' || part.name === 'When' || part.name === 'GroupBy';
      return [breaks ? hardline : part.name === ',' ? '' : ' ', layout(source, part)];
    });
  },
  Source: (source, node) => partsOf(node).map((part) => layout(source, part)),
  Logical: (source, node) => group(chain(source, node)),
  Not: (source, node) => spaced(source, partsOf(node)),
  Binary: (source, node) => group(indent(chain(source, node))),
  Unary: (source, node) => partsOf(node).map((part) => layout(source, part)),
  Cast: (source, node) => partsOf(node).map((part) => layout(source, part)),
  Conditional: (source, node) => {
    const [condition, question, whenTrue, colon, whenFalse] = partsOf(node).map((part) => layout(source, part));
    return group([
      condition ?? '',
      indent([line, question ?? '', ' ', whenTrue ?? '', line, colon ?? '', ' ', whenFalse ?? '']),
    ]);
  },
  Member: (source, node) => partsOf(node).map((part) => layout(source, part)),
  Index: (source, node) => partsOf(node).map((part) => layout(source, part)),
  Call: (source, node) => partsOf(node).map((part) => layout(source, part)),
  NamedArgument: (source, node) => spaced(source, partsOf(node)),
  Property: (source, node) => {
    const [key, colon, value] = partsOf(node);
    return key && colon && value ? [leaf(source, key), leaf(source, colon), ' ', layout(source, value)] : '';
  },
  Parenthesized: (source, node) => bracketed(source, node, softline),
  ArgumentList: (source, node) => bracketed(source, node, softline),
  ArrayLiteral: (source, node) => bracketed(source, node, softline),
  ObjectLiteral: (source, node) => bracketed(source, node, line),
};

const layout = (source: Source, node: SyntaxNode): Doc => {
  const own = LAYOUTS[node.name];
  if (own) return own(source, node);
  const parts = partsOf(node);
  return parts.length === 0 ? leaf(source, node) : parts.map((part) => layout(source, part));
};

/** All statements of a text, a line break between them, and one blank line where there was at least one. */
export const layoutProgram = (source: Source, program: SyntaxNode): Doc => {
  const docs: Doc[] = [];
  let previous: SyntaxNode | undefined;
  for (const statement of partsOf(program)) {
    if (previous) docs.push(isApart(source, program, previous, statement) ? blankLine : hardline);
    docs.push(layout(source, statement));
    previous = statement;
  }
  return [docs, ...source.comments.last];
};

/** A blank line right before the statement, or before the first comment above it. */
const isApart = (source: Source, program: SyntaxNode, previous: SyntaxNode, statement: SyntaxNode): boolean => {
  const between = (to: number): string => source.text.slice(previous.to, to);
  const comment = childrenAndComments(program).find(
    (child) =>
      isComment(child) && child.from >= previous.to && child.to <= statement.from && between(child.from).includes('\n'),
  );
  return /\n[^\S\n]*\n/.test(between(comment ? comment.from : statement.from));
};
