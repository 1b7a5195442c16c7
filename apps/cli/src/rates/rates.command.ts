import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import { isAppError } from '@redoubt/kernel';
import { operatorContext, uploadExchangeRates } from '@redoubt/services';
import { withDatabase } from '../boot/data.ts';
import { inSentences, operatorOf } from '../boot/operator.ts';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { formatCount } from '../terminal/format.ts';

type Options = { readonly environment: string; readonly by?: string };

const COMMAND = 'rates';

/** A refusal in sentences, with each line that is wrong; undefined for any other error. */
const refusal = (error: unknown, typed: string): CliError | undefined => {
  if (!isAppError(error)) return undefined;
  if (error.code === 'CURRENCY-NOT-ROOT')
    return new CliError(`Exchange rates are kept in the root environment ${String(error.params['name'])}; name that.`, {
      cause: error,
    });
  if (error.code === 'RATE-FILE-TOO-LARGE')
    return new CliError(`${typed} has more than 20 MB; split it by years.`, { cause: error });
  if (error.code !== 'RATE-FILE-INVALID') return undefined;
  const problems = 'problems' in error ? (error.problems as readonly { path: string; message: string }[]) : [];
  const lines = problems.map(({ path, message }) => (path === 'line 0' ? message : `${path}: ${message}`));
  return new CliError([...lines, 'Nothing was taken in.'].join('\n'), { cause: error });
};

const importRates = async (typed: string, { environment, by }: Options, context: CliContext): Promise<void> => {
  const path = context.resolvePath(typed);
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw new CliError(`${path} cannot be read.`, { cause: error });
  }
  try {
    const file = await inSentences(environment, () =>
      withDatabase(context, async (database) =>
        uploadExchangeRates(await operatorContext(database, context.clock, environment, operatorOf(COMMAND, by)), {
          name: basename(path),
          stream: createReadStream(path),
        }),
      ),
    );
    context.terminal.print(
      `Took in ${formatCount(file.rates)} exchange rates of ${file.from} to ${file.to}: ${formatCount(file.added)} new, ${formatCount(file.changed)} put right, ${formatCount(file.rates - file.added - file.changed)} as they were.`,
    );
  } catch (error) {
    throw refusal(error, typed) ?? error;
  }
};

/** `redoubt rates import <file>` */
export const defineRates: DefineCommand = (rates, context) => {
  rates
    .command('import')
    .description(
      'Take in exchange rates, all or none: date,base,quote,rate, or a file of the European Central Bank as it is ' +
        '(eurofxref-hist.csv, eurofxref.csv). Works on the data of REDOUBT_DATA, or of DATABASE_URL where that is set.',
    )
    .argument('<file>', 'CSV')
    .requiredOption('--environment <id or name>', 'the root environment whose amounts they convert')
    .option('--by <name>', 'who takes them in, for the activity log; else the user of this machine')
    .action((file: string, options: Options) => importRates(file, options, context));
};
