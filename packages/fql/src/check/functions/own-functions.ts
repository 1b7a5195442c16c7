import { replaceFix } from '../../diagnostics/problem.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { FunctionSymbol } from '../../program/symbol-table.ts';
import type { CallNode, ExpressionNode, MemberNode } from '../../syntax/nodes.ts';
import type { Span } from '../../program/span.ts';
import type { CheckedExpression } from '../checked.ts';
import { convertsSilently, convertTo } from '../convert.ts';
import { declaredType } from '../declared-types.ts';
import { checkLoose, refuseName } from '../resources.ts';
import { report, functionKey, invalid, type Scope } from '../scope.ts';
import { checkScoresOfProperty } from '../scores/scores.ts';

const isName = (node: ExpressionNode, name: string): boolean =>
  node.kind === 'name' && node.name.toLowerCase() === name;

/** `Functions`, `Functions.root`, `Functions.parent` or `Functions.environment["id"]`; null where it is none. */
export const functionScopeOf = (node: ExpressionNode): string | null => {
  if (isName(node, 'functions')) return 'here';
  if (node.kind === 'member' && isName(node.object, 'functions')) {
    const word = node.name.toLowerCase();
    return word === 'root' || word === 'parent' ? word : null;
  }
  if (node.kind !== 'index' || node.index.kind !== 'string' || node.object.kind !== 'member') return null;
  const { object, name } = node.object;
  return isName(object, 'functions') && name.toLowerCase() === 'environment' ? node.index.value : null;
};

/** Names of functions one leads to, itself and through others, in the environment of the text. */
const reaches = (scope: Scope, from: FunctionSymbol, wanted: string): boolean => {
  const seen = new Set<string>();
  const next: FunctionSymbol[] = [from];
  for (let found = next.pop(); found; found = next.pop()) {
    const name = found.name.toLowerCase();
    if (name === wanted) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    for (const used of found.uses ?? []) {
      if (used.toLowerCase() === wanted) return true;
      const target = scope.rule.names.functions.get(functionKey('here', used));
      if (target) next.push(target);
    }
  }
  return false;
};

const checkArguments = (scope: Scope, known: FunctionSymbol, call: CallNode): readonly CheckedExpression[] | null => {
  if (call.args.length !== known.parameters.length) {
    report(scope, 'FQL-ARGUMENT-COUNT', call, {
      name: known.name,
      expected: String(known.parameters.length),
      found: String(call.args.length),
      signature: signatureOfFunction(known),
    });
    checkLoose(scope, call.args);
    return null;
  }
  const args = call.args.map((arg, index) => {
    if (arg.name !== null) report(scope, 'FQL-NAMED-ARGUMENT', arg.nameSpan, { name: arg.name });
    const value = scope.expression(scope, arg.value);
    const wanted = declaredType(known.parameters[index]?.type).type;
    // The function converts, and knows what to use where that fails.
    if (!convertsSilently(value.type, wanted))
      report(scope, 'FQL-IMPLICIT-CONVERSION', arg.value, { expected: wanted, found: value.type });
    return convertTo(scope, value, 'Json');
  });
  return args.some((arg) => arg.type === 'Invalid') ? null : args;
};

/** `name(a: Double, b: String)`, as messages show it. */
const signatureOfFunction = ({ name, parameters }: FunctionSymbol): string =>
  `Functions.${name}(${parameters.map((parameter) => `${parameter.name}: ${parameter.type}`).join(', ')})`;

/**
 * `Functions[.scope].name(…)` (`docs/language/guide.md#what-texts-refer-to`); null where it is something else. Its
 * properties are read from it.
 */
