import { useMemo } from 'react';
import { useEnglishText } from './keyed-by-english.ts';
import { PROVIDED_CATALOGUE } from './namespaces.ts';

const SEPARATOR = ' · ';

/** A clause as lists name it: clause names repeat from rule to rule, so the rule stands before it. */
const joined = (rule: string | null, clause: string | null): string =>
  [rule, clause].filter((name) => name !== null && name !== '').join(SEPARATOR);

/**
 * Names and descriptions that came with the product (rules of a new environment or template, the demonstration), said in
 * the reader's language as long as they are the stored English ones. Names that people gave are returned as they are.
 */
export type ProvidedNames = {
  /** A name or a description. */
  readonly shown: (stored: string) => string;
  /** The name of a clause of the rule: translated only within the rule it came with. */
  readonly clause: (rule: string | null, stored: string) => string;
  /** Rule and clause, as lists name a clause. */
  readonly ruleClause: (rule: string | null, clause: string | null) => string;
  /** What to store for what a field holds: the stored name while the field still shows its translation. */
  readonly stored: (written: string, before: string) => string;
};

/** Loads the names that came with the product when first used; English stands in until they are there. */
export const useProvidedNames = (): ProvidedNames => {
  const shown = useEnglishText(PROVIDED_CATALOGUE);
  return useMemo(() => {
    const clause = (rule: string | null, stored: string): string => {
      const key = joined(rule, stored);
      const text = shown(key);
      return rule === null || rule === '' || text === key ? stored : text;
    };
    return {
      shown,
      clause,
      ruleClause: (rule, name) => joined(rule && shown(rule), name && clause(rule, name)),
      stored: (written, before) => (written.trim() === shown(before) ? before : written),
    };
  }, [shown]);
};
