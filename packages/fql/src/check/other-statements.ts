import { signatureOf } from '../functions/spec.ts';
import { FUNCTIONS } from '../functions/table.ts';
import { replaceFix } from '../diagnostics/problem.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { Argument, ExpressionNode, ReturnNode, RouteToNode, SelectNode, SelectSource } from '../syntax/nodes.ts';
import { AGGREGATE_NAMES, type AggregateName, type CheckedExpression, type CheckedStatement } from './checked.ts';
import type { FqlType } from '../types.ts';
import { constantText } from './calls.ts';
import { convertsSilently, convertTo } from './convert.ts';
import { reviewSpelledAttribute } from './review-comparison.ts';
import { declaredType } from './declared-types.ts';
import { symbolPath, report, type Scope } from './scope.ts';

/** Statements of velocity sets, routing rules and functions. */

const checkWhen = (scope: Scope, when: ExpressionNode | null): CheckedExpression | null =>
  when ? convertTo(scope, scope.expression(scope, when), 'Boolean', 'strictly') : null;

/** `RETURN expr` of a function property. */
export const checkYield = (scope: Scope, node: ReturnNode): CheckedStatement | null => {
  const [first, second] = node.items;
  if (second) report(scope, 'FQL-ONE-VALUE', second);
  if (node.when) report(scope, 'FQL-WHEN-ALONE', node.when);
  if (!first) return null;
  const value = scope.expression(scope, first);
  if (convertTo(scope, value, 'Json').type === 'Invalid') return null;
  // What cannot be converted when it runs is the property's default, so this is no more than worth a word.
  const wanted = declaredType(scope.result ?? undefined).type;
  if (!convertsSilently(value.type, wanted))
    report(scope, 'FQL-IMPLICIT-CONVERSION', first, { expected: wanted, found: value.type });
  return { kind: 'yield', from: node.from, to: node.to, value, result: scope.result, when: null };
};

/** The queue has to be known before the first case is sent there; where nothing is known of queues, any is. */
const reviewQueue = (scope: Scope, name: CheckedExpression): void => {
  if (name.type === 'Invalid') return;
  const { queues } = scope.rule.names;
  const written = constantText(scope, name);
  if (written === null) {
    if (queues !== null) report(scope, 'FQL-NOT-CONSTANT', name, { what: 'queue name' });
    return;
  }
  const known = queues === null ? written : queues.get(written.trim().toLowerCase());
  if (known !== undefined) {
    scope.rule.queues.add(known);
    return;
  }
  const suggestion = didYouMean(written, queues?.values() ?? []);
  if (suggestion === null) report(scope, 'FQL-UNKNOWN-QUEUE', name, { name: written });
  else {
    const fix = replaceFix(name, JSON.stringify(suggestion));
    report(scope, 'FQL-MISSPELT-QUEUE', name, { name: written, suggestion }, { fix });
  }
};

/** `ROUTETO Queue("name")`. */
export const checkRouteTo = (scope: Scope, node: RouteToNode): CheckedStatement | null => {
  const [queue] = node.args;
  if (!queue || node.args.length !== 1) {
    report(scope, 'FQL-ARGUMENT-COUNT', node, {
      name: 'Queue',
      expected: '1',
      found: String(node.args.length),
      signature: 'Queue(name: String)',
    });
    return null;
  }
  const name = convertTo(scope, scope.expression(scope, queue.value), 'String');
  reviewQueue(scope, name);
  return { kind: 'routeTo', from: node.from, to: node.to, queue: name, when: checkWhen(scope, node.when) };
};

const aggregateOf = (
  node: ExpressionNode,
): { readonly name: AggregateName; readonly args: readonly Argument[] } | null => {
  if (node.kind !== 'call' || node.callee.kind !== 'name') return null;
  const wanted = node.callee.name.toLowerCase();
  const name = AGGREGATE_NAMES.find((aggregate) => aggregate.toLowerCase() === wanted);
  return name ? { name, args: node.args } : null;
};

/** What is no number adds 0 to a sum; the aggregates beyond the original leave it out, and need to see it as it is. */
const typeOfAggregated = (name: AggregateName): FqlType => {
  if (name === 'DistinctCount') return 'String';
  return name === 'Sum' ? 'Double' : 'Json';
};

/** A key of several values would count one event many times. */
const refuseArrayKey = (scope: Scope, node: ExpressionNode): void => {
  const steps = node.kind === 'attribute' || node.kind === 'json' ? node.steps : [];
  const isArray = node.kind === 'array' || scope.rule.names.attributes.get(symbolPath(steps))?.type === 'array';
  if (isArray && steps.at(-1)?.kind !== 'index') report(scope, 'FQL-GROUPBY-ARRAY', node);
};

const textOfSource = ({ assessment, observation }: SelectSource): string =>
  observation === null ? assessment : `${assessment}:${observation}`;

/** Events that do not exist would never be counted. */
const checkSources = (scope: Scope, sources: readonly SelectSource[]): void => {
  const { events } = scope.rule.names;
  if (events === null) return;
  for (const source of sources) {
    const name = textOfSource(source);
    if (name === '' || events.has(name.toLowerCase())) continue;
    const suggestion = didYouMean(name, events.values());
    report(
      scope,
      'FQL-UNKNOWN-EVENT',
      source,
      { name },
      suggestion === null ? {} : { fix: replaceFix(source, suggestion) },
    );
  }
};

/** Rules read a velocity by its name alone, so a name stands for one velocity of the environment. */
const checkAlias = (scope: Scope, node: SelectNode): void => {
  const key = node.alias.toLowerCase();
  if (key === '') return;
  const { selected, names } = scope.rule;
  if (selected.has(key) || names.takenNames.has(key)) {
    report(scope, 'FQL-VELOCITY-NAME-TAKEN', node.aliasSpan, { name: node.alias });
  }
  selected.add(key);
};

/** `SELECT Count() AS name FROM source GROUPBY key`. */
export const checkSelect = (scope: Scope, node: SelectNode): CheckedStatement | null => {
  const aggregate = aggregateOf(node.aggregate);
  const key = scope.expression(scope, node.groupBy);
  reviewSpelledAttribute(scope, key, node.groupBy);
  const groupBy = convertTo(scope, key, 'Json');
  const when = checkWhen(scope, node.when);
  refuseArrayKey(scope, node.groupBy);
  checkSources(scope, node.sources);
  checkAlias(scope, node);
  if (!aggregate) {
    if (node.aggregate.kind !== 'missing') report(scope, 'FQL-NOT-AN-AGGREGATE', node.aggregate);
    return null;
  }
  const expected = aggregate.name === 'Count' ? 0 : 1;
  if (aggregate.args.length !== expected) {
    const spec = FUNCTIONS.find(({ id }) => id === aggregate.name);
    report(scope, 'FQL-ARGUMENT-COUNT', node.aggregate, {
      name: aggregate.name,
      expected: String(expected),
      found: String(aggregate.args.length),
      signature: spec ? signatureOf(spec) : '',
    });
    return null;
  }
  const [arg] = aggregate.args;
  const value = arg ? convertTo(scope, scope.expression(scope, arg.value), typeOfAggregated(aggregate.name)) : null;
  scope.rule.functions.add(aggregate.name);
  return {
    kind: 'contribute',
    from: node.from,
    to: node.to,
    velocity: node.alias,
    aggregate: aggregate.name,
    value,
    groupBy,
    sources: node.sources.map(({ assessment, observation }) => ({ assessment, observation })),
    when,
  };
};