export const checkFunctionOfCustomer = (
  scope: Scope,
  node: MemberNode,
  call: CallNode | null,
): CheckedExpression | null => {
  const where = functionScopeOf(node.object);
  if (where === null) return null;
  const word = node.name.toLowerCase();
  if (!call && where === 'here' && (word === 'root' || word === 'parent' || word === 'environment')) return null;
  if (!call) {
    report(scope, 'FQL-MISSING-CALL', node, { name: `Functions.${node.name}` });
    return invalid(node);
  }
  const { functions } = scope.rule.names;
  const known = functions.get(functionKey(where, node.name));
  if (!known) {
    const names = [...functions.values()].filter((entry) => (entry.scope ?? 'here') === where).map(({ name }) => name);
    const own = scope.rule.name;
    if (where === 'here' && own !== undefined && own.toLowerCase() === word)
      report(scope, 'FQL-CALLS-ITSELF', node.nameSpan, { name: own });
    else refuseName(scope, 'FQL-UNKNOWN-OWN-FUNCTION', node.nameSpan, node.name, names);
    checkLoose(scope, call.args);
    return invalid(call);
  }
  if (scope.rule.name !== undefined && where === 'here' && reaches(scope, known, scope.rule.name.toLowerCase())) {
    report(scope, 'FQL-CALLS-ITSELF', node.nameSpan, { name: scope.rule.name });
  }
  const args = checkArguments(scope, known, call);
  const key = functionKey(where, known.name);
  scope.rule.resources.add(`Functions.${key}`);
  if (!scope.rule.called.has(key))
    scope.rule.called.set(key, { scope: where, name: known.name, properties: new Set() });
  if (!args) return invalid(call);
  return { op: 'functionCall', type: 'Function', shown: false, from: call.from, to: call.to, key, args };
};

/** The function a value was called from, through the variables it went. */
const calledFunction = (scope: Scope, expression: CheckedExpression): string | null => {
  if (expression.op === 'functionCall') return expression.key;
  const value = expression.op === 'variable' ? scope.rule.variables[expression.variable]?.value : undefined;
  return value ? calledFunction(scope, value) : null;
};

/** `.property` of a function that was called; only this property is worked out. */
export const checkFunctionProperty = (
  scope: Scope,
  operand: CheckedExpression,
  name: string,
  nameSpan: Span,
  span: Span,
): CheckedExpression => {
  const key = calledFunction(scope, operand);
  const known = key === null ? undefined : scope.rule.names.functions.get(key);
  if (key === null || !known) return invalid(span);
  const property = known.properties.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (!property) {
    const suggestion = didYouMean(
      name,
      known.properties.map((candidate) => candidate.name),
    );
    report(
      scope,
      suggestion === null ? 'FQL-UNKNOWN-MEMBER' : 'FQL-MISSPELT-MEMBER',
      nameSpan,
      { owner: `Functions.${known.name}`, name, ...(suggestion === null ? {} : { suggestion }) },
      suggestion === null ? {} : { fix: replaceFix(nameSpan, suggestion) },
    );
    return invalid(span);
  }
  scope.rule.called.get(key)?.properties.add(property.name);
  checkScoresOfProperty(scope, known.name, property, nameSpan);
  if (scope.rule.kind === 'velocity' && property.uncountable) {
    const { kind, chain } = property.uncountable;
    const code = kind === 'velocity' ? 'FQL-VELOCITY-IN-VELOCITY' : 'FQL-NOT-COUNTABLE';
    const name = [`Functions.${known.name}.${property.name}`, ...chain].join(' → ');
    report(scope, code, nameSpan, { name });
    return invalid(span);
  }
  const base = { from: span.from, to: span.to, shown: true } as const;
  return {
    ...base,
    op: 'convert',
    type: declaredType(property.type).type,
    operand: {
      ...base,
      shown: false,
      op: 'functionProperty',
      type: 'Json',
      scope: known.scope ?? 'here',
      name: known.name,
      property: property.former === undefined ? property.name : null,
      shownName: `${known.name}.${property.name}`,
      fallback: property.former ?? declaredType(property.type).fallback,
      isAsync: property.former === undefined && (known.isAsync ?? false),
      operand,
    },
  };
};
