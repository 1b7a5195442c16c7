import { insertFix } from '../diagnostics/problem.ts';
import { type FqlType, isChoice } from '../types.ts';
import type { CheckedExpression } from './checked.ts';
import { report, invalid, type Scope } from './scope.ts';

const CONVERTERS: Partial<Record<FqlType, string>> = {
  String: '.ToString()',
  Double: '.ToDouble()',
  Int32: '.ToInt32()',
  DateTime: '.ToDateTime()',
};

const DEFAULTS: Partial<Record<FqlType, string | number | boolean>> = {
  String: '',
  Double: 0,
  Int32: 0,
  Boolean: false,
};

const isNumber = (type: FqlType): boolean => type === 'Double' || type === 'Int32';

/** An attribute or a JSON node: its type is decided where it is used. */
export const isOpen = (expression: CheckedExpression): boolean =>
  expression.type === 'Untyped' || expression.type === 'Json';

const wrap = (operand: CheckedExpression, type: FqlType): CheckedExpression => ({
  op: 'convert',
  operand,
  type,
  shown: false,
  from: operand.from,
  to: operand.to,
});

/** Conversions that happen without being written. `loose` ones come with a warning: texts rarely mean them. */
const implicit = (from: FqlType, to: FqlType): 'silent' | 'loose' | null => {
  if (from === 'Untyped' || from === 'Json') return isChoice(to) || to === 'Decision' ? null : 'silent';
  if (from === 'Function') return null;
  if (to === 'Json' || to === 'Untyped') return isChoice(from) ? null : 'silent';
  if (isNumber(from) && isNumber(to)) return 'silent';
  if (to === 'String') return isChoice(from) || from === 'Record' || from === 'Pattern' ? null : 'silent';
  if (from === 'DayOfWeek' && isNumber(to)) return 'silent';
  if (from === 'TimeSpan' && isNumber(to)) return 'silent';
  if (from === 'String' && (isNumber(to) || to === 'DateTime')) return 'loose';
  return null;
};

/** Whether a value of one type is often meant as one of another. */
export const convertsSilently = (from: FqlType, to: FqlType): boolean =>
  from === to || from === 'Invalid' || implicit(from, to) === 'silent';

/**
 * The expression as a value of the wanted type: as it is, or converted as `docs/language/guide.md#types` say. Reports a
 * type error where there is no such conversion; `strictly` also where the conversion is only tolerated in arguments.
 */
export const convertTo = (
  scope: Scope,
  expression: CheckedExpression,
  to: FqlType,
  mode: 'argument' | 'strictly' = 'argument',
): CheckedExpression => {
  const from = expression.type;
  if (from === to || from === 'Invalid' || to === 'Invalid') return expression;
  if (expression.op === 'constant' && expression.value === null) {
    const value = DEFAULTS[to];
    return value === undefined ? wrap(expression, to) : { ...expression, type: to, value };
  }
  const how = implicit(from, to);
  const fixText = CONVERTERS[to];
  if (how === null || (how === 'loose' && mode === 'strictly')) {
    report(
      scope,
      'FQL-TYPE',
      expression,
      { expected: to, found: from },
      fixText && !isChoice(from) ? { fix: insertFix(expression.to, fixText) } : {},
    );
    return invalid(expression);
  }
  if (how === 'loose') report(scope, 'FQL-IMPLICIT-CONVERSION', expression, { expected: to, found: from });
  return wrap(expression, to);
};
