import type { Clause, RuleText } from '@redoubt/contracts';
import { inRunOrder, sectionOf } from '@redoubt/domain';
import { ruleNameProblem } from './rule-name.ts';

/** The name of a part of a rule: its condition, or the id of one of its clauses. */
export type PartId = string;
export const CONDITION = 'condition';

/** Where one part stands on the one surface that shows the whole rule. Lines count from 1. */
export type PartLines = { readonly part: PartId; readonly firstLine: number; readonly lines: number };

const countLines = (code: string): number => code.split('\n').length;

/** Continuous line numbers over condition and clauses, in reading order. */
export const partLines = (text: RuleText): readonly PartLines[] => {
  let firstLine = 1;
  return [{ id: CONDITION, code: text.condition }, ...text.clauses].map(({ id, code }) => {
    const part = { part: id, firstLine, lines: countLines(code) };
    firstLine += part.lines;
    return part;
  });
};

/** The text of one part; empty where there is no such clause. */
export const codeOf = (
  text: { readonly condition: string; readonly clauses: readonly { readonly id: PartId; readonly code: string }[] },
  part: PartId,
): string => (part === CONDITION ? text.condition : (text.clauses.find((clause) => clause.id === part)?.code ?? ''));

export const withCode = (text: RuleText, part: PartId, code: string): RuleText =>
  part === CONDITION
    ? { ...text, condition: code }
    : { ...text, clauses: text.clauses.map((clause) => (clause.id === part ? { ...clause, code } : clause)) };

/** With another view of a clause; a condition has none that is kept. */
export const withView = (text: RuleText, part: PartId, view: 'code' | 'visual'): RuleText => ({
  ...text,
  clauses: text.clauses.map((clause) => (clause.id === part ? { ...clause, view } : clause)),
});

/** A range of one text of a rule, and what stands there from now on. */
export type TextEdit = { readonly from: number; readonly to: number; readonly insert: string };

/** With edits in several parts; those of one part do not overlap and stand in order. */
export const withEdits = (text: RuleText, edits: ReadonlyMap<PartId, readonly TextEdit[]>): RuleText =>
  [...edits].reduce(
    (next, [part, changes]) =>
      withCode(
        next,
        part,
        changes.reduceRight(
          (code, { from, to, insert }) => code.slice(0, from) + insert + code.slice(to),
          codeOf(next, part),
        ),
      ),
    text,
  );

export const withSample = (text: RuleText, samplePayload: unknown): RuleText => ({ ...text, samplePayload });

/** A clause name that is not in use yet, built from the translated pattern ("Clause 3"). */
export const freeClauseName = (clauses: readonly Clause[], nameFor: (index: number) => string): string => {
  const taken = new Set(clauses.map((clause) => clause.name.toLowerCase()));
  let index = clauses.length + 1;
  while (taken.has(nameFor(index).toLowerCase())) index += 1;
  return nameFor(index);
};

/** With one more clause, the last of its section. */
export const addClause = (text: RuleText, clause: Clause): RuleText => insertClause(text, clause, text.clauses.length);

/** With a clause back at a place it once had, or as near to it as its section is. */
export const insertClause = (text: RuleText, clause: Clause, at: number): RuleText => ({
  ...text,
  clauses: [...inRunOrder(text.clauses.toSpliced(Math.min(at, text.clauses.length), 0, clause))],
});

/** Without the clause; the last one stays, because a rule has at least one. */
export const removeClause = (text: RuleText, id: PartId): RuleText =>
  text.clauses.length > 1 ? { ...text, clauses: text.clauses.filter((clause) => clause.id !== id) } : text;

export const renameClause = (text: RuleText, id: PartId, name: string): RuleText => ({
  ...text,
  clauses: text.clauses.map((clause) => (clause.id === id ? { ...clause, name } : clause)),
});

/** `items` with the one at `from` moved by `by` places; unchanged where that would leave the list. */
export const moved = <T>(items: readonly T[], from: number, by: number): readonly T[] => {
  const to = from + by;
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
};

/** Why a clause cannot bear a name; names are unique within the rule, letter case ignored. */
export const clauseNameProblem = (clauses: readonly Clause[], id: PartId, name: string) =>
  ruleNameProblem(name, id, clauses);

/** True when two texts say the same, the sample included. */
export const sameText = (a: RuleText, b: RuleText): boolean =>
  a.condition === b.condition &&
  a.clauses.length === b.clauses.length &&
  a.clauses.every((clause, i) => {
    const other = b.clauses[i];
    return (
      other !== undefined &&
      clause.id === other.id &&
      clause.name === other.name &&
      clause.code === other.code &&
      sectionOf(clause) === sectionOf(other) &&
      (clause.view ?? 'code') === (other.view ?? 'code')
    );
  }) &&
  JSON.stringify(a.samplePayload) === JSON.stringify(b.samplePayload);

/** The text alone of a published version or a draft, which carry more. */
export const textOf = ({ condition, clauses, samplePayload }: RuleText): RuleText => ({
  condition,
  clauses,
  samplePayload,
});
