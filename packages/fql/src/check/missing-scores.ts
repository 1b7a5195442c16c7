import type { SymbolTable } from '../program/symbol-table.ts';
import { SCORES, type ScoreName } from '../program/source.ts';
import type { CheckedRule } from './checked.ts';
import { symbolPath } from './scope.ts';
import { scoreOf } from './scores.ts';

/** A score that a text reads: an attribute of the event, or the answer of a model. */
export type MissingScore = ScoreName | 'Model.Risk' | 'Model.Bot';

const MODELS = ['Model.Risk', 'Model.Bot'] as const;

/**
 * Scores a rule reads that nothing provides, each of which counts as 0: models where the symbol table has none, and
 * `riskScore` and `botScore` where no event is known to carry an attribute of that name. In the order botScore,
 * riskScore, Model.Risk, Model.Bot; empty for a rule that means the same without scores.
 */
export const missingScores = (
  { slots, references }: CheckedRule,
  { attributes, sources = [] }: Pick<SymbolTable, 'attributes' | 'sources'>,
): readonly MissingScore[] => {
  const read = new Set(slots.map(({ steps }) => scoreOf(symbolPath(steps))));
  const carried = new Set(attributes.map(({ path }) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()));
  const models = sources.includes('models') ? [] : MODELS.filter((name) => references.functions.includes(name));
  return [...SCORES.filter((score) => read.has(score) && !carried.has(score.toLowerCase())), ...models];
};
