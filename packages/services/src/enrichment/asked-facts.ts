import type { Plan } from '@redoubt/engine';
import { FACT_KINDS, type EnrichmentData, type FactKind } from '@redoubt/enrichment';
import type { CompiledRule, RuleSource } from '@redoubt/fql';

/** Functions of the language by what they ask for. */
const ASKING: Readonly<Record<FactKind, RegExp>> = { geo: /\bGeo\s*\./i, bin: /\bBIN\s*\./i };

/** Kinds of facts that texts may ask for; a name in a comment counts as well, which costs a file opened for nothing. */
export const factKindsOf = (codes: readonly string[]): readonly FactKind[] =>
  FACT_KINDS.filter((kind) => codes.some((code) => ASKING[kind].test(code)));

/** The codes of a text. */
export const codesOf = ({ condition, clauses }: RuleSource): readonly string[] => [
  condition,
  ...clauses.map(({ code }) => code),
];

const textsOf = (plan: Plan): readonly CompiledRule[] =>
  plan.levels.flatMap(({ rules, velocitySets }) => [...rules, ...velocitySets].map(({ compiled }) => compiled));

/** Opens what plans ask for before they decide: no decision waits for a file. */
export const preparing =
  (data: () => Pick<EnrichmentData, 'warm'>) =>
  (plans: readonly Plan[]): Promise<void> => {
    const references = plans.flatMap(textsOf).map((compiled) => compiled.references);
    // A function may ask for anything.
    const isOpen = references.some(({ called }) => called.length > 0);
    return data().warm(isOpen ? FACT_KINDS : factKindsOf(references.flatMap(({ functions }) => functions)));
  };
