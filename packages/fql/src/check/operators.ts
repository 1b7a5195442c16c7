import type { DiagnosticFix } from '../diagnostics/diagnostic.ts';
import { insertFix, replaceFix } from '../diagnostics/problem.ts';
import type { BinaryNode, BinaryOperator, ExpressionNode, UnaryNode } from '../syntax/nodes.ts';
import { type FqlType, isChoice } from '../types.ts';
import { overAnyValue } from './any-value.ts';
import type { CheckedExpression, OperationName } from './checked.ts';
import { convertTo, isOpen } from './convert.ts';
import {
  checkEnumerationWord,
  isEnumerated,
  knownAttribute,
  refuseSpelledAttribute,
  reviewComparison,
} from './review-comparison.ts';
import { report, invalid, type Scope } from './scope.ts';
import { scoreOf } from './scores/scores.ts';

type Comparison = '<' | '>' | '<=' | '>=' | '==' | '!=';
type Arithmetic = '+' | '-' | '*' | '/' | '%';

const COMPARISONS: Readonly<
  Record<Comparison, 'Less' | 'Greater' | 'LessOrEqual' | 'GreaterOrEqual' | 'Equal' | 'NotEqual'>
> = {
  '<': 'Less',
  '>': 'Greater',
  '<=': 'LessOrEqual',
  '>=': 'GreaterOrEqual',
  '==': 'Equal',
  '!=': 'NotEqual',
};
const ARITHMETIC = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide', '%': 'remainder' } as const;

const isComparison = (operator: BinaryOperator): operator is Comparison => Object.hasOwn(COMPARISONS, operator);
const isNumeric = (type: FqlType): boolean => type === 'Int32' || type === 'Double';
const isNull = (expression: CheckedExpression): boolean => expression.op === 'constant' && expression.value === null;

/** A score is a number wherever its neighbour does not say otherwise. */
const settleScore = (scope: Scope, expression: CheckedExpression): CheckedExpression =>
  expression.op === 'slot' && expression.type === 'Untyped' && isScore(scope, expression.slot)
    ? convertTo(scope, expression, 'Double')
    : expression;

export const isScore = (scope: Scope, slot: number): boolean =>
  scoreOf(scope.rule.slots[slot]?.path.toLowerCase() ?? '') !== undefined;

const comparisonOf = (family: '' | 'instant' | 'node' | 'untyped', operator: Comparison): OperationName => {
  const name = COMPARISONS[operator];
  return (family === '' ? name.charAt(0).toLowerCase() + name.slice(1) : `${family}${name}`) as OperationName;
};

const ofBoth = (a: FqlType, b: FqlType, one: FqlType, other: FqlType): boolean =>
  (a === one && b === other) || (a === other && b === one);

/** The type both sides of a comparison are brought to; null where they cannot be compared. */
const commonType = (a: FqlType, b: FqlType): FqlType | null => {
  if (a === 'Invalid' || b === 'Invalid') return 'Invalid';
  if (isNumeric(a) && isNumeric(b)) return a === 'Int32' && b === 'Int32' ? 'Int32' : 'Double';
  if (isNumeric(a) && (b === 'TimeSpan' || b === 'DayOfWeek')) return 'Double';
  if (isNumeric(b) && (a === 'TimeSpan' || a === 'DayOfWeek')) return 'Double';
  if (ofBoth(a, b, 'DayOfWeek', 'String') || (a === 'DayOfWeek' && b === 'DayOfWeek')) return 'String';
  if (ofBoth(a, b, 'Decision', 'String')) return 'Decision';
  return a === b ? a : null;
};

/** What an open operand becomes beside one of a known type: whole numbers count as Double (documented). */
const besideOf = (known: FqlType): FqlType => (known === 'Int32' || known === 'DayOfWeek' ? 'Double' : known);

const compare = (
  scope: Scope,
  operator: Comparison,
  left: CheckedExpression,
  right: CheckedExpression,
): readonly [OperationName, readonly CheckedExpression[]] | null => {
  const equality = operator === '==' || operator === '!=';
  if (equality && (isNull(left) || isNull(right))) {
    return [operator === '==' ? 'isNull' : 'isNotNull', [isNull(left) ? right : left]];
  }
  if (isOpen(left) && isOpen(right)) {
    if (left.type === 'Json' || right.type === 'Json') return [comparisonOf('node', operator), [left, right]];
    return [comparisonOf('untyped', operator), [left, right]];
  }
  const a = isOpen(left) ? besideOf(right.type) : left.type;
  const b = isOpen(right) ? besideOf(left.type) : right.type;
  if (equality && ofBoth(a, b, 'Boolean', 'String')) {
    const operands = [convertTo(scope, left, 'String'), convertTo(scope, right, 'String')];
    return [operator === '==' ? 'equalIgnoringCase' : 'notEqualIgnoringCase', operands];
  }
  const common = commonType(a, b);
  const ordered = equality || common !== 'Boolean';
  if (
    common === null ||
    !ordered ||
    isChoice(common) ||
    common === 'Record' ||
    common === 'Pattern' ||
    (common === 'Decision' && !equality)
  )
    return null;
  if (
    common === 'Decision' ||
    (equality && common === 'String' && (isEnumerated(scope, left) || isEnumerated(scope, right)))
  ) {
    const operands = [convertTo(scope, left, 'String'), convertTo(scope, right, 'String')];
    return [operator === '==' ? 'equalIgnoringCase' : 'notEqualIgnoringCase', operands];
  }
  if (equality && common === 'String' && isOpen(left) !== isOpen(right)) {
    const [open, known] = isOpen(left) ? [left, right] : [right, left];
    // Only beside these can it matter that the event holds true or false and no text.
    const plain = known.op === 'constant' && !/^(?:true|false)$/i.test(String(known.value));
    if (!plain) return [operator === '==' ? 'textEqual' : 'textNotEqual', [open, known]];
  }
  const family = common === 'DateTime' || common === 'TimeSpan' ? 'instant' : '';
  return [comparisonOf(family, operator), [convertTo(scope, left, common), convertTo(scope, right, common)]];
};

