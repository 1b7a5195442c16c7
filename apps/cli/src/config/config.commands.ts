import { importConfiguration as importEndpoint, type ResourceKindName } from '@redoubt/contracts';
import {
  createExternalCalls,
  exportConfiguration,
  requireListsMayLeave,
  importConfiguration,
  importOrPropose,
  isConfigurationPath,
  operatorContext,
  RESOURCE_KIND_NAMES,
  type ExternalCalls,
  type ImportReport,
  type SecretBox,
} from '@redoubt/services';
import { isAppError } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import { Option, type Command } from 'commander';
import { withDatabase } from '../boot/data.ts';
import { readInstallationKeys } from '../boot/installation-key.ts';
import { limitsOf } from '../boot/limits.ts';
import { inSentences, operatorOf } from '../boot/operator.ts';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { formatCount } from '../terminal/format.ts';
import { addAdoptCommand } from './adopt.command.ts';
import { readConfiguration, writeConfiguration } from './directory.ts';
import { exportFrom, takeInAt } from './remote.ts';
import { describeChanges, describeProblem, describeTotals, describeWarning } from './report.ts';

type Place = {
  readonly environment: string;
  readonly without: readonly ResourceKindName[];
  readonly server?: string;
};
type Options = Place & {
  readonly prune?: true;
  readonly dryRun?: true;
  readonly fromNow?: true;
  readonly replace?: true;
  readonly json?: true;
  readonly by?: string;
  readonly note?: string;
};

const COMMAND = 'config';

const exportTo = async (typed: string, options: Place, context: CliContext): Promise<void> => {
  const { terminal, clock } = context;
  const { without } = options;
  const files =
    options.server === undefined
      ? await inSentences(options.environment, () =>
          withDatabase(context, async (database) => {
            const operator = await operatorContext(database, clock, options.environment, operatorOf(COMMAND));
            await requireListsMayLeave(operator, without);
            return exportConfiguration(operator, { without });
          }),
        )
      : await exportFrom(context, options.server, options);
  const directory = context.resolvePath(typed);
  const isStale = (path: string): boolean => isConfigurationPath(path, without);
  const { written, unchanged, deleted } = await writeConfiguration(directory, files, isStale);
  for (const path of deleted) terminal.print(`- ${path}`);
  terminal.print(
    `Exported ${formatCount(files.length)} files of ${options.environment} to ${directory}: ${formatCount(written)} written, ${formatCount(unchanged)} as they were, ${formatCount(deleted.length)} deleted.`,
  );
};

/** What seals the secrets of external calls, as the server of this data does. */
const sealingCalls = async (context: CliContext, database: Database): Promise<ExternalCalls> => {
  const { EXTERNAL_CALL_TARGETS: targets = '' } = context.variables;
  return createExternalCalls({
    installationKey: (await readInstallationKeys(context, database)).sealing,
    allowed: targets
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
    clock: context.clock,
    monotonicMs: () => performance.now(),
  });
};

/** Says in a sentence that files are too large to be kept in a request; undefined for any other error. */
const requestTooLarge = (error: unknown): CliError | undefined => {
  if (!isAppError(error) || error.code !== 'CHANGE-TOO-LARGE') return undefined;
  const { bytes, limitBytes } = error.params;
  return new CliError(
    `A second person approves changes here, and a request holds ${formatCount(Number(limitBytes))} bytes of files; these have ${formatCount(Number(bytes))}. Leave lists out (--without list supportList) and replace them in the console.`,
    { cause: error },
  );
};

/** Files without calls and database lists name no secret, so nothing of them is sealed and no key is needed. */
const NO_SECRETS: SecretBox = {
  seal: () => {
    throw new Error('files without calls and database lists name no secret');
  },
  open: () => undefined,
};

type TakenIn = { readonly report: ImportReport; readonly request: { readonly id: string } | null };

