import { userInfo } from 'node:os';
import { isAppError } from '@redoubt/kernel';
import { CliError } from '../cli-error.ts';

/** Who is at the keyboard, for the activity log. */
export const operatorOf = (command: string, by?: string): string => by ?? `redoubt ${command} (${userInfo().username})`;

/** A refusal to find an environment, as a sentence that names those there are; undefined for any other error. */
export const unknownEnvironment = (error: unknown, environment: string): CliError | undefined => {
  if (!isAppError(error) || error.code !== 'ENV-UNKNOWN') return undefined;
  const several = Number(error.params['found']) > 1;
  const known = String(error.params['known'] ?? '');
  const sentence = several
    ? `Several environments are called ${environment}; give the id of one: ${known}.`
    : `There is no environment ${environment}${known === '' ? '' : `; there are ${known}`}.`;
  return new CliError(sentence, { cause: error });
};

/** Says in a sentence that an environment was named that is not there, or that several have the name. */
export const inSentences = async <Result>(environment: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw unknownEnvironment(error, environment) ?? error;
  }
};
