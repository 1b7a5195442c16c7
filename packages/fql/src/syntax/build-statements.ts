import type { SyntaxNode } from '@lezer/common';
import { removeFix } from '../diagnostics/problem.ts';
import { buildArguments, buildExpression, buildOrMissing } from './build-expressions.ts';
import type { ExpressionNode, SelectSource, StatementNode } from './nodes.ts';
import { isMadeUp } from './syntax-problems.ts';
import { childrenOf, isExpression, type Reader, spanOf, textOf } from './reader.ts';

const whenOf = (reader: Reader, node: SyntaxNode): ExpressionNode | null => {
  const when = childrenOf(node).find((child) => child.name === 'When');
  return when ? buildOrMissing(reader, childrenOf(when)[1], when, 0) : null;
};

const itemsOf = (reader: Reader, node: SyntaxNode): readonly ExpressionNode[] =>
  childrenOf(node)
    .filter(isExpression)
    .map((item) => buildExpression(reader, item, 0));

const sourcesOf = (reader: Reader, node: SyntaxNode): readonly SelectSource[] =>
  childrenOf(node)
    .filter((child) => child.name === 'Source')
    .map((source) => {
      const [assessment, observation] = childrenOf(source).filter((child) => child.name === 'Identifier');
      return {
        ...spanOf(source),
        assessment: assessment ? textOf(reader, assessment) : '',
        observation: observation ? textOf(reader, observation) : null,
      };
    });

type Build = (reader: Reader, node: SyntaxNode) => StatementNode | null;

const BUILDERS: Readonly<Record<string, Build>> = {
  Let: (reader, node) => {
    const children = childrenOf(node);
    const nameAt = children.findIndex((child) => child.name === 'Variable');
    const name = children[nameAt];
    return {
      ...spanOf(node),
      kind: 'let',
      name: name ? textOf(reader, name).slice(1) : '',
      nameSpan: name ? spanOf(name) : spanOf(node),
      value: buildOrMissing(reader, children.slice(nameAt + 1).find(isExpression), node, 0),
    };
  },
  When: (reader, node) => ({
    ...spanOf(node),
    kind: 'when',
    condition: buildOrMissing(reader, childrenOf(node)[1], node, 0),
  }),
  Observe: (reader, node) => ({
    ...spanOf(node),
    kind: 'observe',
    items: itemsOf(reader, node),
    when: whenOf(reader, node),
  }),
  Return: (reader, node) => ({
    ...spanOf(node),
    kind: 'return',
    items: itemsOf(reader, node),
    when: whenOf(reader, node),
  }),
  RouteTo: (reader, node) => {
    const list = childrenOf(node).find((child) => child.name === 'ArgumentList');
    return {
      ...spanOf(node),
      kind: 'routeTo',
      args: list ? buildArguments(reader, list, 0) : [],
      when: whenOf(reader, node),
    };
  },
  Do: (reader, node) => ({
    ...spanOf(node),
    kind: 'do',
    action: buildOrMissing(reader, childrenOf(node)[1], node, 0),
    when: whenOf(reader, node),
  }),
  Select: (reader, node) => {
    const children = childrenOf(node);
    const alias = children.find((child, at) => child.name === 'Identifier' && children[at - 1]?.name === 'AS');
    const groupBy = children.find((child) => child.name === 'GroupBy');
    return {
      ...spanOf(node),
      kind: 'select',
      aggregate: buildOrMissing(reader, children[1], node, 0),
      alias: alias ? textOf(reader, alias) : '',
      aliasSpan: alias ? spanOf(alias) : spanOf(node),
      sources: sourcesOf(reader, node),
      when: whenOf(reader, node),
      groupBy: buildOrMissing(reader, groupBy && childrenOf(groupBy)[1], groupBy ?? node, 0),
    };
  },
  Separator: (reader, node) => {
    reader.report({ ...spanOf(node), code: 'FQL-SEPARATOR', params: {}, fix: removeFix(node, ';') });
    return null;
  },
};

/** One statement of a text; null for what was reported and dropped. */
export const buildStatement = (reader: Reader, node: SyntaxNode): StatementNode | null =>
  isMadeUp(node) ? null : (BUILDERS[node.name]?.(reader, node) ?? null);
