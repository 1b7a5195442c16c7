import { CONDITION_PART, parse, type PartId, type RuleSource, PARTS_OF } from '@redoubt/fql';

/** A variable that a part may use: its name with the sign, and the text it stands for. */
export type VisibleVariable = { readonly name: string; readonly value: string };

const variablesIn = (code: string, kind: Parameters<typeof parse>[0]): readonly VisibleVariable[] =>
  parse(kind, code).program.statements.flatMap((statement) =>
    statement.kind === 'let'
      ? [{ name: `$${statement.name}`, value: code.slice(statement.value.from, statement.value.to) }]
      : [],
  );

/** Variables of the texts before a part: those of the condition, then those of earlier clauses; a later one wins. */
export const variablesBefore = (rule: RuleSource, part: PartId): readonly VisibleVariable[] => {
  if (part === CONDITION_PART) return [];
  const kinds = PARTS_OF[rule.kind ?? 'decision'];
  const end = rule.clauses.findIndex(({ id }) => id === part);
  const found = [
    ...(kinds.condition === null ? [] : variablesIn(rule.condition, kinds.condition)),
    ...rule.clauses.slice(0, Math.max(end, 0)).flatMap(({ code }) => variablesIn(code, kinds.clause)),
  ];
  return [...new Map(found.map((variable) => [variable.name, variable])).values()];
};
