/** Longest name of a rule or clause. */
export const MAX_NAME = 120;

type Named = { readonly id: string; readonly name: string };

/** Why a rule cannot bear a name: `empty`, `taken` by another rule here (letter case ignored), or `tooLong`. */
export const ruleNameProblem = (
  name: string,
  id: string,
  others: readonly Named[],
): 'empty' | 'taken' | 'tooLong' | null => {
  const trimmed = name.trim();
  if (trimmed === '') return 'empty';
  if (trimmed.length > MAX_NAME) return 'tooLong';
  const same = (other: Named) => other.id !== id && other.name.toLowerCase() === trimmed.toLowerCase();
  return others.some(same) ? 'taken' : null;
};

/** A name that is not in use yet, built from the translated pattern ("New rule 2"). */
export const freeRuleName = (others: readonly Named[], nameFor: (index: number) => string): string => {
  const taken = new Set(others.map(({ name }) => name.toLowerCase()));
  let index = 1;
  while (taken.has(nameFor(index).toLowerCase())) index += 1;
  return nameFor(index);
};
