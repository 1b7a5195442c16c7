import type { SyntaxNode } from '@lezer/common';
import { replaceFix } from '../diagnostics/problem.ts';
import { buildHabit } from './build-habits.ts';
import { buildAttribute, buildNumber, buildOperator, buildString, buildWindow } from './build-literals.ts';
import { MAX_NESTING_DEPTH } from './limits.ts';
import type { Argument, BinaryOperator, CastType, ExpressionNode, MissingNode, ObjectMember } from './nodes.ts';
import type { Span } from '../program/span.ts';
import { childrenOf, isExpression, type Reader, spanOf, textOf } from './reader.ts';

const missing = (span: Span): MissingNode => ({ kind: 'missing', from: span.from, to: span.to });

const tooDeep = (reader: Reader, node: SyntaxNode): ExpressionNode => {
  reader.report({ ...spanOf(node), code: 'FQL-TOO-DEEP', params: { limit: String(MAX_NESTING_DEPTH) } });
  return missing(node);
};

/** The expression at one place of a node's children, or a hole at the node's end. */
export const buildOrMissing = (
  reader: Reader,
  node: SyntaxNode | undefined | null,
  parent: Span,
  depth: number,
): ExpressionNode =>
  node && isExpression(node) ? buildExpression(reader, node, depth) : missing({ from: parent.to, to: parent.to });

export const buildArguments = (reader: Reader, list: SyntaxNode, depth: number): readonly Argument[] => {
  const args: Argument[] = [];
  for (const child of childrenOf(list)) {
    if (child.name === 'NamedArgument') {
      const children = childrenOf(child);
      const name = children[0];
      const value = children.slice(1).find(isExpression);
      if (!name) continue;
      const colon = children.find((part) => part.name === 'WrongOp');
      if (colon)
        reader.report({
          ...spanOf(colon),
          code: 'FQL-FOREIGN-OPERATOR',
          params: { found: ':', expected: '=' },
          fix: replaceFix(colon, ' ='),
        });
      args.push({
        name: textOf(reader, name).replace(/^\$/, ''),
        nameSpan: spanOf(name),
        value: buildOrMissing(reader, value, child, depth),
      });
    } else if (isExpression(child)) {
      args.push({ name: null, nameSpan: spanOf(child), value: buildExpression(reader, child, depth) });
    }
  }
  return args;
};

const buildMembers = (reader: Reader, node: SyntaxNode, depth: number): readonly ObjectMember[] =>
  childrenOf(node)
    .filter((child) => child.name === 'Property')
    .flatMap((property) => {
      const [key, ...rest] = childrenOf(property);
      if (!key) return [];
      const text = textOf(reader, key);
      const value = buildOrMissing(reader, rest.find(isExpression), property, depth);
      return [{ key: key.name === 'String' ? buildString(reader, key).value : text, keySpan: spanOf(key), value }];
    });

const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'LogicOp', 'WrongOp', 'CompareOp', 'ArithOp', 'FlagOp']);

/** Operands and operators of a chain in turn; a hole where the text lacks an operand. */
const chainOf = (reader: Reader, node: SyntaxNode, depth: number) => {
  const operands: ExpressionNode[] = [];
  const operators: SyntaxNode[] = [];
  for (const child of childrenOf(node)) {
    if (OPERATORS.has(child.name)) {
      if (operands.length === operators.length) operands.push(missing({ from: child.from, to: child.from }));
      operators.push(child);
    } else if (isExpression(child)) operands.push(buildExpression(reader, child, depth));
  }
  if (operands.length === operators.length) operands.push(missing({ from: node.to, to: node.to }));
  return { operands, operators };
};

/** `a or b or c` is one node. */
const buildLogical = (reader: Reader, node: SyntaxNode, depth: number): ExpressionNode => {
  const { operands, operators } = chainOf(reader, node, depth);
  for (const operator of operators) if (operator.name === 'WrongOp') buildOperator(reader, operator);
  const first = operators[0] ? textOf(reader, operators[0]).toLowerCase() : '';
  return { ...spanOf(node), kind: 'logical', operator: first === 'or' || first === '||' ? 'or' : 'and', operands };
};

/** `a + b - c` is `(a + b) - c`. Each operator is a level of its own for all later passes. */
const buildBinary = (reader: Reader, node: SyntaxNode, depth: number): ExpressionNode => {
  const levels = depth + operatorCount(node);
  if (levels > MAX_NESTING_DEPTH) return tooDeep(reader, node);
  const { operands, operators } = chainOf(reader, node, levels);
  let left: ExpressionNode = operands[0] ?? missing(node);
  operators.forEach((operator, index) => {
    const right = operands[index + 1] ?? missing(node);
    left = {
      kind: 'binary',
      from: left.from,
      to: right.to,
      operator: buildOperator(reader, operator) as BinaryOperator,
      operatorSpan: spanOf(operator),
      left,
      right,
    };
  });
  return left;
};

