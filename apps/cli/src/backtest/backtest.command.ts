import { stat } from 'node:fs/promises';
import { ASSESSMENTS, BACKTEST_BASELINES, type AssessmentName, type BacktestBaseline } from '@redoubt/domain';
import { isAppError, type AppError } from '@redoubt/kernel';
import { backtestRule, type NamedRule } from '@redoubt/services';
import { Option } from 'commander';
import { findData } from '@redoubt/enrichment';
import { dataLocations } from '../data/locations.ts';
import { withDatabase } from '../boot/data.ts';
import { unknownEnvironment } from '../boot/operator.ts';
import { readInstallationKeys } from '../boot/installation-key.ts';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError, EXIT_INTERRUPTED } from '../cli-error.ts';
import { readRuleFile } from '../fql/files/rule-file.ts';
import { createProgress } from '../terminal/progress.ts';
import { momentOf, type AskedMoment } from './period.ts';
import { reportOf } from './report.ts';

type Options = {
  readonly rule: string;
  readonly environment: string;
  readonly assessment: AssessmentName;
  readonly from: AskedMoment;
  readonly to: AskedMoment;
  readonly baseline: BacktestBaseline;
  readonly json?: true;
};

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const ruleOf = async (given: string, context: CliContext): Promise<NamedRule> => {
  const path = context.resolvePath(given);
  if (!(await isFile(path))) {
    if (/\.ya?ml$/i.test(given)) throw new CliError(`${given} cannot be read: there is no such file.`, { exitCode: 2 });
    return { name: given };
  }
  const file = await readRuleFile(given, path);
  if (file === null) throw new CliError(`${given} holds no rule: it has no clauses.`, { exitCode: 2 });
  if (file.rules.kind !== 'decision') throw new CliError(`${given} holds no decision rule.`, { exitCode: 2 });
  const { clauses } = file.rules;
  const condition = file.rules.condition ?? '';
  return {
    name: file.name,
    text: {
      condition,
      clauses: clauses.map(({ name, code }, index) => ({ name: name ?? `Clause ${index + 1}`, code })),
    },
  };
};

const placesOf = (error: AppError): readonly string[] => {
  const { problems = [] } = error as { readonly problems?: readonly { path: string; message: string }[] };
  return problems.map(({ path, message }) => `  ${path}  ${message}`);
};

/** Refusals that the person can do something about, in words. */
const inSentences = (error: unknown, { rule, environment }: Options): unknown => {
  if (!isAppError(error)) return error;
  const unknown = unknownEnvironment(error, environment);
  if (unknown) return unknown;
  if (error.code === 'RULE-UNKNOWN') return new CliError(`There is no rule or file ${rule}.`);
  if (error.code === 'RULE-NOT-PUBLISHABLE') {
    return new CliError(['The rule has errors:', ...placesOf(error)].join('\n'));
  }
  if (error.code === 'BACKTEST-TOO-LARGE') {
    return new CliError('The lists and velocities of this period take more memory than there is; try a shorter one.');
  }
  return error;
};

const backtest = async (options: Options, context: CliContext): Promise<void> => {
  const { clock, terminal, stop } = context;
  const [from, to] = [options.from(clock.now()), options.to(clock.now())];
  if (from >= to) throw new CliError('The period ends before it begins.');
  const rule = await ruleOf(options.rule, context);
  const progress = createProgress(terminal, clock, 'events');
  try {
    const { environment, assessment, baseline } = options;
    const { environmentName, ruleName, tried, result } = await withDatabase(context, async (database) =>
      backtestRule({
        database,
        clock,
        installationKey: (await readInstallationKeys(context, database)).hashing,
        data: findData(dataLocations(context)),
        environment,
        assessment,
        rule,
        baseline,
        from,
        to,
        onProgress: ({ eventsDone, eventsTotal }) =>
          progress.update({ count: eventsDone, share: eventsTotal === 0 ? 1 : eventsDone / eventsTotal }),
        signal: stop,
      }),
    );
    progress.finish();
    const facts = { environment: environmentName, assessment, rule: ruleName, tried, baseline };
    if (options.json) {
      terminal.print(JSON.stringify({ ...facts, from: from.toISOString(), to: to.toISOString(), ...result }, null, 2));
      return;
    }
    const compared = baseline === 'today' ? 'the rules of today' : 'what was decided';
    const what = tried === 'given' ? ruleName : `${ruleName} (${tried})`;
    terminal.print(
      `${what} in ${environmentName}, ${from.toISOString()} to ${to.toISOString()}, compared with ${compared}.`,
    );
    terminal.print(reportOf(result));
  } catch (error) {
    progress.finish();
    if (stop.aborted) throw new CliError('Stopped.', { exitCode: EXIT_INTERRUPTED });
    throw inSentences(error, options);
  }
};

/** `redoubt backtest` */
export const defineBacktest: DefineCommand = (command, context) => {
  command
    .requiredOption(
      '--rule <file or name>',
      'a rule file (docs/language/cli.md), which takes the place of the rule it names; or a rule: its draft, else what is published',
    )
    .requiredOption('--environment <id or name>', 'where the rule runs; environments below it count as well')
    .addOption(new Option('--assessment <name>', 'whose rules and events').choices(ASSESSMENTS).default('purchase'))
    .addOption(
      new Option('--from <time>', 'first event time: a date, an age such as 30d or 12h, or start')
        .argParser(momentOf)
        .default(momentOf('30d'), '30d'),
    )
    .addOption(
      new Option('--to <time>', 'end of the period, in the same ways')
        .argParser(momentOf)
        .default(momentOf('now'), 'now'),
    )
    .addOption(
      new Option(
        '--baseline <which>',
        'compare with the rules of today, or with what was decided (recorded): then the tried rule is the only difference',
      )
        .choices(BACKTEST_BASELINES)
        .default('today'),
    )
    .option('--json', 'print the whole result as JSON')
    .action((options: Options) => backtest(options, context));
};
