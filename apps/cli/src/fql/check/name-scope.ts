import {
  ASSESSMENTS,
  type BuiltInAssessment,
  type ClauseSection,
  isBuiltInAssessment,
  scoresIn,
  scoresOf,
} from '@redoubt/domain';
import type { SymbolTable, RuleKind, RuleSource } from '@redoubt/fql';
import { symbolsOf } from '@redoubt/services/schema-symbols';
import { CliError } from '../../cli-error.ts';

/** What a text is checked with. */
export type NameScope = {
  /** Whether names of lists, velocities, functions and calls are known, so that unknown ones are errors. */
  readonly knowsNames: boolean;
  /** Null where nothing is known besides the language. `name` is that of the rule, velocity set or function. */
  readonly symbolsFor: (kind: RuleKind, name: string, assessment: string | null) => Promise<SymbolTable | null>;
  /** The source with the scores that each clause may read, where its assessment scores in stages. */
  readonly staged: (
    source: RuleSource,
    assessment: string | null,
    sections: readonly (ClauseSection | null)[],
  ) => RuleSource;
};

const builtIn = (assessment: string): BuiltInAssessment => {
  const known = ASSESSMENTS.find((each) => each.toLowerCase() === assessment.toLowerCase());
  if (known !== undefined) return known;
  throw new CliError(
    `${assessment} is no built-in assessment (${ASSESSMENTS.join(', ')}); for one of your own, name its --environment.`,
    { exitCode: 2 },
  );
};

/** The source with the scores of a built-in assessment that each clause may read. */
export const stagedSource = (
  source: RuleSource,
  assessment: string | null,
  sections: readonly (ClauseSection | null)[],
): RuleSource => {
  if (assessment === null || !isBuiltInAssessment(assessment) || source.kind !== 'decision') return source;
  // A text alone does not say in which section its clause stands.
  if (sections.length !== source.clauses.length || scoresOf(assessment).length === 0) return source;
  return {
    ...source,
    clauses: source.clauses.map((clause, index) => ({
      ...clause,
      scores: scoresIn(assessment, sections[index] ?? 'prior'),
    })),
    stages: { scores: scoresOf(assessment), severity: 'error' },
  };
};

/** Knows the events of an assessment and nothing of an environment; without an assessment, the language alone. */
export const offlineNames = (asked: string | undefined): NameScope => {
  const all = asked === undefined ? null : builtIn(asked);
  return {
    knowsNames: false,
    symbolsFor: (kind, _name, assessment) => {
      const about = all ?? (assessment !== null && isBuiltInAssessment(assessment) ? assessment : null);
      // A velocity counts events of several kinds.
      return Promise.resolve(about === null || kind === 'velocity' ? null : symbolsOf(about, []));
    },
    staged: (source, assessment, sections) => stagedSource(source, all ?? assessment, sections),
  };
};