const operatorCount = (node: SyntaxNode): number =>
  childrenOf(node).filter((child) => OPERATORS.has(child.name)).length - 1;

const buildCall = (reader: Reader, node: SyntaxNode, depth: number): ExpressionNode => {
  const [callee, list] = childrenOf(node);
  return {
    ...spanOf(node),
    kind: 'call',
    callee: buildOrMissing(reader, callee, node, depth),
    args: list ? buildArguments(reader, list, depth) : [],
  };
};

type Build = (reader: Reader, node: SyntaxNode, depth: number) => ExpressionNode;

const BUILDERS: Readonly<Record<string, Build>> = {
  Integer: buildNumber,
  Decimal: buildNumber,
  TimeSpan: buildWindow,
  String: buildString,
  UnterminatedString: buildString,
  Boolean: (reader, node) => ({
    ...spanOf(node),
    kind: 'boolean',
    value: textOf(reader, node).toLowerCase() === 'true',
  }),
  Null: (_reader, node) => ({ ...spanOf(node), kind: 'null' }),
  Variable: (reader, node) => ({ ...spanOf(node), kind: 'variable', name: textOf(reader, node).slice(1) }),
  Attribute: buildAttribute,
  JsonAttribute: buildAttribute,
  UnterminatedAttribute: buildAttribute,
  Identifier: (reader, node) => ({ ...spanOf(node), kind: 'name', name: textOf(reader, node) }),
  Parenthesized: (reader, node, depth) => buildOrMissing(reader, childrenOf(node).find(isExpression), node, depth),
  Logical: buildLogical,
  Call: buildCall,
  ArrayLiteral: (reader, node, depth) => ({
    ...spanOf(node),
    kind: 'array',
    items: childrenOf(node)
      .filter(isExpression)
      .map((item) => buildExpression(reader, item, depth)),
  }),
  ObjectLiteral: (reader, node, depth) => ({
    ...spanOf(node),
    kind: 'object',
    members: buildMembers(reader, node, depth),
  }),
  Not: (reader, node, depth) => ({
    ...spanOf(node),
    kind: 'unary',
    operator: 'not',
    operand: buildOrMissing(reader, childrenOf(node)[1], node, depth),
  }),
  Unary: (reader, node, depth) => {
    const [operator, operand] = childrenOf(node);
    return {
      ...spanOf(node),
      kind: 'unary',
      operator: (operator ? buildOperator(reader, operator) : '!') as '!' | '-' | '+',
      operand: buildOrMissing(reader, operand, node, depth),
    };
  },
  Cast: (reader, node, depth) => {
    const [prefix, operand] = childrenOf(node);
    const type = prefix
      ? textOf(reader, prefix)
          .replace(/[^a-z]/gi, '')
          .toLowerCase()
      : 'string';
    return {
      ...spanOf(node),
      kind: 'cast',
      type: type as CastType,
      operand: buildOrMissing(reader, operand, node, depth),
    };
  },
  Binary: buildBinary,
  Habit: (reader, node, depth) => {
    const children = childrenOf(node);
    return buildHabit(reader, node, {
      operands: children.filter(isExpression).map((child) => buildExpression(reader, child, depth)),
      list: children.find((child) => child.name === 'ArgumentList'),
      items: (list) => buildArguments(reader, list, depth).map(({ value }) => value),
      words: children.filter(
        (child) => child.name.endsWith('Word') || child.name === 'NOT' || child.name === 'WrongOp',
      ),
    });
  },
  Conditional: (reader, node, depth) => {
    const [condition, whenTrue, whenFalse] = childrenOf(node).filter(isExpression);
    return {
      ...spanOf(node),
      kind: 'conditional',
      condition: buildOrMissing(reader, condition, node, depth),
      whenTrue: buildOrMissing(reader, whenTrue, node, depth),
      whenFalse: buildOrMissing(reader, whenFalse, node, depth),
    };
  },
  Member: (reader, node, depth) => {
    const children = childrenOf(node);
    const name = children[2];
    return {
      ...spanOf(node),
      kind: 'member',
      object: buildOrMissing(reader, children[0], node, depth),
      name: name ? textOf(reader, name) : '',
      nameSpan: name ? spanOf(name) : { from: node.to, to: node.to },
    };
  },
  Index: (reader, node, depth) => {
    const [object, index] = childrenOf(node).filter(isExpression);
    return {
      ...spanOf(node),
      kind: 'index',
      object: buildOrMissing(reader, object, node, depth),
      index: buildOrMissing(reader, index, node, depth),
    };
  },
};

/** Builds one expression; past the depth limit it reports once and leaves a hole. */
export const buildExpression = (reader: Reader, node: SyntaxNode, depth: number): ExpressionNode => {
  if (depth > MAX_NESTING_DEPTH) return tooDeep(reader, node);
  const build = BUILDERS[node.name];
  return build ? build(reader, node, depth + 1) : missing(node);
};
