import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { replaceFix } from '../diagnostics/problem.ts';
import { GRAPH_KINDS, graphKindNamed, isAttributeGraphKind, isOwnGraphKind } from '../functions/graph.ts';
import { type FunctionSpec, type Parameter, signatureOf } from '../functions/spec.ts';
import type { EnrichmentKind } from '../program/symbol-table.ts';
import type { Argument, ExpressionNode } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import { patternsOf } from '../regex/patterns-of.ts';
import { asksOfAny, overAnyValue } from './any-value.ts';
import type { CheckedExpression } from './checked.ts';
import { convertsSilently, convertTo } from './convert.ts';
import { reviewArgument } from './review-arguments.ts';
import { report, invalid, type Scope } from './scope.ts';
import { didYouMean } from '../diagnostics/suggest.ts';

const arity = (spec: FunctionSpec): readonly [number, number] => [
  spec.parameters.filter((parameter) => !parameter.optional).length,
  spec.parameters.reduce((sum, parameter) => sum + (parameter.upTo ?? 1), 0),
];

const parameterAt = (spec: FunctionSpec, index: number): Parameter | undefined => {
  const last = spec.parameters.at(-1);
  return spec.parameters[index] ?? (last?.upTo === undefined ? undefined : last);
};

/** The text a constant argument holds: a literal, or a variable bound to one. */
export const constantText = (scope: Scope, expression: CheckedExpression): string | null => {
  if (expression.op === 'constant') return typeof expression.value === 'string' ? expression.value : null;
  if (expression.op !== 'variable') return null;
  const value = scope.rule.variables[expression.variable]?.value;
  return value?.op === 'constant' && typeof value.value === 'string' ? value.value : null;
};

const matches = (spec: FunctionSpec, args: readonly CheckedExpression[], exactly: boolean): boolean =>
  args.every((arg, index) => {
    const type = parameterAt(spec, index)?.type;
    if (type === undefined || type === 'Any') return true;
    return arg.type === type || arg.type === 'Invalid' || (!exactly && convertsSilently(arg.type, type));
  });

/** Overload that fits the arguments best; the first one of the right size where none does. */
const choose = (specs: readonly FunctionSpec[], args: readonly CheckedExpression[]): FunctionSpec | undefined => {
  const sized = specs.filter((spec) => {
    const [least, most] = arity(spec);
    return args.length >= least && args.length <= most;
  });
  return (
    sized.find((spec) => matches(spec, args, true)) ?? sized.find((spec) => matches(spec, args, false)) ?? sized[0]
  );
};

const countText = (specs: readonly FunctionSpec[]): string => {
  const sizes = specs.map(arity);
  const least = Math.min(...sizes.map(([low]) => low));
  const most = Math.max(...sizes.map(([, high]) => high));
  return least === most ? String(least) : `${least}–${most}`;
};

const checkList = (scope: Scope, arg: CheckedExpression, span: Span): string | null => {
  const name = constantText(scope, arg);
  if (name === null) {
    report(scope, 'FQL-NOT-CONSTANT', span, { what: 'list name' });
    return null;
  }
  const key = name.trim().toLowerCase();
  const list = scope.rule.names.lists.get(key);
  if (!list) {
    const suggestion = didYouMean(
      name,
      [...scope.rule.names.lists.values()].map(({ name: known }) => known),
    );
    report(
      scope,
      suggestion === null ? 'FQL-UNKNOWN-LIST' : 'FQL-MISSPELT-LIST',
      span,
      { name, ...(suggestion === null ? {} : { suggestion }) },
      suggestion === null ? {} : { fix: replaceFix(span, JSON.stringify(suggestion)) },
    );
    return null;
  }
  if (!scope.rule.listColumns.has(key)) scope.rule.listColumns.set(key, { name: list.name, columns: new Set() });
  return key;
};

const checkColumn = (scope: Scope, listKey: string | null, arg: CheckedExpression, span: Span): void => {
  const name = constantText(scope, arg);
  if (name === null) {
    report(scope, 'FQL-NOT-CONSTANT', span, { what: 'column name' });
    return;
  }
  const list = listKey === null ? undefined : scope.rule.names.lists.get(listKey);
  if (!list) return;
  const column = list.columns.find((known) => known.trim().toLowerCase() === name.trim().toLowerCase());
  if (column !== undefined) {
    scope.rule.listColumns.get(listKey ?? '')?.columns.add(column);
    return;
  }
  const suggestion = didYouMean(name, list.columns);
  report(
    scope,
    'FQL-UNKNOWN-COLUMN',
    span,
    { name, list: list.name, columns: list.columns.join(', ') },
    suggestion === null ? {} : { fix: replaceFix(span, JSON.stringify(suggestion)) },
  );
};

