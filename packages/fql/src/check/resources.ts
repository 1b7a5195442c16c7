import { replaceFix } from '../diagnostics/problem.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { ASSESSMENT_METHODS, type AssessmentMethod } from '../program/symbol-table.ts';
import type { Argument, CallNode, ExpressionNode, MemberNode } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import type { CheckedExpression, CheckedPair } from './checked.ts';
import { convertTo } from './convert.ts';
import { report, invalid, type Scope } from './scope.ts';

/** Reports an unknown name, with the one most like it. */
export const refuseName = (
  scope: Scope,
  code: 'FQL-UNKNOWN-CALL' | 'FQL-UNKNOWN-ASSESSMENT' | 'FQL-UNKNOWN-OWN-FUNCTION',
  span: Span,
  name: string,
  known: Iterable<string>,
): void => {
  const suggestion = name === '' ? null : didYouMean(name, known);
  if (suggestion === null) report(scope, code, span, { name });
  else report(scope, 'FQL-MISSPELT-NAME', span, { name, suggestion }, { fix: replaceFix(span, suggestion) });
};

/** The arguments are checked for what is wrong in them, even where no function takes them. */
export const checkLoose = (scope: Scope, args: readonly Argument[]): void => {
  for (const arg of args) scope.expression(scope, arg.value);
};

const answered = (span: Span, operand: CheckedExpression): CheckedExpression => ({
  op: 'convert',
  type: 'Json',
  shown: false,
  from: span.from,
  to: span.to,
  operand,
});

const checkExternal = (scope: Scope, node: MemberNode, call: CallNode | null): CheckedExpression => {
  const span = call ?? node;
  if (!call) {
    report(scope, 'FQL-MISSING-CALL', node, { name: `External.${node.name}` });
    return invalid(node);
  }
  if (refuseInVelocity(scope, span, `External.${node.name}`)) {
    checkLoose(scope, call.args);
    return invalid(span);
  }
  const { calls } = scope.rule.names;
  const known = calls?.get(node.name.toLowerCase());
  if (calls && !known) refuseName(scope, 'FQL-UNKNOWN-CALL', node.nameSpan, node.name, namesOf(calls.values()));
  if (known && call.args.length !== known.parameters.length) {
    report(scope, 'FQL-ARGUMENT-COUNT', span, {
      name: `External.${known.name}`,
      expected: String(known.parameters.length),
      found: String(call.args.length),
      signature: `External.${known.name}(${known.parameters.join(', ')})`,
    });
  }
  const args = call.args.map((arg) => {
    if (arg.name !== null) report(scope, 'FQL-NAMED-ARGUMENT', arg.nameSpan, { name: arg.name });
    return convertTo(scope, scope.expression(scope, arg.value), 'Json');
  });
  if ((calls && !known) || args.some((arg) => arg.type === 'Invalid')) return invalid(span);
  const name = known?.name ?? node.name;
  scope.rule.calls.add(name);
  scope.rule.resources.add(`External.${name}`);
  return answered(span, { op: 'external', type: 'Answer', shown: true, from: span.from, to: span.to, name, args });
};

/** A velocity counts history too, for which nothing outside can be asked; true where it was refused. */
const refuseInVelocity = (scope: Scope, span: Span, name: string): boolean => {
  if (scope.rule.kind !== 'velocity') return false;
  report(scope, 'FQL-NOT-COUNTABLE', span, { name });
  return true;
};

const namesOf = function* (entries: Iterable<{ readonly name: string }>): Iterable<string> {
  for (const { name } of entries) yield name;
};

/** Old and other spellings of the two APIs whose names were never printed. */
const METHOD_ALIASES: Readonly<Record<string, AssessmentMethod>> = {
  observation: 'Observe',
  sendlabel: 'Label',
  evaluation: 'Evaluate',
};

const methodNamed = (name: string): AssessmentMethod | undefined => {
  const wanted = name.toLowerCase();
  return ASSESSMENT_METHODS.find((method) => method.toLowerCase() === wanted) ?? METHOD_ALIASES[wanted];
};

type Fields = { readonly baseInput: CheckedExpression | null; readonly fields: readonly CheckedPair[] };

