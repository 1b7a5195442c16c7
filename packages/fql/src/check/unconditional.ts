import type { PartId } from '../program/source.ts';
import type { DecisionKind } from '../runtime/outcome.ts';
import type { CheckedExpression, CheckedPart, CheckedRule, CheckedStatement } from './checked.ts';

/** Decisions that turn an event away or hold it up. */
export type StoppingDecision = Extract<DecisionKind, 'Reject' | 'Challenge'>;

/** A clause that decides on every event it sees. */
export type UnconditionalDecision = { readonly part: PartId; readonly decision: StoppingDecision };

/** The truth of an expression that no event changes; null where it depends on the event, or is not worked out. */
const truthOf = (expression: CheckedExpression): boolean | null => {
  if (expression.op === 'constant') return typeof expression.value === 'boolean' ? expression.value : null;
  if (expression.op === 'convert') return truthOf(expression.operand);
  if (expression.op === 'operation' && expression.name === 'not') {
    const [operand] = expression.operands;
    const truth = operand === undefined ? null : truthOf(operand);
    return truth === null ? null : !truth;
  }
  if (expression.op !== 'logical') return null;
  const truths = expression.operands.map(truthOf);
  const absorbing = expression.operator === 'or';
  if (truths.includes(absorbing)) return absorbing;
  return truths.includes(null) ? null : !absorbing;
};

const alwaysHolds = (when: CheckedExpression | null): boolean => when === null || truthOf(when) === true;

const holdsForAll = ({ statements }: CheckedPart): boolean =>
  statements.every((statement) => statement.kind !== 'when' || alwaysHolds(statement.condition));

const isStopping = (decision: DecisionKind): decision is StoppingDecision =>
  decision === 'Reject' || decision === 'Challenge';

const stops = (statement: CheckedStatement): readonly StoppingDecision[] =>
  statement.kind === 'decide' && isStopping(statement.decision) && alwaysHolds(statement.when)
    ? [statement.decision]
    : [];

/**
 * Clauses that reject or challenge every event that reaches the rule: neither the rule's condition nor the clause's
 * `WHEN` keeps any out. Empty where the rule has errors.
 */
export const unconditionalDecisions = ({ valid, condition, clauses }: CheckedRule): readonly UnconditionalDecision[] =>
  valid && holdsForAll(condition)
    ? clauses.flatMap(({ id, statements }) => statements.flatMap(stops).map((decision) => ({ part: id, decision })))
    : [];
