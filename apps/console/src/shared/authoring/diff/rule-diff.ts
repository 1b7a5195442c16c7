import type { RuleText } from '@redoubt/contracts';
import { countChanges, diffLines, sectionOf, type ClauseSection, type DiffLine } from '@redoubt/domain';
import { CONDITION, type PartId } from '../text/rule-text.ts';

/** What became of one part between two texts of a rule. */
export type PartDiff = {
  readonly part: PartId;
  /** Name after the change, or before it for a clause that is gone; empty for the condition. */
  readonly name: string;
  /** The former name where it was renamed. */
  readonly formerName: string | null;
  /** The section it stood in where it stands in another now. */
  readonly formerSection: ClauseSection | null;
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  readonly moved: boolean;
  readonly lines: readonly DiffLine[];
};

export type RuleDiff = {
  readonly parts: readonly PartDiff[];
  readonly changedParts: number;
  /** Lines that came or changed, and lines that only went. */
  readonly changedLines: number;
  readonly same: boolean;
};

/** Compares two texts part by part: condition, clauses in their new order, and clauses that are gone. */
export const diffRule = (before: RuleText, after: RuleText): RuleDiff => {
  const order = keptOrder(before, after);
  const parts: readonly PartDiff[] = [
    partDiff(CONDITION, '', null, before.condition, after.condition, false),
    ...after.clauses.map((clause) => {
      const old = before.clauses.find((candidate) => candidate.id === clause.id);
      const formerName = old && old.name !== clause.name ? old.name : null;
      const former = old && sectionOf(old) !== sectionOf(clause) ? sectionOf(old) : null;
      const part = partDiff(clause.id, clause.name, formerName, old?.code ?? null, clause.code, order.has(clause.id));
      return { ...part, formerSection: former };
    }),
    ...before.clauses
      .filter((clause) => after.clauses.every((candidate) => candidate.id !== clause.id))
      .map((clause) => partDiff(clause.id, clause.name, null, clause.code, null, false)),
  ];
  const changed = parts.filter(isChanged);
  return {
    parts,
    changedParts: changed.length,
    changedLines: changed.reduce((sum, part) => sum + changedLinesOf(part), 0),
    same: changed.length === 0,
  };
};

export const isChanged = (part: PartDiff): boolean =>
  part.kind !== 'same' || part.formerName !== null || part.formerSection !== null || part.moved;

/** A replaced line counts once. */
export const changedLinesOf = (part: PartDiff): number => {
  const { added, removed } = countChanges(part.lines);
  return Math.max(added, removed);
};

const partDiff = (
  part: PartId,
  name: string,
  formerName: string | null,
  before: string | null,
  after: string | null,
  moved: boolean,
): PartDiff => {
  const kind = before === null ? 'added' : after === null ? 'removed' : before === after ? 'same' : 'changed';
  return { part, name, formerName, formerSection: null, kind, moved, lines: diffLines(before ?? '', after ?? '') };
};

/** Clauses that stand after another one than before, those that came or went left aside. */
const keptOrder = (before: RuleText, after: RuleText): ReadonlySet<PartId> => {
  const kept = (from: RuleText, other: RuleText) =>
    from.clauses.map(({ id }) => id).filter((id) => other.clauses.some((clause) => clause.id === id));
  const lines = diffLines(kept(before, after).join('\n'), kept(after, before).join('\n'));
  return new Set(lines.filter((line) => line.kind === 'added').map((line) => line.text));
};
