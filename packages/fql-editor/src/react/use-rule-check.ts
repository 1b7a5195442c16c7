import {
  type SymbolTable,
  checkRule,
  type Diagnostic,
  type RuleSource,
  unconditionalDecisions,
  type UnconditionalDecision,
} from '@redoubt/fql';
import { useEffect, useState } from 'react';

/** What the checker says about a rule. */
export type RuleCheck = {
  readonly diagnostics: readonly Diagnostic[];
  /** Attribute paths the rule reads, once each; not one that is still to be chosen. */
  readonly attributes: readonly string[];
  /** Names of the lists it looks into. */
  readonly lists: readonly string[];
  /** Clauses that reject or challenge every event. */
  readonly unconditional: readonly UnconditionalDecision[];
  /** False while the text is newer than what was checked. */
  readonly upToDate: boolean;
};

const PAUSE_MS = 120;
/** A check of a long rule waits for a longer pause, so that it falls between words and not between letters. */
const PAUSES_PER_CHECK = 12;
const LONGEST_PAUSE_MS = 600;

type Checked = ReturnType<typeof check> & { readonly tookMs: number };

const timed = (rule: RuleSource, symbols: SymbolTable): Checked => {
  const started = performance.now();
  const result = check(rule, symbols);
  return { ...result, tookMs: performance.now() - started };
};

/** A path without a name is an error already; that no such attribute is known says nothing more. */
const isRepeated = ({ code, params }: Diagnostic): boolean =>
  (code === 'FQL-UNKNOWN-ATTRIBUTE' || code === 'FQL-MISSPELT-ATTRIBUTE') && params['name'] === '';

const check = (rule: RuleSource, symbols: SymbolTable) => {
  const { checked, diagnostics: found } = checkRule(rule, symbols);
  const diagnostics = found.filter((diagnostic) => !isRepeated(diagnostic));
  const { attributes, lists, supportLists } = checked.references;
  const named = attributes.filter((path) => path !== '');
  return {
    rule,
    symbols,
    diagnostics,
    attributes: named,
    lists: [...lists.map(({ name }) => name), ...supportLists],
    unconditional: unconditionalDecisions(checked),
  };
};

/**
 * Checks a whole rule as it is typed, shortly after each pause, with the checker that also guards publishing. Pass the
 * same objects while nothing changed.
 */
export const useRuleCheck = (rule: RuleSource, symbols: SymbolTable): RuleCheck => {
  const [result, setResult] = useState(() => timed(rule, symbols));
  const { diagnostics, attributes, lists, unconditional, tookMs } = result;
  const upToDate = result.rule === rule && result.symbols === symbols;
  useEffect(() => {
    if (upToDate) return undefined;
    const pauseMs = Math.min(PAUSE_MS + PAUSES_PER_CHECK * tookMs, LONGEST_PAUSE_MS);
    const timer = setTimeout(() => setResult(timed(rule, symbols)), pauseMs);
    return () => clearTimeout(timer);
  }, [rule, symbols, upToDate, tookMs]);
  return { diagnostics, attributes, lists, unconditional, upToDate };
};