const checkSupportList = (scope: Scope, arg: CheckedExpression): void => {
  const name = constantText(scope, arg);
  if (name === null) report(scope, 'FQL-NOT-CONSTANT', arg, { what: 'list name' });
  else if (!scope.rule.names.supportLists.has(name.trim().toLowerCase()))
    report(scope, 'FQL-UNKNOWN-SUPPORT-LIST', arg, { name });
  else scope.rule.supportLists.add(scope.rule.names.supportLists.get(name.trim().toLowerCase()) ?? name);
};

const checkGraphKind = (scope: Scope, arg: CheckedExpression): void => {
  const name = constantText(scope, arg);
  if (name === null) {
    report(scope, 'FQL-NOT-CONSTANT', arg, { what: 'kind of value' });
    return;
  }
  const kind = graphKindNamed(name);
  const { ownGraphKinds, attributeGraphKinds } = scope.rule.names;
  if (kind !== undefined && isAttributeGraphKind(kind)) {
    if (attributeGraphKinds?.has(kind) === false) report(scope, 'FQL-NOT-LINKABLE', arg, { name });
    return;
  }
  if (kind === undefined || (isOwnGraphKind(kind) && ownGraphKinds?.has(kind) === false))
    report(scope, 'FQL-UNKNOWN-GRAPH-KIND', arg, {
      name,
      expected: [...GRAPH_KINDS, ...(ownGraphKinds ?? []), ...(attributeGraphKinds ?? [])].join(', '),
    });
};

/** `Patterns.IsRegexMatch`: the pattern has to be known, and readable, when the rule is written. */
const checkPattern = (
  scope: Scope,
  pattern: CheckedExpression,
  operand: CheckedExpression,
  span: Span,
): CheckedExpression => {
  const { size, names } = scope.rule;
  const text = constantText(scope, pattern);
  size.patterns += 1;
  // Reading a pattern is dear; how many there are is said at the end of the rule.
  const isRead = text !== null && size.patterns <= names.limits.patternsPerRule;
  const problem = isRead ? patternsOf(scope.rule.language).problem(text) : null;
  if (text === null) report(scope, 'FQL-NOT-CONSTANT', pattern, { what: 'pattern' });
  if (problem !== null) report(scope, 'FQL-BAD-PATTERN', pattern, { reason: problem });
  if (text === null || problem !== null) return { ...invalid(span), type: 'Boolean' };
  return { op: 'matches', type: 'Boolean', shown: true, from: span.from, to: span.to, pattern: text, operand };
};

const convertArguments = (
  scope: Scope,
  spec: FunctionSpec,
  args: readonly CheckedExpression[],
): readonly CheckedExpression[] => {
  let listKey: string | null = null;
  return args.map((arg, index) => {
    const parameter = parameterAt(spec, index);
    if (!parameter || parameter.type === 'Any' || arg.type === 'Invalid') return arg;
    reviewArgument(scope, spec, parameter, arg);
    const converted = convertTo(scope, arg, parameter.type);
    if (converted.type === 'Invalid') return converted;
    if (parameter.role === 'list') listKey = checkList(scope, arg, arg);
    if (parameter.role === 'column') checkColumn(scope, listKey, arg, arg);
    if (parameter.role === 'supportList') checkSupportList(scope, arg);
    if (parameter.role === 'graphKind') checkGraphKind(scope, arg);
    return converted;
  });
};

/** `In(x, "a, b, c")`: the choices become a set once, when the rule is compiled. */
const choicesOf = (scope: Scope, spec: FunctionSpec, args: readonly CheckedExpression[]): readonly string[] | null => {
  const index = spec.parameters.findIndex((parameter) => parameter.role === 'choices');
  const arg = index < 0 ? undefined : args[index];
  const text = arg ? constantText(scope, arg) : null;
  if (text === null) return null;
  return text
    .split(',')
    .map((choice) => choice.trim().toLowerCase())
    .filter((choice) => choice !== '');
};

const refuseNames = (scope: Scope, args: readonly Argument[]): void => {
  for (const arg of args) {
    if (arg.name !== null) report(scope, 'FQL-NAMED-ARGUMENT', arg.nameSpan, { name: arg.name });
  }
};

/** Whether the text it is part of may call a function here. */
const isAvailable = (scope: Scope, spec: FunctionSpec): boolean =>
  spec.availableIn === undefined || spec.availableIn.includes(scope.rule.kind);

/** What is said of a function whose source the symbol table does not have. */
const missingSource = ({ rule }: Scope, needs: EnrichmentKind): DiagnosticCode => {
  if (needs === 'models') return 'FQL-NO-MODEL';
  return (needs === 'device' || needs === 'graph') && rule.kind === 'velocity' ? 'FQL-NOT-COUNTABLE' : 'FQL-NOT-BUILT';
};

