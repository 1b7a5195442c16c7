import type { Clause, RuleText } from '@redoubt/contracts';
import { isDefaultName } from '@redoubt/domain';

/** Clauses that still have the name the console gave them. */
export const unnamedClauses = ({ clauses }: Pick<RuleText, 'clauses'>): readonly Clause[] =>
  clauses.filter(({ name }) => isDefaultName('clause', name));
