import { parseAst } from 'vite';

/** A node of a syntax tree, as the build reads it: any kind, with the place of its text. */
export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** The nodes of a list, or the one node there is. */
export const nodesOf = (value: unknown): readonly Node[] => [value].flat().filter(isNode);

export const childrenOf = (node: Node): readonly Node[] => Object.values(node).flatMap(nodesOf);

/** Name of an identifier; empty for any other node. */
export const nameOf = (node: unknown): string => {
  const name = isNode(node) ? node['name'] : undefined;
  return typeof name === 'string' ? name : '';
};

/** A constant of a module, and what it is set to. */
export type Constant = { readonly name: string; readonly value: Node };

/** The constants that stand in no function. */
export const constantsOf = (code: string): readonly Constant[] =>
  nodesOf(parseAst(code, { lang: 'ts' })['body'])
    .flatMap((statement) => [statement, ...nodesOf(statement['declaration'])])
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((declaration) => nodesOf(declaration['declarations']))
    .flatMap(({ id, init }) => nodesOf(init).map((value) => ({ name: nameOf(id), value })));

export type Change = { readonly start: number; readonly end: number; readonly text: string };

/** The code with some places changed, which do not overlap. */
export const withChanges = (code: string, changes: readonly Change[]): string =>
  changes
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);

/** Nothing, on as many lines, so that lines keep their numbers. */
export const blank = (code: string): string => '\n'.repeat(code.split('\n').length - 1);

/** Whether something is called when the expression is worked out; what functions do later does not count. */
export const calls = (node: Node): boolean =>
  node.type === 'CallExpression' || (!node.type.includes('Function') && childrenOf(node).some(calls));

const NO_TYPES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** Names that an expression reads, without keys of objects and without types. */
export const namesReadIn = (node: Node): readonly string[] => {
  if (node.type === 'Identifier') return [nameOf(node)];
  if (node.type.startsWith('TS'))
    return NO_TYPES.has(node.type) ? nodesOf(node['expression']).flatMap(namesReadIn) : [];
  const isPlain = node['computed'] === false;
  return Object.entries(node)
    .filter(([key]) => !(isPlain && (key === 'key' || key === 'property')))
    .flatMap(([, child]) => nodesOf(child))
    .flatMap(namesReadIn);
};
