import { type Catalogue, checkRule, type Diagnostic, type RuleSource } from '@redoubt/fql';
import { useEffect, useState } from 'react';

/** What the checker says about a rule. */
export type RuleCheck = {
  readonly diagnostics: readonly Diagnostic[];
  /** Attribute paths the rule reads, once each; not one that is still to be chosen. */
  readonly attributes: readonly string[];
  /** Names of the lists it looks into. */
  readonly lists: readonly string[];
  /** False while the text is newer than what was checked. */
  readonly upToDate: boolean;
};

const PAUSE_MS = 120;

/** A path without a name is an error already; that no such attribute is known says nothing more. */
const isRepeated = ({ code, params }: Diagnostic): boolean =>
  (code === 'FQL-UNKNOWN-ATTRIBUTE' || code === 'FQL-MISSPELT-ATTRIBUTE') && params['name'] === '';

const check = (rule: RuleSource, catalogue: Catalogue) => {
  const { checked, diagnostics: found } = checkRule(rule, catalogue);
  const diagnostics = found.filter((diagnostic) => !isRepeated(diagnostic));
  const { attributes, lists, supportLists } = checked.references;
  const named = attributes.filter((path) => path !== '');
  return {
    rule,
    catalogue,
    diagnostics,
    attributes: named,
    lists: [...lists.map(({ name }) => name), ...supportLists],
  };
};

/**
 * Checks a whole rule as it is typed, shortly after each pause, with the checker that also guards publishing. Pass the
 * same objects while nothing changed.
 */
export const useRuleCheck = (rule: RuleSource, catalogue: Catalogue): RuleCheck => {
  const [result, setResult] = useState(() => check(rule, catalogue));
  const upToDate = result.rule === rule && result.catalogue === catalogue;
  useEffect(() => {
    if (upToDate) return undefined;
    const timer = setTimeout(() => setResult(check(rule, catalogue)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [rule, catalogue, upToDate]);
  const { diagnostics, attributes, lists } = result;
  return { diagnostics, attributes, lists, upToDate };
};
