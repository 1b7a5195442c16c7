import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText, apiNameProblem, ASSESSMENTS, nameKey } from '@redoubt/domain';
import {
  adoptFiles,
  compareAdoption,
  operatorContext,
  publishingSymbols,
  type Adopted,
  type AdoptionComparison,
  type ConfigurationFile,
} from '@redoubt/services';
import { InvalidArgumentError, type Command } from 'commander';
import { withDatabase } from '../boot/data.ts';
import { inSentences, operatorOf } from '../boot/operator.ts';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { findFiles } from '../fql/files/find-files.ts';
import { formatCount } from '../terminal/format.ts';
import { adoptionReport, summaryOf } from './adoption-report.ts';
import { writeConfiguration } from './directory.ts';

type Options = {
  readonly into: string;
  readonly assessment: string;
  readonly environment?: string;
  readonly former?: string;
  readonly events: number;
};

const EXTENSIONS = ['.csv', '.tsv', '.txt', '.fql', '.md', '.json'];
const REPORT = 'adopted.md';

const textOf = async (name: string, path: string): Promise<string> => {
  const decoded = decodeText(await readFile(path));
  if (decoded === null) {
    throw new CliError(`${name} is encoded neither as UTF-8 nor as Windows-1252; save it again as UTF-8.`, {
      exitCode: 2,
    });
  }
  return decoded.text;
};

/** One of the product in whatever letter case, or an API name as it is written. */
const assessmentOf = (given: string): string => {
  const found = ASSESSMENTS.find((each) => nameKey(each) === nameKey(given));
  if (found === undefined && apiNameProblem(given, []) !== null) {
    throw new CliError(`${given} cannot be the API name of an assessment.`, { exitCode: 2 });
  }
  return found ?? given;
};

type Outcome = { readonly adopted: Adopted; readonly comparison: AdoptionComparison | null };

/** What the files become, and what the environment would do with that where one is named. */
const tried = async (
  given: readonly ConfigurationFile[],
  assessment: string,
  { environment, former, events }: Options,
  context: CliContext,
): Promise<Outcome> => {
  if (environment === undefined) {
    if (former === undefined) return { adopted: await adoptFiles(given, assessment), comparison: null };
    throw new CliError('--former needs --environment: former decisions are compared with what that would decide.', {
      exitCode: 2,
    });
  }
  const formerDecisions = former === undefined ? null : await textOf(former, context.resolvePath(former));
  return inSentences(environment, () =>
    withDatabase(context, async (database) => {
      const asked = { database, environment, assessment: 'purchase', kind: 'function', name: '' } as const;
      const { functions } = await publishingSymbols(asked);
      const adopted = await adoptFiles(given, assessment, functions);
      const operator = await operatorContext(database, context.clock, environment, operatorOf('config adopt'));
      const { files } = adopted;
      return { adopted, comparison: await compareAdoption(operator, { files, assessment, formerDecisions, events }) };
    }),
  );
};

const eventCount = (typed: string): number => {
  const count = Number(typed);
  if (Number.isInteger(count) && count >= 0 && count <= 100_000) return count;
  throw new InvalidArgumentError('a whole number up to 100000 is needed.');
};

const adopt = async (names: readonly string[], options: Options, context: CliContext): Promise<void> => {
  const { terminal } = context;
  const found = await findFiles(names, EXTENSIONS, context);
  if (found.length === 0) throw new CliError('There is nothing to adopt there.', { exitCode: 2 });
  const given: ConfigurationFile[] = [];
  for (const { name, path } of found) given.push({ path: name, text: await textOf(name, path) });
  const assessment = assessmentOf(options.assessment);
  const { adopted, comparison } = await tried(given, assessment, options, context);
  const { files, rules, actions, routingRules, velocitySets, lists, notes } = adopted;
  const directory = context.resolvePath(options.into);
  const report = { path: REPORT, text: adoptionReport(notes, comparison) };
  await writeConfiguration(directory, [...files, report], () => false);
  for (const { path, line, reason, remedy, isLost } of notes) {
    const place = line === 0 ? path : `${path}:${line}`;
    terminal.print(`${isLost ? '!' : '?'} ${place}: ${reason}\n    ${remedy}`);
  }
  const counts = `rules ${formatCount(rules)}, actions ${formatCount(actions)}, routing rules ${formatCount(routingRules)}, velocity sets ${formatCount(velocitySets)}, lists ${formatCount(lists)}`;
  terminal.print(`Written to ${directory}: ${counts}.`);
  for (const line of summaryOf(notes, comparison)) terminal.print(line);
  terminal.print(`What would decide differently: ${join(directory, REPORT)}.`);
  if (notes.length > 0) {
    const lost = notes.filter(({ isLost }) => isLost).length;
    terminal.print(
      `To look at ${formatCount(notes.length - lost)}, left out ${formatCount(lost)}; the report has them all.`,
    );
  }
};

/** `redoubt config adopt <files or directories...> --into <directory>` */
export const addAdoptCommand = (config: Command, context: CliContext): void => {
  config
    .command('adopt')
    .description(
      'Turn what a customer of Dynamics 365 Fraud Protection still has (pasted rules, actions, routing rules and velocities, CSV lists, template files, options of case management) into files for redoubt config import, with a report of what needs a hand.',
    )
    .argument('<files or directories...>', `files (${EXTENSIONS.join(', ')}), or directories of them`)
    .requiredOption('--into <directory>', 'where to write the configuration')
    .option(
      '--assessment <name>',
      `whose rules they are: ${ASSESSMENTS.join(', ')}, or the API name of one of your own`,
      'purchase',
    )
    .option(
      '--environment <id or name>',
      'try the import there, take it back, and report what would decide differently',
    )
    .option(
      '--former <csv>',
      'decisions of the former system: a column decision, an id, and columns such as user.email',
    )
    .option('--events <count>', 'newest stored events of the environment to decide again', eventCount, 1000)
    .action((names: string[], options: Options) => adopt(names, options, context));
};
