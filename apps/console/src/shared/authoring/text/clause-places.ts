import type { RuleText } from '@redoubt/contracts';
import {
  inRunOrder,
  placedIn,
  scoresIn,
  scoresOf,
  sectionOf,
  sectionsOf,
  type AssessmentName,
  type ClauseSection,
  type RuleType,
} from '@redoubt/domain';
import type { RuleSource } from '@redoubt/fql-editor';
import { moved, type PartId } from './rule-text.ts';

/** The sections a rule or action has, in order; one where its clauses are one list. */
export const sectionsOfRule = (assessment: AssessmentName, type: RuleType): readonly ClauseSection[] =>
  type === 'decision' ? sectionsOf(assessment) : ['prior'];

/** Where a step up (-1) or down (1) takes a clause: the section it gets to, its own or the next; null where it stays. */
export const sectionAfterMove = (
  { clauses }: RuleText,
  id: PartId,
  by: -1 | 1,
  sections: readonly ClauseSection[],
): ClauseSection | null => {
  const at = clauses.findIndex((clause) => clause.id === id);
  const [clause, neighbour] = [clauses[at], clauses[at + by]];
  if (!clause) return null;
  const own = sectionOf(clause);
  if (neighbour && sectionOf(neighbour) === own) return own;
  return sections[sections.indexOf(own) + by] ?? null;
};

/** With a clause one step further: past its neighbour, or at the edge of its section into the next one. */
export const moveClause = (
  text: RuleText,
  id: PartId,
  by: -1 | 1,
  sections: readonly ClauseSection[] = ['prior'],
): RuleText => {
  const section = sectionAfterMove(text, id, by, sections);
  const at = text.clauses.findIndex((clause) => clause.id === id);
  const clause = text.clauses[at];
  if (section === null || !clause) return text;
  if (section === sectionOf(clause)) return { ...text, clauses: [...moved(text.clauses, at, by)] };
  return { ...text, clauses: text.clauses.with(at, placedIn(clause, section)) };
};

/** Where a dragged clause goes: before another clause, or last in a section. */
export type ClausePlace = { readonly section: ClauseSection; readonly before: PartId | null };

export const placeClause = (text: RuleText, id: PartId, { section, before }: ClausePlace): RuleText => {
  const clause = text.clauses.find((each) => each.id === id);
  if (!clause || before === id) return text;
  const others = text.clauses.filter((each) => each.id !== id);
  const at = before === null ? others.length : others.findIndex((each) => each.id === before);
  const clauses = others.toSpliced(at < 0 ? others.length : at, 0, placedIn(clause, section));
  return { ...text, clauses: [...inRunOrder(clauses)] };
};

/** Scores that some clause of a text may read. */
export const scoresInReach = (
  assessment: AssessmentName,
  { clauses }: Pick<RuleText, 'clauses'>,
): readonly string[] => [...new Set(clauses.flatMap((clause) => scoresIn(assessment, sectionOf(clause))))];

/** A text as it is checked: scores are read from their stage on. Published text only gets a warning. */
export const checkedSource = (
  assessment: AssessmentName,
  type: RuleType,
  { condition, clauses }: Pick<RuleText, 'condition' | 'clauses'>,
  isPublished: boolean,
): RuleSource => {
  const scores = scoresOf(assessment);
  if (type !== 'decision' || scores.length === 0) return { kind: type, condition, clauses };
  return {
    kind: type,
    condition,
    clauses: clauses.map((clause) => ({ ...clause, scores: scoresIn(assessment, sectionOf(clause)) })),
    stages: { scores, severity: isPublished ? 'warning' : 'error' },
  };
};
