import { freeFunctions, FUNCTIONS, statementFunction } from '../functions/table.ts';
import { replaceFix } from '../diagnostics/problem.ts';
import type { FunctionForm, FunctionSpec } from '../functions/spec.ts';
import { signatureOf } from '../functions/spec.ts';
import { DECISION_KINDS, type DecisionKind } from '../runtime/outcome.ts';
import type { Argument, CallNode, ExpressionNode } from '../syntax/nodes.ts';
import type { CheckedExpression, CheckedObservation, CheckedPair } from './checked.ts';
import { convertTo } from './convert.ts';
import { report, type Scope } from './scope.ts';
import { didYouMean } from '../diagnostics/suggest.ts';

export type Decide = {
  readonly decision: DecisionKind;
  readonly challengeType: CheckedExpression | null;
  readonly reason: CheckedExpression | null;
  readonly supportMessage: CheckedExpression | null;
};

/** The call of a statement function of one form, as `RETURN` and `OBSERVE` take them; null after a report. */
const statementCall = (
  scope: Scope,
  node: ExpressionNode,
  form: FunctionForm,
): { readonly spec: FunctionSpec; readonly call: CallNode } | null => {
  if (node.kind === 'missing') return null;
  const names = FUNCTIONS.filter((spec) => spec.form === form).map((spec) => spec.name);
  const name = node.kind === 'call' && node.callee.kind === 'name' ? node.callee : node.kind === 'name' ? node : null;
  const spec = name ? statementFunction(name.name) : undefined;
  if (node.kind === 'call' && spec?.form === form) return { spec, call: node };
  const params = { expected: names.join(', ') };
  if (name && spec?.form === form) {
    report(scope, 'FQL-MISSING-CALL', node, { name: name.name }, { fix: replaceFix(node, `${spec.name}()`) });
    return null;
  }
  const suggestion = name && freeFunctions(name.name).length === 0 ? didYouMean(name.name, names) : null;
  report(
    scope,
    form === 'decision' ? 'FQL-NOT-A-DECISION' : 'FQL-NOT-AN-OBSERVATION',
    name ?? node,
    params,
    suggestion !== null && name ? { fix: replaceFix(name, suggestion) } : {},
  );
  return null;
};

/** `Reject(reason, supportMessage)` and its like: up to two texts, after the challenge type where there is one. */
export const checkDecisionCall = (scope: Scope, node: ExpressionNode): Decide | null => {
  const found = statementCall(scope, node, 'decision');
  if (!found) return null;
  const { spec, call } = found;
  const least = spec.parameters.filter((parameter) => !parameter.optional).length;
  const most = spec.parameters.length;
  if (call.args.length < least || call.args.length > most) {
    const params = {
      name: spec.name,
      expected: `${least}–${most}`,
      found: String(call.args.length),
      signature: signatureOf(spec),
    };
    report(scope, 'FQL-ARGUMENT-COUNT', call, params);
  }
  const texts = call.args.map((arg) => {
    if (arg.name !== null) report(scope, 'FQL-NAMED-ARGUMENT', arg.nameSpan, { name: arg.name });
    return convertTo(scope, scope.expression(scope, arg.value), 'String');
  });
  const decision = DECISION_KINDS.find((kind) => kind === spec.name) ?? 'Approve';
  const [challengeType = null, reason = null, supportMessage = null] =
    decision === 'Challenge' ? texts : [null, ...texts];
  scope.rule.functions.add(spec.id);
  return { decision, challengeType, reason, supportMessage };
};

/** `name == value` where a pair belongs: reported, and taken for one. */
const comparedPair = (
  scope: Scope,
  node: ExpressionNode,
): { readonly name: string; readonly value: CheckedExpression } | null => {
  if (node.kind !== 'binary' || node.operator !== '==' || node.left.kind !== 'name') return null;
  const { operatorSpan, left, right } = node;
  const params = { found: '==', expected: '=' };
  report(scope, 'FQL-FOREIGN-OPERATOR', operatorSpan, params, { fix: replaceFix(operatorSpan, '=') });
  return { name: left.name, value: scope.expression(scope, right) };
};

/** `name = value` pairs; the last of a name counts, values keep their kind. */
export const checkPairs = (scope: Scope, args: readonly Argument[]): readonly CheckedPair[] => {
  const pairs = new Map<string, CheckedExpression>();
  for (const arg of args) {
    const slip = arg.name === null ? comparedPair(scope, arg.value) : null;
    if (slip) {
      pairs.set(slip.name, slip.value);
      continue;
    }
    const value = scope.expression(scope, arg.value);
    if (arg.name === null) {
      if (arg.value.kind !== 'missing') report(scope, 'FQL-PAIR-NEEDS-NAME', arg.value);
      continue;
    }
    if (pairs.has(arg.name)) report(scope, 'FQL-DUPLICATE-KEY', arg.nameSpan, { name: arg.name });
    // What an attribute is, is only known from the event: its own kind is kept, and a missing one is empty text.
    pairs.set(arg.name, value.type === 'Untyped' ? value : convertTo(scope, value, 'Json'));
  }
  return [...pairs].map(([key, value]) => ({ key, value }));
};

export const checkObservations = (scope: Scope, items: readonly ExpressionNode[]): readonly CheckedObservation[] =>
  items.flatMap((item) => {
    const found = statementCall(scope, item, 'observation');
    if (!found) return [];
    scope.rule.functions.add(found.spec.id);
    return [{ target: found.spec.name === 'Trace' ? 'trace' : 'output', pairs: checkPairs(scope, found.call.args) }];
  });

/** `SetVariables(a = 1)`, the only action a decision clause may do. */
export const checkSetVariables = (scope: Scope, node: ExpressionNode): readonly CheckedPair[] => {
  const name = node.kind === 'call' && node.callee.kind === 'name' ? node.callee.name : null;
  if (node.kind === 'missing') return [];
  if (node.kind !== 'call' || name?.toLowerCase() !== 'setvariables') {
    report(scope, 'FQL-ACTION-NOT-HERE', node);
    return [];
  }
  scope.rule.functions.add('SetVariables');
  return checkPairs(scope, node.args);
};
