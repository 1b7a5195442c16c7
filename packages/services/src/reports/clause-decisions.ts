import { DECISIONS, type Decision } from '@redoubt/domain';
import { parse, type ExpressionNode } from '@redoubt/fql';

const decisionOf = (item: ExpressionNode | undefined): readonly Decision[] => {
  if (item?.kind !== 'call' || item.callee.kind !== 'name') return [];
  const written = item.callee.name.toLowerCase();
  return DECISIONS.filter((decision) => decision.toLowerCase() === written);
};

/** Decisions that the text of a clause can return, each once; none where it only observes. */
export const clauseDecisions = (code: string): readonly Decision[] => {
  const { statements } = parse('decisionClause', code).program;
  const returned = statements.flatMap((statement) =>
    statement.kind === 'return' ? decisionOf(statement.items[0]) : [],
  );
  return [...new Set(returned)];
};
