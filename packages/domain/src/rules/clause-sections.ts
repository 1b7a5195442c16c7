import type { AssessmentName } from '../events/event-kinds.ts';
import { isDefinedAssessment } from '../events/defined-kinds.ts';

/**
 * Stages of an assessment that clauses of a rule stand in, in the order they run
 * (`docs/reference/deciding.md#sections-of-clauses`).
 */
export const CLAUSE_SECTIONS = ['prior', 'postBot', 'postRisk'] as const;
export type ClauseSection = (typeof CLAUSE_SECTIONS)[number];

/** Score that is known from a section on. */
const SCORE_OF = { prior: null, postBot: 'botScore', postRisk: 'riskScore' } as const satisfies Record<
  ClauseSection,
  string | null
>;
type Score = NonNullable<(typeof SCORE_OF)[ClauseSection]>;

/** Something that may stand in a section; the first one where it names none. */
type InSection = { readonly section?: ClauseSection | undefined };

const WITHOUT_BOT = ['prior', 'postRisk'] as const;
const ONE_LIST = ['prior'] as const;

/** The sections that rules of an assessment have, in order; assessments that people define have one list of clauses. */
export const sectionsOf = (assessment: AssessmentName): readonly ClauseSection[] => {
  if (isDefinedAssessment(assessment)) return ONE_LIST;
  return assessment === 'purchase' ? WITHOUT_BOT : CLAUSE_SECTIONS;
};

export const sectionOf = ({ section }: InSection): ClauseSection => section ?? 'prior';

/** A clause in a section; one of the first says nothing of it, as those written before there were sections. */
export const placedIn = <Clause extends InSection>(clause: Clause, section: ClauseSection): Clause => {
  const { section: _former, ...rest } = clause;
  return (section === 'prior' ? rest : { ...rest, section }) as Clause;
};

/** The scores that are known in a section of an assessment. */
export const scoresIn = (assessment: AssessmentName, section: ClauseSection): readonly Score[] => {
  const sections = sectionsOf(assessment);
  return sections.slice(0, sections.indexOf(section) + 1).flatMap((each) => SCORE_OF[each] ?? []);
};

/** All scores that events of an assessment get. */
export const scoresOf = (assessment: AssessmentName): readonly Score[] => scoresIn(assessment, 'postRisk');

/** Clauses in the order they run: section by section, and within one as they stand. */
export const inRunOrder = <Clause extends InSection>(clauses: readonly Clause[]): readonly Clause[] =>
  CLAUSE_SECTIONS.flatMap((section) => clauses.filter((clause) => sectionOf(clause) === section));

/** The section of another assessment that runs latest, but not after this one. */
export const nearestSection = (assessment: AssessmentName, section: ClauseSection): ClauseSection => {
  const last = CLAUSE_SECTIONS.indexOf(section);
  return sectionsOf(assessment).findLast((each) => CLAUSE_SECTIONS.indexOf(each) <= last) ?? 'prior';
};
