import { replaceFix } from '../diagnostics/problem.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { statementFunction } from '../functions/table.ts';
import { LABELS } from '../runtime/labels.ts';
import type { CallNode, DoNode } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import { checkPairs } from './calls-in-statements.ts';
import { constantText } from './calls.ts';
import type { CheckedExpression, CheckedStatement } from './checked.ts';
import { convertTo } from './convert.ts';
import { checkCallOut, checkLoose } from './resources.ts';
import { report, type Scope } from './scope.ts';

/** The action a call names: `setresponse`, `setvariables`, `sendlabel`; `call` for anything else with a dot. */
const actionNamed = ({ callee }: CallNode): string => {
  if (callee.kind === 'name') return callee.name.toLowerCase();
  if (callee.kind !== 'member') return '';
  const { object, name } = callee;
  const isLabel = object.kind === 'name' && object.name.toLowerCase() === 'assessment';
  return isLabel && name.toLowerCase() === 'sendlabel' ? 'sendlabel' : 'call';
};

/** Actions each kind of text may do (`docs/language/guide.md#statements`). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  action: ['setresponse', 'setvariables', 'call'],
  adHoc: ['call', 'sendlabel'],
};
const ACTIONS: readonly string[] = ['SetResponse', 'SetVariables'];

type Parts = Span & { readonly when: CheckedExpression | null };

const checkLabel = (scope: Scope, call: CallNode, parts: Parts): CheckedStatement | null => {
  if (call.args.length !== 3) {
    report(scope, 'FQL-ARGUMENT-COUNT', call, {
      name: 'SendLabel',
      expected: '3',
      found: String(call.args.length),
      signature: 'Assessment.SendLabel(eventId: String, label: String, reason: String)',
    });
    checkLoose(scope, call.args);
    return null;
  }
  const [eventId, label, reason] = call.args.map((arg) => {
    if (arg.name !== null) report(scope, 'FQL-NAMED-ARGUMENT', arg.nameSpan, { name: arg.name });
    return convertTo(scope, scope.expression(scope, arg.value), 'String');
  });
  if (!eventId || !label || !reason) return null;
  const text = constantText(scope, label);
  if (text !== null && !LABELS.some((known) => known.toLowerCase() === text.toLowerCase())) {
    const suggestion = didYouMean(text, LABELS);
    report(
      scope,
      'FQL-BAD-LABEL',
      label,
      { name: text, expected: LABELS.join(', ') },
      suggestion === null ? {} : { fix: replaceFix(label, JSON.stringify(suggestion)) },
    );
  }
  scope.rule.functions.add('Assessment.SendLabel');
  return { ...parts, kind: 'sendLabel', eventId, label, reason };
};

const checkCall = (scope: Scope, call: CallNode, parts: Parts): CheckedStatement | null => {
  const checked = call.callee.kind === 'member' ? checkCallOut(scope, call.callee, call) : null;
  if (checked === null) {
    checkLoose(scope, call.args);
    report(scope, 'FQL-UNKNOWN-ACTION', call);
    return null;
  }
  return checked.op === 'convert' ? { ...parts, kind: 'callOut', call: checked.operand } : null;
};

const checkNamed = (scope: Scope, name: string, call: CallNode, parts: Parts): CheckedStatement => {
  if (name === 'setvariables') {
    scope.rule.functions.add('SetVariables');
    return { ...parts, kind: 'setVariables', pairs: checkPairs(scope, call.args) };
  }
  scope.rule.functions.add('SetResponse');
  const [first, ...rest] = call.args;
  const hasSection = first !== undefined && first.name === null;
  const section = hasSection ? convertTo(scope, scope.expression(scope, first.value), 'String') : null;
  return { ...parts, kind: 'respond', section, pairs: checkPairs(scope, hasSection ? rest : call.args) };
};

/** `DO SetResponse([section,] k = v)`, `DO SetVariables(k = v)`, `DO External.name(…)` and their like. */
export const checkAction = (scope: Scope, node: DoNode): CheckedStatement | null => {
  const when = node.when ? convertTo(scope, scope.expression(scope, node.when), 'Boolean', 'strictly') : null;
  const parts: Parts = { from: node.from, to: node.to, when };
  const { action } = node;
  if (action.kind === 'missing') return null;
  const name = action.kind === 'call' ? actionNamed(action) : '';
  const isKnown = name === 'call' || name === 'sendlabel' || statementFunction(name)?.form === 'action';
  if (action.kind !== 'call' || !isKnown) {
    const written =
      action.kind === 'name' ? action : action.kind === 'call' && action.callee.kind === 'name' ? action.callee : null;
    const suggestion = written ? didYouMean(written.name, ACTIONS) : null;
    report(
      scope,
      'FQL-UNKNOWN-ACTION',
      written ?? action,
      {},
      written && suggestion !== null
        ? { fix: replaceFix(written, `${suggestion}${action.kind === 'name' ? '()' : ''}`) }
        : {},
    );
    return null;
  }
  if (!ALLOWED[scope.rule.kind]?.includes(name)) {
    report(scope, 'FQL-NOT-HERE', action.callee, { name: scope.text.slice(action.callee.from, action.callee.to) });
    return null;
  }
  if (name === 'call') return checkCall(scope, action, parts);
  return name === 'sendlabel' ? checkLabel(scope, action, parts) : checkNamed(scope, name, action, parts);
};
