import type { FunctionSymbol, SymbolTable } from '../../program/symbol-table.ts';
import { MODELS, SCORES, type ModelName, type ScoreName } from '../../program/source.ts';
import type { CheckedRule } from '../checked.ts';
import { propertyAsWritten } from '../functions/function-reads.ts';
import { functionKey, symbolPath } from '../scope.ts';
import { scoreOf } from './scores.ts';

/** A score that a text reads and nothing provides. */
export type MissingScore = {
  /** An attribute of the event, or a model. */
  readonly score: ScoreName | ModelName;
  /** What the text calls that reads it, such as `Functions.level.high`; null where the text reads it itself. */
  readonly through: string | null;
};

/** Scores that the properties a text reads come to. */
const readThroughFunctions = (
  { references }: CheckedRule,
  functions: readonly FunctionSymbol[],
): readonly MissingScore[] => {
  const byKey = new Map(functions.map((each) => [functionKey(each.scope ?? 'here', each.name), each]));
  return references.called.flatMap(({ scope, name, properties }) => {
    const called = byKey.get(functionKey(scope, name));
    const read = new Set(properties.map((property) => property.toLowerCase()));
    return (called?.properties ?? [])
      .filter((property) => read.has(property.name.toLowerCase()))
      .flatMap((property) =>
        [...(property.scores ?? []), ...(property.models ?? [])].map((score) => ({
          score,
          through: propertyAsWritten({ scope, name, property: property.name }),
        })),
      );
  });
};

/**
 * Scores a text reads that nothing provides, each of which counts as 0: models where the symbol table has none, and
 * `riskScore` and `botScore` where no event is known to carry an attribute of that name. First what the text reads itself,
 * in the order botScore, riskScore, Model.Risk, Model.Bot, then what functions read for it, through any number of others.
 * Empty for a text that means the same without scores.
 */
export const missingScores = (
  checked: CheckedRule,
  { attributes, sources = [], functions = [] }: Pick<SymbolTable, 'attributes' | 'sources' | 'functions'>,
): readonly MissingScore[] => {
  const { slots, references } = checked;
  const read = new Set(slots.map(({ steps }) => scoreOf(symbolPath(steps))));
  const carried = new Set(attributes.map(({ path }) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()));
  const isMissing = ({ score }: MissingScore): boolean =>
    score === 'riskScore' || score === 'botScore' ? !carried.has(score.toLowerCase()) : !sources.includes('models');
  const itself = [
    ...SCORES.filter((score) => read.has(score)),
    ...MODELS.filter((name) => references.functions.includes(name)),
  ].map((score) => ({ score, through: null }));
  return [...itself, ...readThroughFunctions(checked, functions)].filter(isMissing);
};
