import { replaceFix } from '../diagnostics/problem.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { Argument, CallNode, MemberNode, WindowUnit } from '../syntax/nodes.ts';
import type { CheckedExpression } from './checked.ts';
import { convertTo } from './convert.ts';
import { reviewSpelledAttribute } from './review-comparison.ts';
import { report, invalid, type Scope } from './scope.ts';

/** Largest window of each unit (`docs/language/guide.md#aggregates-of-velocities`). */
const LARGEST: Readonly<Record<WindowUnit, number>> = { s: 59, m: 59, h: 23, d: 90 };

/** How a velocity is read, for completion, hover and messages. */
export const velocitySignature = (name: string): string =>
  `Velocity.${name}(key, window, includeCurrent = false): Double`;

/** Whether the event being decided counts too: `includeCurrent = true`, written out, because plans are made ahead. */
const readOption = (scope: Scope, option: Argument | undefined): boolean => {
  if (option === undefined) return false;
  const { name, value } = option;
  if (name?.toLowerCase() === 'includecurrent' && value.kind === 'boolean') return value.value;
  if (value.kind !== 'missing') {
    const wants = value.kind === 'boolean' && value.value;
    const fix = wants ? { fix: replaceFix({ from: option.nameSpan.from, to: value.to }, 'includeCurrent = true') } : {};
    report(scope, 'FQL-VELOCITY-OPTION', { from: option.nameSpan.from, to: value.to }, {}, fix);
  }
  return false;
};

/** `Velocity.name(key, 2h)`: the key becomes text as it did in GROUPBY, the window is written out. */
export const checkVelocity = (scope: Scope, node: MemberNode, call: CallNode | null): CheckedExpression => {
  const span = call ?? node;
  const { velocities } = scope.rule.names;
  const name = velocities.get(node.name.toLowerCase());
  if (name === undefined && scope.rule.kind === 'velocity') {
    report(scope, 'FQL-VELOCITY-IN-VELOCITY', node.nameSpan, { name: `Velocity.${node.name}` });
  } else if (name === undefined) {
    const suggestion = didYouMean(node.name, velocities.values());
    report(
      scope,
      'FQL-UNKNOWN-VELOCITY',
      node.nameSpan,
      { name: node.name },
      suggestion === null ? {} : { fix: replaceFix(node.nameSpan, suggestion) },
    );
  } else {
    scope.rule.velocities.add(name);
    scope.rule.resources.add(`Velocity.${name}`);
  }
  const [key, window, option, ...rest] = call?.args ?? [];
  if (!key || !window || rest.length > 0) {
    const found = String(call?.args.length ?? 0);
    report(scope, 'FQL-ARGUMENT-COUNT', span, {
      name: node.name,
      expected: '2–3',
      found,
      signature: velocitySignature(node.name),
    });
    return { ...invalid(span), type: 'Double' };
  }
  if (key.value.kind === 'window' && window.value.kind !== 'window') {
    const written = [window, key].map(({ value }) => scope.text.slice(value.from, value.to)).join(', ');
    const both = { from: key.value.from, to: window.value.to };
    report(scope, 'FQL-VELOCITY-ORDER', both, { suggestion: written }, { fix: replaceFix(both, written) });
    scope.expression(scope, window.value);
    return { ...invalid(span), type: 'Double' };
  }
  const keyValue = scope.expression(scope, key.value);
  reviewSpelledAttribute(scope, keyValue, key.value);
  const checkedKey = convertTo(scope, keyValue, 'String');
  const { value } = window;
  if (value.kind !== 'window' || value.amount < 1 || value.amount > LARGEST[value.unit]) {
    const written = value.kind === 'string' && /^\d{1,2}[smhd]$/i.test(value.value) ? value.value : null;
    if (value.kind !== 'missing')
      report(scope, 'FQL-BAD-WINDOW', value, {}, written === null ? {} : { fix: replaceFix(value, written) });
    return { ...invalid(span), type: 'Double' };
  }
  const includesCurrent = readOption(scope, option);
  if (name === undefined || checkedKey.type === 'Invalid') return { ...invalid(span), type: 'Double' };
  if (includesCurrent) scope.rule.withEvent.add(name);
  return {
    op: 'velocity',
    type: 'Double',
    shown: true,
    from: span.from,
    to: span.to,
    velocity: name,
    key: checkedKey,
    amount: value.amount,
    unit: value.unit,
    includesCurrent,
  };
};