const takeIn = async (typed: string, options: Options, apply: boolean, context: CliContext): Promise<TakenIn> => {
  const files = await readConfiguration(context.resolvePath(typed));
  const { server, prune = false, replace = false, fromNow = false } = options;
  if (server !== undefined) {
    if (options.by !== undefined)
      throw new CliError('--by is for the data of this machine: with --server the owner of the token acts.', {
        exitCode: 2,
      });
    const note = options.note?.trim() ?? '';
    return takeInAt(context, server, options, { files, apply, prune, replace, fromNow, note });
  }
  return inSentences(options.environment, () =>
    withDatabase(context, async (database) => {
      const operator = await operatorContext(
        database,
        context.clock,
        options.environment,
        operatorOf(COMMAND, options.by),
        limitsOf(context),
      );
      const calls = files.some(({ path }) => /^(?:external-calls|database-lists)\//.test(path))
        ? await sealingCalls(context, database)
        : undefined;
      const input = {
        files,
        apply,
        prune,
        replace,
        without: options.without,
        velocityStart: fromNow ? ('fromNow' as const) : ('withHistory' as const),
        calls,
        variable: (name: string) => context.variables[name],
      };
      try {
        if (!apply) return { report: await importConfiguration(operator, input), request: null };
        const note = options.note?.trim() ?? '';
        return await importOrPropose(operator, calls?.secrets ?? NO_SECRETS, importEndpoint, { ...input, note });
      } catch (error) {
        throw requestTooLarge(error) ?? error;
      } finally {
        calls?.close();
      }
    }),
  );
};

const print = ({ report, request }: TakenIn, options: Options, { terminal }: CliContext): void => {
  if (options.json) {
    terminal.print(JSON.stringify({ ...report, request: request?.id ?? null }, null, 2));
    return;
  }
  for (const line of describeChanges(report)) terminal.print(line);
  for (const path of report.ignored) terminal.error(`${path} is no part of a configuration and was left aside.`);
  for (const warning of report.warnings) terminal.error(describeWarning(warning));
};

/** Ends with the list of problems where there are any. */
const refuse = (report: ImportReport, options: Options): void => {
  if (report.problems.length === 0) return;
  if (options.json) throw new CliError('');
  const problems = report.problems.map(describeProblem);
  throw new CliError(
    [
      ...problems,
      `Nothing was changed: ${problems.length === 1 ? 'there is 1 problem' : `there are ${formatCount(problems.length)} problems`}.`,
    ].join('\n'),
  );
};

const diff = async (typed: string, options: Options, context: CliContext): Promise<void> => {
  const taken = await takeIn(typed, options, false, context);
  const { report } = taken;
  print(taken, options, context);
  refuse(report, options);
  const differs = report.changes.length > 0;
  if (!options.json) {
    context.terminal.print(differs ? describeTotals(report) : `${options.environment} is as the files say.`);
  }
  if (differs) throw new CliError('');
};

const bringIn = async (typed: string, options: Options, context: CliContext): Promise<void> => {
  const taken = await takeIn(typed, options, !options.dryRun, context);
  const { report, request } = taken;
  print(taken, options, context);
  refuse(report, options);
  if (options.json) return;
  const end = options.dryRun
    ? 'Nothing was changed: this was a dry run.'
    : request
      ? `Nothing was changed yet: a second person approves changes of ${options.environment}. Request ${request.id} waits in the console under Data > Changes (/changes?change=${request.id}).`
      : `${options.environment} decides by it within two seconds.`;
  context.terminal.print(`${describeTotals(report)}. ${end}`);
};

const WHERE =
  'Works on the data of REDOUBT_DATA, or of DATABASE_URL where that is set, beside a running server; with --server over the network, as the owner of the token in REDOUBT_TOKEN.';

const withPlace = (command: Command): Command =>
  command
    .requiredOption('--environment <id or name>', 'whose configuration')
    .option('--server <url>', 'a server elsewhere; its personal access token stands in REDOUBT_TOKEN')
    .addOption(
      new Option('--without <kinds...>', 'kinds of resources to leave out')
        .choices(RESOURCE_KIND_NAMES)
        .default([], 'none'),
    );

/** `redoubt config export|diff|import` */
export const defineConfig: DefineCommand = (config, context) => {
  addAdoptCommand(config, context);
  withPlace(config.command('export'))
    .description(`Write everything published in an environment as files, one for each resource. ${WHERE}`)
    .argument('<directory>', 'where to write; files of resources that are gone are deleted there')
    .action((directory: string, options: Place) => exportTo(directory, options, context));
  withPlace(config.command('diff'))
    .description(
      `Say what an import would change, and whether it would be refused. Ends with 1 where anything differs. ${WHERE}`,
    )
    .argument('<directory>', 'files as redoubt config export writes them')
    .option('--prune', 'count what only the environment has as deleted')
    .option('--from-now', 'as for import')
    .option('--replace', 'as for import')
    .option('--json', 'print the whole report as JSON')
    .action((directory: string, options: Options) => diff(directory, options, context));
  withPlace(config.command('import'))
    .description(
      `Make an environment decide as the files say: everything, or nothing where anything is refused. ${WHERE}`,
    )
    .argument('<directory>', 'files as redoubt config export writes them')
    .option('--dry-run', 'check and report, and take everything back')
    .option('--prune', 'delete what the files do not have')
    .option('--from-now', 'count new velocities from the next event on, without their history')
    .option('--replace', 'let adopted files take the place of what is there; they only add otherwise')
    .option('--by <name>', 'who changes it, for the activity log; else the user of this machine')
    .option('--note <text>', 'why, for the person who approves it where a second one has to')
    .option('--json', 'print the whole report as JSON')
    .action((directory: string, options: Options) => bringIn(directory, options, context));
};
