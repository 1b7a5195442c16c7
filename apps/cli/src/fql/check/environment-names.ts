import { isAppError } from '@redoubt/kernel';
import { publishingSymbols } from '@redoubt/services';
import { withDatabase } from '../../boot/data.ts';
import { limitsOf } from '../../boot/limits.ts';
import { inSentences } from '../../boot/operator.ts';
import type { CliContext } from '../../cli-context.ts';
import { CliError } from '../../cli-error.ts';
import { stagedSource, type NameScope } from './name-scope.ts';

/** Sentences for what an operator named and is not there. */
const inWordsOf = async <Result>(environment: string, work: () => Promise<Result>): Promise<Result> =>
  inSentences(environment, work).catch((error: unknown) => {
    if (!isAppError(error) || error.code !== 'ASSESSMENT-UNKNOWN') throw error;
    throw new CliError(`There is no assessment ${String(error.params['name'])} in ${environment}.`, {
      cause: error,
      exitCode: 2,
    });
  });

/**
 * Works with what publishing in an environment would know: its names, its assessments and the limits of the
 * installation. Loaded only where an environment is named, because it brings the whole service layer with it.
 * @param asked the assessment that texts are about; else what each file says, else purchases
 * @throws CliError where there is no such environment or assessment
 */
export const withEnvironmentNames = <Result>(
  environment: string,
  asked: string | undefined,
  context: CliContext,
  work: (names: NameScope) => Promise<Result>,
): Promise<Result> =>
  inWordsOf(environment, () =>
    withDatabase(context, (database) => {
      const limits = limitsOf(context);
      const assessmentOf = (named: string | null): string => asked ?? named ?? 'purchase';
      return work({
        knowsNames: true,
        symbolsFor: (kind, name, assessment) =>
          publishingSymbols({ database, environment, assessment: assessmentOf(assessment), kind, name, limits }),
        staged: (source, assessment, sections) => stagedSource(source, assessmentOf(assessment), sections),
      });
    }),
  );