type Result = readonly [OperationName, FqlType, readonly CheckedExpression[]];

const numbers = (scope: Scope, operator: Arithmetic, left: CheckedExpression, right: CheckedExpression): Result => {
  const whole = left.type === 'Int32' && right.type === 'Int32';
  const type = whole ? 'Int32' : 'Double';
  return [
    `${ARITHMETIC[operator]}${whole ? 'Int' : ''}`,
    type,
    [convertTo(scope, left, type, 'strictly'), convertTo(scope, right, type, 'strictly')],
  ];
};

const withDates = (
  scope: Scope,
  operator: '+' | '-',
  left: CheckedExpression,
  right: CheckedExpression,
): Result | null => {
  const a = isOpen(left) ? 'DateTime' : left.type;
  const b = isOpen(right)
    ? a === 'DateTime' && operator === '-' && !isOpen(left)
      ? 'DateTime'
      : right.type
    : right.type;
  if (operator === '-' && a === 'DateTime' && b === 'DateTime') {
    return ['dateMinusDate', 'TimeSpan', [convertTo(scope, left, 'DateTime'), convertTo(scope, right, 'DateTime')]];
  }
  if (a === 'DateTime' && b === 'TimeSpan') {
    return [
      operator === '+' ? 'datePlusSpan' : 'dateMinusSpan',
      'DateTime',
      [convertTo(scope, left, 'DateTime'), right],
    ];
  }
  if (operator === '+' && left.type === 'TimeSpan' && (right.type === 'DateTime' || isOpen(right))) {
    return ['datePlusSpan', 'DateTime', [convertTo(scope, right, 'DateTime'), left]];
  }
  if (left.type === 'TimeSpan' && right.type === 'TimeSpan') {
    return [operator === '+' ? 'spanPlusSpan' : 'spanMinusSpan', 'TimeSpan', [left, right]];
  }
  return null;
};

const isTemporal = (expression: CheckedExpression): boolean =>
  expression.type === 'DateTime' || expression.type === 'TimeSpan';

const calculate = (
  scope: Scope,
  operator: Arithmetic,
  left: CheckedExpression,
  right: CheckedExpression,
): Result | null => {
  if (operator === '+') {
    if (left.type === 'String' || right.type === 'String') {
      return ['concat', 'String', [convertTo(scope, left, 'String'), convertTo(scope, right, 'String')]];
    }
    if (isOpen(left) && isOpen(right)) {
      if (left.type === 'Json' || right.type === 'Json') return ['nodeAdd', 'Json', [left, right]];
      return ['concat', 'String', [convertTo(scope, left, 'String'), convertTo(scope, right, 'String')]];
    }
  }
  if ((operator === '+' || operator === '-') && (isTemporal(left) || isTemporal(right))) {
    const dated = withDates(scope, operator, left, right);
    if (dated) return dated;
  }
  const fits = (expression: CheckedExpression): boolean =>
    isOpen(expression) ||
    isNumeric(expression.type) ||
    expression.type === 'TimeSpan' ||
    expression.type === 'DayOfWeek';
  return fits(left) && fits(right) ? numbers(scope, operator, left, right) : null;
};

/**
 * A text as the type it stands beside. None for a text that no conversion makes a number of: one that the schema knows
 * as text, or a literal that is no number.
 */
const conversionFix = (scope: Scope, text: CheckedExpression, beside: FqlType): DiagnosticFix | undefined => {
  if (text.type !== 'String') return undefined;
  if (text.op === 'constant') {
    const written = String(text.value).trim();
    return isNumeric(beside) && /^[+-]?\d+(?:\.\d+)?$/.test(written) ? replaceFix(text, written) : undefined;
  }
  const known = knownAttribute(scope, text)?.type;
  if (isNumeric(beside) && (known === undefined || known === 'number')) return insertFix(text.to, '.ToDouble()');
  return beside === 'DateTime' && (known === undefined || known === 'dateTime')
    ? insertFix(text.to, '.ToDateTime()')
    : undefined;
};

