import type { ClauseSection } from '@redoubt/domain';
import type { Diagnostic, DiagnosticCode } from '@redoubt/fql';

/** What the checker says of a clause of the first section that belongs into a later one. */
const NEEDED: Partial<Record<DiagnosticCode, ClauseSection>> = {
  'FQL-BOT-SCORE-EARLY': 'postBot',
  'FQL-RISK-SCORE-EARLY': 'postRisk',
};

export const isAboutSection = ({ code }: Diagnostic): boolean => NEEDED[code] !== undefined;

/**
 * The sections clauses stood in, which pasted texts do not say: they are shown in the order they ran, so one that reads
 * a score begins the section of that score, and those after it are in it too. `sections` are those of the assessment;
 * clauses go by their position.
 */
export const sectionsNeeded = (
  sections: readonly ClauseSection[],
  clauses: number,
  diagnostics: readonly Diagnostic[],
): readonly ClauseSection[] => {
  let reached = 0;
  return Array.from({ length: clauses }, (_none, index) => {
    for (const { code, part } of diagnostics) {
      const needed = part === String(index) ? NEEDED[code] : undefined;
      if (needed !== undefined) reached = Math.max(reached, sections.indexOf(needed));
    }
    return sections[reached] ?? 'prior';
  });
};
