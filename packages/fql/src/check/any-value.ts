import type { CheckedExpression } from './checked.ts';
import type { Scope } from './scope.ts';

/** Questions that hold where they hold for any value of a path through an array. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'String.Contains',
  'ContainsKey',
  'In',
  'InSupportList',
  'IsSafe',
  'IsBlock',
  'IsWatch',
]);

export const asksOfAny = (functionId: string): boolean => QUESTIONS.has(functionId);

/** The attribute an operand is, whatever it is converted to. */
const slotOf = (scope: Scope, operand: CheckedExpression): number | null => {
  if (operand.op === 'convert') return slotOf(scope, operand.operand);
  if (operand.op !== 'slot') return null;
  const steps = scope.rule.slots[operand.slot]?.steps ?? [];
  return steps.filter((step) => step.kind === 'key').length > 1 ? operand.slot : null;
};

/** The question for any value of the paths among its operands, where the environment wants paths read like that. */
export const overAnyValue = (
  scope: Scope,
  question: CheckedExpression,
  operands: readonly CheckedExpression[],
): CheckedExpression => {
  if (scope.rule.names.arrayPath !== 'any') return question;
  const slots = new Set(operands.map((operand) => slotOf(scope, operand)).filter((slot) => slot !== null));
  let asked = question;
  for (const slot of slots) {
    asked = {
      op: 'any',
      type: 'Boolean',
      shown: false,
      from: question.from,
      to: question.to,
      slot,
      operand: asked,
    };
  }
  return asked;
};