const refuse = (
  scope: Scope,
  node: BinaryNode,
  left: CheckedExpression,
  right: CheckedExpression,
): CheckedExpression => {
  if (left.type !== 'Invalid' && right.type !== 'Invalid') {
    if (node.operator === '|' && left.type === 'Boolean' && right.type === 'Boolean') {
      const habit = { found: '|', expected: '||' };
      report(scope, 'FQL-FOREIGN-OPERATOR', node.operatorSpan, habit, { fix: replaceFix(node.operatorSpan, '||') });
      return invalid(node);
    }
    if (refuseSpelledAttribute(scope, { node, left, right })) return invalid(node);
    const params = { operator: node.operator, left: left.type, right: right.type };
    const fix = conversionFix(scope, right, left.type) ?? conversionFix(scope, left, right.type);
    report(scope, 'FQL-OPERANDS', node.operatorSpan, params, fix ? { fix } : {});
  }
  return invalid(node);
};

/** Both sides; a bare word beside an enumeration is taken for its value that lacks quotes. */
const checkSides = (scope: Scope, node: BinaryNode): readonly [CheckedExpression, CheckedExpression] => {
  const isWord = ({ kind }: ExpressionNode): boolean => kind === 'name' || kind === 'member';
  if (isComparison(node.operator) && isWord(node.left) && node.right.kind === 'attribute') {
    const right = scope.expression(scope, node.right);
    return [checkEnumerationWord(scope, node.left, right) ?? scope.expression(scope, node.left), right];
  }
  const left = scope.expression(scope, node.left);
  const word = isComparison(node.operator) && isWord(node.right) ? checkEnumerationWord(scope, node.right, left) : null;
  return [left, word ?? scope.expression(scope, node.right)];
};

export const checkBinary = (scope: Scope, node: BinaryNode): CheckedExpression => {
  const { operator } = node;
  const base = { shown: true, from: node.from, to: node.to } as const;
  let [left, right] = checkSides(scope, node);
  if (left.type === 'Invalid' || right.type === 'Invalid') return invalid(node);
  if (operator === '|') {
    if (left.type !== 'CharSet' || right.type !== 'CharSet') return refuse(scope, node, left, right);
    return { ...base, op: 'operation', name: 'unionCharSet', type: 'CharSet', operands: [left, right] };
  }
  const bothAttributes = left.type === 'Untyped' && right.type === 'Untyped';
  if (!bothAttributes || !isComparison(operator)) {
    // Beside text a score is text like any attribute; everywhere else it is a number.
    if (right.type !== 'String') left = settleScore(scope, left);
    if (left.type !== 'String') right = settleScore(scope, right);
  }
  if (isComparison(operator)) {
    const compared = compare(scope, operator, left, right);
    if (!compared) return refuse(scope, node, left, right);
    reviewComparison(scope, { node, left, right });
    const [name, operands] = compared;
    const comparison: CheckedExpression = { ...base, op: 'operation', name, type: 'Boolean', operands };
    return operator === '==' && operands.length === 2 ? overAnyValue(scope, comparison, operands) : comparison;
  }
  const result = calculate(scope, operator, left, right);
  if (!result) return refuse(scope, node, left, right);
  const divisor = result[2][1];
  if ((operator === '/' || operator === '%') && divisor?.op === 'constant' && divisor.value === 0) {
    report(scope, 'FQL-DIVISION-BY-ZERO', node.right);
  }
  return { ...base, op: 'operation', name: result[0], type: result[1], operands: result[2] };
};

export const checkUnary = (scope: Scope, node: UnaryNode): CheckedExpression => {
  const operand = scope.expression(scope, node.operand);
  const base = { shown: true, from: node.from, to: node.to } as const;
  if (operand.type === 'Invalid') return invalid(node);
  if (node.operator === '!' || node.operator === 'not') {
    return {
      ...base,
      op: 'operation',
      name: 'not',
      type: 'Boolean',
      operands: [convertTo(scope, operand, 'Boolean', 'strictly')],
    };
  }
  if (operand.op === 'constant' && typeof operand.value === 'number') {
    return { ...operand, ...base, value: node.operator === '-' ? -operand.value : operand.value };
  }
  if (operand.type === 'TimeSpan') {
    return node.operator === '+'
      ? operand
      : { ...base, op: 'operation', name: 'negateSpan', type: 'TimeSpan', operands: [operand] };
  }
  const type = operand.type === 'Int32' ? 'Int32' : 'Double';
  const number = convertTo(scope, operand, type, 'strictly');
  if (number.type === 'Invalid') return number;
  if (node.operator === '+') return { ...base, op: 'convert', type, operand: number };
  return { ...base, op: 'operation', name: type === 'Int32' ? 'negateInt' : 'negate', type, operands: [number] };
};
