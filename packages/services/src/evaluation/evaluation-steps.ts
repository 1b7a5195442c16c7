import type { RuleDiagnostic, TraceStep } from '@redoubt/contracts';
import {
  checkRule,
  CONDITION_PART,
  type Diagnostic,
  type Explanation,
  type RuleSource,
  type SymbolTable,
} from '@redoubt/fql';
import { isJsonObject } from '@redoubt/kernel';
import { shownValue } from '../shown-value.ts';

/** A message of the checker as the console gets it. */
export const wireDiagnostic = (diagnostic: Diagnostic): RuleDiagnostic => ({
  code: diagnostic.code,
  severity: diagnostic.severity,
  part: diagnostic.part,
  from: diagnostic.from,
  to: diagnostic.to,
  line: diagnostic.line,
  column: diagnostic.column,
  params: { ...diagnostic.params },
  message: diagnostic.message,
});

type SampledText = { readonly source: RuleSource; readonly symbols: SymbolTable; readonly payload: unknown };

/** Checks a text; its sample is only there where the text has no error and the sample is an object. */
export const checkSampled = ({ source, symbols, payload }: SampledText) => {
  const { checked, diagnostics } = checkRule(source, symbols);
  return {
    checked,
    diagnostics: diagnostics.map(wireDiagnostic),
    payload: checked.valid && isJsonObject(payload) ? payload : undefined,
  };
};

/** Name and code of each part of a rule. */
export const partsOf = (source: RuleSource): ReadonlyMap<string, { readonly name: string; readonly code: string }> =>
  new Map([
    [CONDITION_PART, { name: CONDITION_PART, code: source.condition }],
    ...source.clauses.map(({ id, name, code }) => [id, { name, code }] as const),
  ]);

/** What became of each part, what it read, and the values of its expressions. */
export const stepsOf = (source: RuleSource, attributes: readonly string[], explanation: Explanation): TraceStep[] => {
  const { outcome, values } = explanation;
  const parts = partsOf(source);
  const valuesByPart = Map.groupBy(values, ({ part }) => part);
  return outcome.steps.map(({ part, outcome: stepOutcome, error, reads }) => {
    const { name, code } = parts.get(part) ?? { name: part, code: '' };
    return {
      part,
      name,
      outcome: stepOutcome,
      decision: outcome.decision?.clauseId === part ? outcome.decision.decision : null,
      reads: reads.map((slot) => {
        const value = outcome.slots[slot];
        return { path: attributes[slot] ?? '', value: shownValue(value ?? null), missing: value === undefined };
      }),
      values: (valuesByPart.get(part) ?? [])
        .filter((explained) => explained.error === null)
        .map(({ from, to, value }) => ({ text: code.slice(from, to), from, to, value: shownValue(value) })),
      error: error?.message ?? null,
    };
  });
};
