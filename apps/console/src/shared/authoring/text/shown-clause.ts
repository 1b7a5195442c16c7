import { useProvidedNames } from '@redoubt/i18n';
import { createContext, useCallback, useContext } from 'react';

/** The rule whose clauses are on the page; null where there is none. */
export const ShownRule = createContext<string | null>(null);

/** Says the name of a clause of the rule on the page: one that came with the product in the reader's language. */
export const useClauseText = (): ((name: string) => string) => {
  const rule = useContext(ShownRule);
  const { clause } = useProvidedNames();
  return useCallback((name) => clause(rule, name), [clause, rule]);
};
