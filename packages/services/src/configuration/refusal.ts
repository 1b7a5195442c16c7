import { englishError } from '@redoubt/i18n/english-errors';
import type { AppError } from '@redoubt/kernel';
import type { Problem } from '../problems.ts';
import type { ConfigurationProblem } from './configuration-file.ts';
import type { ReadResource } from './resource-kind.ts';

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

/** Refusals of commands that are about a resource as a whole, in English. */
const SENTENCES: Readonly<Record<string, (params: AppError['params']) => string>> = {
  'RULE-NAME-INVALID': ({ name }) => `${listed(name)} cannot name a rule: one line of 1 to 120 characters can.`,
  'BRANCH-UNKNOWN': ({ name }) => `There is no branch ${listed(name)}.`,
  'BRANCH-NAME-INVALID': ({ name, apiName }) =>
    `${listed(name)} (${listed(apiName)}) cannot name a branch: one line, and letters, digits, “_” and “-” in its API name.`,
  'BRANCH-NAME-TAKEN': ({ name, apiName }) => `Another branch has the name ${listed(name)} or ${listed(apiName)}.`,
  'BRANCH-LIMIT': ({ limit }) => `A rule list has at most ${listed(limit)} branches.`,
  'BRANCH-EXPERIMENT-RUNNING': () => 'An experiment runs this branch, which stays as it is until it is over.',
  'VELOCITY-SET-NAME-INVALID': ({ name }) => `${listed(name)} cannot name a velocity set.`,
  'VELOCITY-SET-NAME-TAKEN': ({ name }) =>
    `${listed(name)} is a velocity set of the system, which is in every environment.`,
  'FUNCTION-NAME-INVALID': ({ name }) =>
    `${listed(name)} cannot name a function: letters, digits and underscores can, no digit first.`,
  'FUNCTION-LIMIT': ({ max }) => `An environment has at most ${listed(max)} functions.`,
  'CALL-NAME-INVALID': ({ name }) =>
    `${listed(name)} cannot name an external call: letters, digits and underscores can.`,
  'CALL-NAME-TAKEN': ({ name }) => `An environment above has a call ${listed(name)}.`,
  'CALL-SECRETS-NEEDED': ({ slots }) =>
    `It needs secrets that are kept nowhere: ${listed(slots)}. Set the variables that “secrets” names.`,
  'LIST-NAME-INVALID': ({ name }) => `${listed(name)} cannot name a list.`,
  'LIST-NAME-TAKEN': ({ name }) => `${listed(name)} is the name of a list of the system.`,
  'LIST-IS-REMOTE': ({ name }) => `${listed(name)} is a list of another kind here: delete or rename one of them.`,
  'ASSESSMENT-UNKNOWN': ({ name }) => `There is no assessment ${listed(name)}.`,
  'ASSESSMENT-NOT-ROOT': () => 'Assessments are defined in the root environment.',
  'ASSESSMENT-SHARED': ({ name }) => `${listed(name)} is shared: make it private before it is deleted.`,
  'CASE-CONFIGURATION-NOT-ROOT': ({ name }) =>
    `Decisions of cases are configured in the root environment ${listed(name)}.`,
  'CASE-DECISION-IN-USE': ({ decisions, queues }) =>
    `Queues take a decision that would go (${listed(decisions)}): ${listed(queues)}.`,
  'LIST-TOO-LARGE': ({ limitBytes }) => `A list has less than ${listed(limitBytes)} bytes.`,
};

/** Why a command refused, as a sentence. */
export const sentenceOf = ({ code, params, message }: AppError): string =>
  SENTENCES[code]?.(params) ?? englishError(code, params) ?? message;

/** What a command refused, at the places of the file it is about. */
export const problemsOf = (error: AppError, { placeOf }: ReadResource<unknown>): readonly ConfigurationProblem[] => {
  const { problems = [] } = error as { readonly problems?: readonly Problem[] };
  if (problems.length > 0) return problems.map(({ path, message }) => ({ ...placeOf(path), message }));
  return [{ ...placeOf(''), message: sentenceOf(error) }];
};
