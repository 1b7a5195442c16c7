import { functionScopeOf } from '../check/functions/own-functions.ts';
import { functionKey } from '../check/scope.ts';
import type { FunctionSymbol, SymbolTable } from '../program/symbol-table.ts';
import type { ExpressionNode } from '../syntax/nodes.ts';
import { parseProgram } from '../syntax/parse.ts';
import type { Draft } from './proposals.ts';

type Property = FunctionSymbol['properties'][number];

const declared = ({ name, type }: { readonly name: string; readonly type: string }): string => `${name}: ${type}`;

const expressionOf = (written: string): ExpressionNode | undefined => {
  const [statement] = parseProgram(`LET $written = ${written}`).program.statements;
  return statement?.kind === 'let' ? statement.value : undefined;
};

const functionsIn = ({ functions = [] }: SymbolTable, scope: string): readonly FunctionSymbol[] =>
  functions.filter((each) => (each.scope ?? 'here').toLowerCase() === scope.toLowerCase());

/** How a function is called, with the types of its parameters: `Functions.root.risk(amount: Double)`. */
export const functionSignature = ({ scope = 'here', name, parameters }: FunctionSymbol): string =>
  `${scopeAsWritten(scope)}.${name}(${parameters.map(declared).join(', ')})`;

const scopeAsWritten = (scope: string): string => {
  if (scope === 'here') return 'Functions';
  return scope === 'root' || scope === 'parent' ? `Functions.${scope}` : `Functions.environment["${scope}"]`;
};

const drafted = (symbol: FunctionSymbol): Draft => ({
  kind: 'function',
  label: symbol.name,
  insert: `${symbol.name}()`,
  cursor: symbol.name.length + (symbol.parameters.length > 0 ? 1 : 2),
  detail: functionSignature(symbol),
});

/** Ways from `Functions` to those of environments above. */
const scopesAbove = ({ functions = [] }: SymbolTable): readonly Draft[] =>
  [...new Set(functions.map(({ scope = 'here' }) => scope))]
    .filter((scope) => scope !== 'here')
    .map((scope): Draft => {
      const insert = scopeAsWritten(scope).slice('Functions.'.length);
      return { kind: 'property', label: insert, detail: scopeAsWritten(scope) };
    });

/** What may stand behind `Functions`, or behind `Functions.root` and the like; null for other operands. */
export const functionsBehind = (written: string, symbols: SymbolTable): readonly Draft[] | null => {
  if (!/^functions\b/i.test(written)) return null;
  const node = expressionOf(written);
  const scope = node && functionScopeOf(node);
  if (scope === undefined || scope === null) return null;
  const here = functionsIn(symbols, scope).map(drafted);
  return scope === 'here' ? [...here, ...scopesAbove(symbols)] : here;
};

/** The function that an operand is a call of, also through the variables of the text before it. */
export const functionCalledBy = (
  textBefore: string,
  written: string,
  { functions = [] }: SymbolTable,
): FunctionSymbol | undefined => {
  if (functions.length === 0) return undefined;
  const variables = new Map<string, ExpressionNode>();
  for (const statement of parseProgram(textBefore, { typographicQuotes: 'accept' }).program.statements)
    if (statement.kind === 'let') variables.set(statement.name, statement.value);
  let node = expressionOf(written);
  for (let seen = 0; node?.kind === 'variable' && seen <= variables.size; seen += 1) node = variables.get(node.name);
  if (node?.kind !== 'call' || node.callee.kind !== 'member') return undefined;
  const scope = functionScopeOf(node.callee.object);
  const key = scope === null ? null : functionKey(scope, node.callee.name);
  return functions.find((each) => functionKey(each.scope ?? 'here', each.name) === key);
};

/** How a property of a function is proposed and explained: `risk.high: Boolean`. */
export const propertyDraft = ({ name }: FunctionSymbol, { name: property, type }: Property): Draft => ({
  kind: 'property',
  label: property,
  detail: `${name}.${property}: ${type ?? 'Json'}`,
});
