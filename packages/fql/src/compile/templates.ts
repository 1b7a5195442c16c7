import type { OperationName } from '../check/checked.ts';
import type { FqlType } from '../types.ts';

/** Code of an operation over the code of its operands; `site` numbers the place for errors. Names are those of `helpers`. */
type Template = (operands: readonly string[], site: string) => string;

const infix =
  (operator: string): Template =>
  ([a, b]) =>
    `(${a}${operator}${b})`;
const instants =
  (operator: string): Template =>
  ([a, b]) =>
    `(compareInstants(${a},${b})${operator}0)`;
const helper =
  (name: string): Template =>
  (operands) =>
    `${name}(${operands.join(',')})`;
const FAILING = new Set<Template>();
const failing = (name: string): Template => {
  const template: Template = (operands, site) => `${name}(${operands.join(',')},${site})`;
  FAILING.add(template);
  return template;
};
const untyped =
  (operator: string): Template =>
  ([a, b]) =>
    `(compareUntyped(T,${a},${b})${operator}0)`;
const nodes =
  (operator: string): Template =>
  ([a, b]) =>
    `(compareNodes(${a},${b})${operator}0)`;

export const TEMPLATES: Readonly<Record<OperationName, Template>> = {
  addInt: ([a, b]) => `((${a}+${b})|0)`,
  subtractInt: ([a, b]) => `((${a}-${b})|0)`,
  multiplyInt: ([a, b]) => `imul(${a},${b})`,
  divideInt: failing('divideInt'),
  remainderInt: failing('remainderInt'),
  negateInt: ([a]) => `((-${a})|0)`,
  add: infix('+'),
  subtract: infix('-'),
  multiply: infix('*'),
  divide: failing('divide'),
  remainder: failing('remainder'),
  negate: ([a]) => `(-${a})`,
  concat: failing('concat'),
  not: ([a]) => `(!${a})`,
  less: infix('<'),
  greater: infix('>'),
  lessOrEqual: infix('<='),
  greaterOrEqual: infix('>='),
  equal: infix('==='),
  notEqual: infix('!=='),
  instantLess: instants('<'),
  instantGreater: instants('>'),
  instantLessOrEqual: instants('<='),
  instantGreaterOrEqual: instants('>='),
  instantEqual: instants('==='),
  instantNotEqual: instants('!=='),
  equalIgnoringCase: helper('equalIgnoringCase'),
  notEqualIgnoringCase: (operands) => `(!equalIgnoringCase(${operands.join(',')}))`,
  textEqual: helper('textEqual'),
  textNotEqual: (operands) => `(!textEqual(${operands.join(',')}))`,
  nodeLess: nodes('<'),
  nodeGreater: nodes('>'),
  nodeLessOrEqual: nodes('<='),
  nodeGreaterOrEqual: nodes('>='),
  nodeEqual: helper('nodeEqual'),
  nodeNotEqual: (operands) => `(!nodeEqual(${operands.join(',')}))`,
  nodeAdd: helper('nodeAdd'),
  untypedLess: untyped('<'),
  untypedGreater: untyped('>'),
  untypedLessOrEqual: untyped('<='),
  untypedGreaterOrEqual: untyped('>='),
  untypedEqual: untyped('==='),
  untypedNotEqual: untyped('!=='),
  isNull: ([a]) => `(${a}==null)`,
  isNotNull: ([a]) => `(${a}!=null)`,
  dateMinusDate: helper('dateMinusDate'),
  dateMinusSpan: failing('dateMinusSpan'),
  datePlusSpan: failing('datePlusSpan'),
  spanPlusSpan: helper('spanPlusSpan'),
  spanMinusSpan: helper('spanMinusSpan'),
  negateSpan: helper('negateSpan'),
  unionCharSet: infix('|'),
  nodeMember: helper('nodeMember'),
  textMember: ([a, b]) => `(nodeMember(${a},${b})??"")`,
  nodeIndex: helper('nodeIndex'),
};

/** Whether an operation can end in an evaluation error, which belongs to the place it stands at. */
export const canFail = (name: OperationName): boolean => FAILING.has(TEMPLATES[name]);

/** Code that brings a value of one type to another; the checker only asks for pairs that make sense. */
export const conversion = (from: FqlType, to: FqlType, code: string): string => {
  if (from === 'Answer') return `(${code}).answer.response`;
  switch (to) {
    case 'Double':
      return from === 'Int32' || from === 'DayOfWeek' ? code : `number(${code})`;
    case 'Int32':
      return from === 'DayOfWeek' ? code : from === 'Double' ? `truncate(${code})` : `int(${code})`;
    case 'String':
      if (from === 'Boolean') return `(${code}?"True":"False")`;
      if (from === 'DayOfWeek') return `dayText(${code})`;
      return from === 'Decision' || from === 'String' ? code : `text(${code})`;
    case 'Boolean':
      return `boolean(${code})`;
    case 'DateTime':
      return `date(${code})`;
    case 'TimeSpan':
      return `span(${code})`;
    default:
      return from === 'DayOfWeek' ? `dayText(${code})` : `json(${code})`;
  }
};
