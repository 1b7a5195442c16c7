import { createInterface } from 'node:readline/promises';
import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS } from '@redoubt/domain';
import type { SubjectPolicy } from '@redoubt/contracts';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';

export type SubjectOptions = { readonly assessment?: string; readonly property?: string };

type Nameable = SubjectPolicy['assessments'][number];

const namesOf = ({ assessment, name }: Nameable): string => name ?? assessment;

const choices = (assessments: readonly Nameable[]): string =>
  assessments.map((each) => `  ${namesOf(each)}: ${each.properties.join(', ')}`).join('\n');

/**
 * The assessment and the property that the options mean: without them the user id of the built-in events.
 *
 * @throws `CliError` with everything that could have been given.
 */
export const chooseSubject = (
  { assessment: wanted = BUILT_IN_SUBJECTS, property }: SubjectOptions,
  { assessments }: SubjectPolicy,
): { readonly assessment: string; readonly property: string } => {
  const isWanted = (name: string | null): boolean => name?.toLowerCase() === wanted.toLowerCase();
  const found = assessments.find(({ assessment, name }) => isWanted(assessment) || isWanted(name));
  const chosen = property ?? (found?.properties.includes(BUILT_IN_SUBJECT_PATH) ? BUILT_IN_SUBJECT_PATH : undefined);
  if (found !== undefined && chosen !== undefined && found.properties.includes(chosen)) {
    return { assessment: found.assessment, property: chosen };
  }
  throw new CliError(`Persons are found by these ids here (--assessment, --property):\n${choices(assessments)}`, {
    exitCode: 2,
  });
};

export type LineReader = {
  /** The next line of what is piped or typed in; undefined at its end, or where the command was stopped. */
  readonly next: (question: string) => Promise<string | undefined>;
  readonly close: () => void;
};

/** Reads answers of a person or a script line by line; questions stand on standard error. */
export const readLines = ({ input, terminal, stop }: CliContext): LineReader => {
  const lines = createInterface({ input, signal: stop });
  const iterator = lines[Symbol.asyncIterator]();
  return {
    next: async (question) => {
      terminal.error(question);
      const { done, value } = await iterator.next();
      return done ? undefined : value.trim();
    },
    close: () => lines.close(),
  };
};
