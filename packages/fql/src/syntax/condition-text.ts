import { parse } from './parse-text.ts';

/** A condition as the language takes it: what is only an expression is what is to hold, so `WHEN` is put before it. */
export const conditionText = (typed: string): string => {
  const [first] = parse('decisionCondition', typed).program.statements;
  return first?.kind === 'when' || first?.kind === 'let' ? typed : `WHEN ${typed}`;
};