const checkFields = (scope: Scope, args: readonly Argument[]): Fields => {
  let baseInput: CheckedExpression | null = null;
  const fields = new Map<string, CheckedExpression>();
  for (const arg of args) {
    const value = convertTo(scope, scope.expression(scope, arg.value), 'Json');
    if (arg.name === null) {
      if (arg.value.kind !== 'missing') report(scope, 'FQL-PAIR-NEEDS-NAME', arg.value);
    } else if (arg.name.toLowerCase() === 'baseinput') baseInput = value;
    else {
      if (fields.has(arg.name)) report(scope, 'FQL-DUPLICATE-KEY', arg.nameSpan, { name: arg.name });
      fields.set(arg.name, value);
    }
  }
  return { baseInput, fields: [...fields].map(([key, value]) => ({ key, value })) };
};

const checkAssessment = (
  scope: Scope,
  node: MemberNode,
  target: MemberNode,
  call: CallNode | null,
): CheckedExpression => {
  const span = call ?? node;
  if (refuseInVelocity(scope, span, `Assessments.${target.name}`)) {
    checkLoose(scope, call?.args ?? []);
    return invalid(span);
  }
  const method = methodNamed(node.name);
  const { assessments } = scope.rule.names;
  const known = assessments?.get(target.name.toLowerCase());
  if (assessments && !known)
    refuseName(scope, 'FQL-UNKNOWN-ASSESSMENT', target.nameSpan, target.name, namesOf(assessments.values()));
  if (!method) {
    const suggestion = didYouMean(node.name, ASSESSMENT_METHODS);
    report(
      scope,
      suggestion === null ? 'FQL-UNKNOWN-MEMBER' : 'FQL-MISSPELT-MEMBER',
      node.nameSpan,
      { owner: `Assessments.${target.name}`, name: node.name, ...(suggestion === null ? {} : { suggestion }) },
      suggestion === null ? {} : { fix: replaceFix(node.nameSpan, suggestion) },
    );
  }
  if (!call) {
    report(scope, 'FQL-MISSING-CALL', node, { name: `Assessments.${target.name}.${node.name}` });
    return invalid(node);
  }
  const [first, ...rest] = call.args;
  const named = method !== undefined && method !== 'Evaluate' && first?.name === null;
  const api = named ? convertTo(scope, scope.expression(scope, first.value), 'String') : null;
  const { baseInput, fields } = checkFields(scope, named ? rest : call.args);
  const parts = [api, baseInput, ...fields.map(({ value }) => value)];
  if ((assessments && !known) || !method || parts.some((part) => part?.type === 'Invalid')) return invalid(span);
  const name = known?.name ?? target.name;
  scope.rule.assessments.add(name);
  scope.rule.resources.add(`Assessments.${name}`);
  return answered(span, {
    op: 'assessment',
    type: 'Answer',
    shown: true,
    from: span.from,
    to: span.to,
    name,
    method,
    api,
    baseInput,
    fields,
  });
};

const isRoot = (node: ExpressionNode, name: string): boolean =>
  node.kind === 'name' && node.name.toLowerCase() === name;

/**
 * `External.name(…)` and `Assessments.name.Method(…)` (`docs/language/guide.md#calls-and-their-answers`); null where it
 * is neither.
 */
export const checkCallOut = (scope: Scope, node: MemberNode, call: CallNode | null): CheckedExpression | null => {
  const { object } = node;
  if (isRoot(object, 'external')) return checkExternal(scope, node, call);
  if (object.kind === 'member' && isRoot(object.object, 'assessments'))
    return checkAssessment(scope, node, object, call);
  if (isRoot(object, 'assessments')) {
    checkLoose(scope, call?.args ?? []);
    report(scope, 'FQL-MISSING-CALL', node, { name: `Assessments.${node.name}.Evaluate` });
    return invalid(call ?? node);
  }
  return null;
};

/** What an expression came back with, before its response was taken; null where it is no result of a call. */
export const answerOf = (scope: Scope, expression: CheckedExpression): CheckedExpression | null => {
  if (expression.op === 'convert' && expression.operand.type === 'Answer') return expression.operand;
  const value = expression.op === 'variable' ? scope.rule.variables[expression.variable]?.value : undefined;
  return value ? answerOf(scope, value) : null;
};
