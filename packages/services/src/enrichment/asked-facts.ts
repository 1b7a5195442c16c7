import type { Plan } from '@redoubt/engine';
import { FACT_KINDS, type EnrichmentData, type FactKind } from '@redoubt/enrichment';
import { FUNCTIONS, type CompiledRule, type RuleReferences } from '@redoubt/fql';

/** What the functions of the language ask for, by their name in references; those that ask for nothing are absent. */
export const NEEDS: ReadonlyMap<string, string> = new Map(
  FUNCTIONS.flatMap(({ id, needs }) => (needs === undefined ? [] : [[id, needs] as const])),
);

/** Kinds of facts that built-in functions of texts ask for. */
export const factKindsOf = (references: readonly RuleReferences[]): readonly FactKind[] => {
  const needed = new Set(references.flatMap(({ functions }) => functions.map((name) => NEEDS.get(name))));
  return FACT_KINDS.filter((kind) => needed.has(kind));
};

/** Kinds of facts that texts may ask for: any where they call functions of the customer. */
export const askedFacts = (references: readonly RuleReferences[]): readonly FactKind[] =>
  references.some(({ called }) => called.length > 0) ? FACT_KINDS : factKindsOf(references);

const textsOf = (plan: Plan): readonly CompiledRule[] =>
  plan.levels.flatMap(({ rules, velocitySets }) => [...rules, ...velocitySets].map(({ compiled }) => compiled));

/** Opens what plans ask for before they decide, and where addresses are, which reports ask of every event: no decision waits for a file. */
export const createFactWarmer =
  (data: () => Pick<EnrichmentData, 'warm'>) =>
  (plans: readonly Plan[]): Promise<void> =>
    data().warm(new Set(['geo', ...askedFacts(plans.flatMap(textsOf).map(({ references }) => references))] as const));
