import type { SyntaxNode } from '@lezer/common';
import type { BinaryOperator, ExpressionNode } from './nodes.ts';
import type { Span } from '../program/span.ts';
import { type Reader, textOf } from './reader.ts';

/**
 * The pieces of a question SQL asks of a value: `value [NOT] IN (…)`, `LIKE`, `BETWEEN … AND …`, `IS [NOT] NULL` or
 * `TRUE`; and `value NOT == value`.
 */
type Pieces = {
  readonly operands: readonly ExpressionNode[];
  readonly list: SyntaxNode | undefined;
  readonly items: (list: SyntaxNode) => readonly ExpressionNode[];
  /** The words of the operator, in the order they stand. */
  readonly words: readonly SyntaxNode[];
};

/** What is meant: as a tree, so that the rest of the text is checked, and as it is written here. */
type Meaning = { readonly tree: ExpressionNode; readonly text: string };

const LOOSE: ReadonlySet<string> = new Set(['binary', 'logical', 'conditional', 'unary', 'cast']);

const call = (span: Span, callee: ExpressionNode, args: readonly ExpressionNode[]): ExpressionNode => ({
  ...span,
  kind: 'call',
  callee,
  args: args.map((value) => ({ name: null, nameSpan: value, value })),
});

const binary = (span: Span, operator: BinaryOperator, left: ExpressionNode, right: ExpressionNode): ExpressionNode => ({
  ...span,
  kind: 'binary',
  operator,
  operatorSpan: span,
  left,
  right,
});

/** Texts and numbers without commas can be the list of `In`. */
const choicesOf = (items: readonly ExpressionNode[]): string | null => {
  const texts = items.map((item) => (item.kind === 'string' || item.kind === 'number' ? String(item.value) : ','));
  return texts.some((text) => text.includes(',')) ? null : texts.join(', ');
};

const oneOf = (span: Span, value: ExpressionNode, items: readonly ExpressionNode[], write: Write): Meaning => {
  const [only] = items;
  const choices = items.length === 1 && only?.kind === 'string' ? only.value : choicesOf(items);
  if (choices === null) {
    const operands = items.map((item) => binary(span, '==', value, item));
    return {
      tree: { ...span, kind: 'logical', operator: 'or', operands },
      text: `(${items.map((item) => `${write(value, true)} == ${write(item, true)}`).join(' or ')})`,
    };
  }
  const list: ExpressionNode = { ...span, kind: 'string', value: choices };
  return {
    tree: call(span, { ...span, kind: 'name', name: 'In' }, [value, list]),
    text: `In(${write(value)}, ${JSON.stringify(choices)})`,
  };
};

/** `'%x%'` contains, `'x%'` starts with, `'%x'` ends with. */
const like = (span: Span, value: ExpressionNode, pattern: ExpressionNode, write: Write): Meaning => {
  const text = pattern.kind === 'string' ? pattern.value : null;
  const [before, after] = [text?.startsWith('%') ?? true, text?.endsWith('%') ?? true];
  const bare = text === null ? null : text.replace(/^%/, '').replace(/%$/, '');
  const part: ExpressionNode = bare === null ? pattern : { ...span, kind: 'string', value: bare };
  const written = bare === null ? write(pattern) : JSON.stringify(bare);
  if (!before && !after) {
    return { tree: binary(span, '==', value, part), text: `${write(value, true)} == ${written}` };
  }
  const name = before && after ? 'Contains' : after ? 'StartsWith' : 'EndsWith';
  return {
    tree: call(span, { ...span, kind: 'member', object: value, name, nameSpan: span }, [part]),
    text: `${write(value, true)}.${name}(${written})`,
  };
};

type Write = (node: ExpressionNode, asOperand?: boolean) => string;

const meaningOf = (pieces: Pieces, span: Span, write: Write): Meaning => {
  const { operands, list, items, words } = pieces;
  const [value = { ...span, kind: 'missing' }, second = { ...span, kind: 'missing' }, third = second] = operands;
  switch (words.find(({ name }) => name !== 'NOT')?.name) {
    case 'InWord':
      return oneOf(span, value, list ? items(list) : second.kind === 'array' ? second.items : [second], write);
    case 'LikeWord':
      return like(span, value, second, write);
    case 'BetweenWord':
      return {
        tree: {
          ...span,
          kind: 'logical',
          operator: 'and',
          operands: [binary(span, '>=', value, second), binary(span, '<=', value, third)],
        },
        text: `(${write(value, true)} >= ${write(second, true)} and ${write(value, true)} <= ${write(third, true)})`,
      };
    default:
      // `is null`, `is true`, `not ==`: the grammar gives each its second operand.
      return { tree: binary(span, '==', value, second), text: `${write(value, true)} == ${write(second, true)}` };
  }
};

/** Whether a piece is missing, so that what is meant cannot be written down. */
const hasHole = (tree: ExpressionNode): boolean => {
  switch (tree.kind) {
    case 'missing':
      return true;
    case 'binary':
      return hasHole(tree.left) || hasHole(tree.right);
    case 'logical':
      return tree.operands.some(hasHole);
    default:
      return false;
  }
};

/** The opposite of a question: `a != b` for `a == b`, `not …` for everything else. */
const negationOf = ({ tree, text }: Meaning, span: Span, write: Write): Meaning =>
  tree.kind === 'binary' && tree.operator === '=='
    ? { tree: { ...tree, operator: '!=' }, text: `${write(tree.left, true)} != ${write(tree.right, true)}` }
    : { tree: { ...span, kind: 'unary', operator: 'not', operand: tree }, text: `not ${text}` };

/** Whether every text in it has its closing quote. */
const isClosed = (node: SyntaxNode): boolean => {
  const cursor = node.cursor();
  do {
    if (cursor.from >= node.to && cursor.from > node.from) break;
    if (cursor.name.startsWith('Unterminated')) return false;
  } while (cursor.next());
  return true;
};

/** Reports the question with what to write instead, and reads it as that. */
export const buildHabit = (reader: Reader, node: SyntaxNode, pieces: Pieces): ExpressionNode => {
  const span = { from: node.from, to: node.to };
  const write: Write = (part, asOperand = false) =>
    asOperand && LOOSE.has(part.kind) ? `(${textOf(reader, part)})` : textOf(reader, part);
  const meaning = meaningOf(pieces, span, write);
  const { tree, text } = meaning;
  const [first, last] = [pieces.words[0] ?? node, pieces.words.at(-1) ?? node];
  const negated = pieces.words.some(({ name }) => name === 'NOT');
  const whole = !hasHole(tree) && isClosed(node);
  const negation = negated ? negationOf(meaning, span, write) : null;
  const expected = negation?.text ?? text;
  reader.report({
    code: 'FQL-FOREIGN-OPERATOR',
    from: first.from,
    to: last.to,
    params: { found: textOf(reader, { from: first.from, to: last.to }), expected },
    ...(whole
      ? { fix: { label: 'FIX-REPLACE', params: { text: expected }, edits: [{ ...span, insert: expected }] } }
      : {}),
  });
  return negation?.tree ?? tree;
};