/** Exists and its like take a reference, not a value. */
const checkReference = (scope: Scope, node: ExpressionNode | undefined, span: Span): CheckedExpression => {
  if (node?.kind !== 'attribute' && node?.kind !== 'json') {
    if (node && node.kind !== 'missing') report(scope, 'FQL-NOT-AN-ATTRIBUTE', node ?? span);
    return invalid(span);
  }
  const operand = scope.expression(scope, node);
  return operand.op === 'convert' ? operand.operand : operand;
};

/** A look-up in a list that is kept elsewhere; null for any other. There is no nearest key in such a list. */
const remoteLookup = (
  scope: Scope,
  spec: FunctionSpec,
  args: readonly CheckedExpression[],
  converted: readonly CheckedExpression[],
  base: Span & { readonly shown: true },
): CheckedExpression | null => {
  if (spec.parameters[0]?.role !== 'list') return null;
  const [list, column, value] = [args[0], args[1], args[3]].map((arg) => (arg ? constantText(scope, arg) : null));
  const known = list === null || list === undefined ? undefined : scope.rule.names.lists.get(list.trim().toLowerCase());
  const key = converted[2];
  if (!known?.remote || !key || typeof column !== 'string') return null;
  const name = `${spec.name}("${known.name}", …)`;
  if (scope.rule.kind === 'velocity' || spec.name === 'LookupClosest') {
    report(scope, scope.rule.kind === 'velocity' ? 'FQL-NOT-COUNTABLE' : 'FQL-NOT-HERE', base, { name });
    return { ...invalid(base), type: spec.result };
  }
  const named = (name: string): string =>
    known.columns.find((each) => each.trim().toLowerCase() === name.trim().toLowerCase()) ?? name;
  return {
    ...base,
    op: 'remoteLookup',
    type: spec.result,
    list: known.name,
    keyColumn: named(column),
    key,
    valueColumn: spec.name === 'ContainsKey' ? null : named(value ?? ''),
    fallback: converted[4] ?? null,
  };
};

/**
 * A call of one of the overloads, with `self` in front for a method. Reports what does not fit and still answers with
 * the result type, so that the text around it is checked.
 */
export const checkFunctionCall = (
  scope: Scope,
  specs: readonly FunctionSpec[],
  self: CheckedExpression | null,
  argumentNodes: readonly Argument[],
  span: Span,
): CheckedExpression => {
  const base = { shown: true, from: span.from, to: span.to } as const;
  const first = specs[0];
  if (!first) return invalid(span);
  refuseNames(scope, argumentNodes);
  if (first.parameters[0]?.role === 'attribute') {
    if (argumentNodes.length !== 1) {
      report(scope, 'FQL-ARGUMENT-COUNT', span, {
        name: first.name,
        expected: '1',
        found: String(argumentNodes.length),
        signature: signatureOf(first),
      });
      return invalid(span);
    }
    scope.rule.functions.add(first.id);
    const operand = checkReference(scope, argumentNodes[0]?.value, span);
    return operand.type === 'Invalid' ? operand : { ...base, op: 'exists', type: 'Boolean', operand };
  }
  const args = argumentNodes.map((arg) => scope.expression(scope, arg.value));
  const spec = choose(specs, args);
  if (!spec) {
    report(scope, 'FQL-ARGUMENT-COUNT', span, {
      name: first.name,
      expected: countText(specs),
      found: String(args.length),
      signature: signatureOf(first),
    });
    return { ...invalid(span), type: first.result, shown: true };
  }
  if (!isAvailable(scope, spec)) report(scope, 'FQL-NOT-HERE', span, { name: spec.name });
  if (spec.needs && !scope.rule.names.sources.has(spec.needs)) {
    report(scope, missingSource(scope, spec.needs), span, {
      name: spec.owner === null ? spec.name : `${spec.owner}.${spec.name}`,
    });
  }
  scope.rule.functions.add(spec.id);
  const converted = convertArguments(scope, spec, args);
  if (converted.some((arg) => arg.type === 'Invalid') || self?.type === 'Invalid') {
    return { ...invalid(span), type: spec.result };
  }
  const [pattern, matched] = converted;
  if (spec.parameters[0]?.role === 'pattern' && pattern && matched) return checkPattern(scope, pattern, matched, span);
  const choices = choicesOf(scope, spec, args);
  const operand = converted[0];
  if (choices && operand)
    return overAnyValue(scope, { ...base, op: 'inChoices', type: 'Boolean', choices, operand }, [operand]);
  const remote = remoteLookup(scope, spec, args, converted, base);
  if (remote) return remote;
  const all = self ? [self, ...converted] : converted;
  const called: CheckedExpression = { ...base, op: 'call', type: spec.result, spec, args: all };
  return asksOfAny(spec.id) ? overAnyValue(scope, called, all) : called;
};
