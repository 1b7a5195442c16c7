import { userInfo } from 'node:os';
import { isAppError } from '@redoubt/kernel';
import { CliError } from '../cli-error.ts';

/** Who is at the keyboard, for the activity log. */
export const operatorOf = (command: string, by?: string): string => by ?? `redoubt ${command} (${userInfo().username})`;

/** Says in a sentence that an environment was named that is not there, or that several have the name. */
export const inSentences = async <Result>(environment: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error) || error.code !== 'ENV-UNKNOWN') throw error;
    const several = Number(error.params['found']) > 1;
    throw new CliError(
      several
        ? `Several environments are called ${environment}; give the id of one.`
        : `There is no environment ${environment}.`,
      { cause: error },
    );
  }
};
