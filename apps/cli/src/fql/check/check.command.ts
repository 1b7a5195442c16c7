import { type Command, Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import { CliError } from '../../cli-error.ts';
import { excerptOf } from '../files/excerpt.ts';
import { findFiles, type FoundFile } from '../files/find-files.ts';
import { type CheckRun, checkFile, type CheckedFile, type FileProblem } from './check-files.ts';
import { offlineNames, type NameScope } from './name-scope.ts';
import { TEXT_KINDS, type TextKind } from './text-kind.ts';

type CheckOptions = {
  readonly kind?: TextKind;
  readonly assessment?: string;
  readonly environment?: string;
  readonly json?: true;
  readonly acceptTypographicQuotes?: true;
};

const EXTENSIONS = ['.fql', '.yaml', '.yml'];

const countOf = (files: readonly CheckedFile[], severity: string): number =>
  files.flatMap(({ problems }) => problems).filter(({ diagnostic }) => diagnostic.severity === severity).length;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const lineOf = (file: string, { clause, diagnostic, text }: FileProblem): string => {
  const { severity, code, line, column, message } = diagnostic;
  const place = clause === null ? `${file}:${line}:${column}` : `${file} [${clause}] ${line}:${column}`;
  const excerpt = excerptOf(text, line, column);
  return `${place} ${severity} ${code} ${message}${excerpt === '' ? '' : `\n${excerpt}`}`;
};

const asJson = (files: readonly CheckedFile[], errors: number, warnings: number): string =>
  JSON.stringify(
    {
      files: files.map(({ file, problems }) => ({
        file,
        valid: problems.every(({ diagnostic }) => diagnostic.severity !== 'error'),
        diagnostics: problems.map(({ clause, diagnostic }) => {
          const { code, severity, line, column, message, fix } = diagnostic;
          return { clause, code, severity, line, column, message, ...(fix ? { fix: fix.edits } : {}) };
        }),
      })),
      errors,
      warnings,
    },
    null,
    2,
  );

const checkAll = async (
  found: readonly FoundFile[],
  asked: CheckRun,
  context: CliContext,
): Promise<readonly CheckedFile[]> => {
  const files: CheckedFile[] = [];
  for (const file of found) {
    const result = await checkFile(file, asked, context);
    if (result) files.push(result);
    else if (file.isNamed) throw new CliError(`${file.name} holds no rule: it has no "clauses".`, { exitCode: 2 });
  }
  return files;
};

const check = async (names: readonly string[], options: CheckOptions, context: CliContext): Promise<void> => {
  const { kind, assessment, environment } = options;
  const parse = { typographicQuotes: options.acceptTypographicQuotes ? 'accept' : 'reject' } as const;
  const found = await findFiles(names, EXTENSIONS, context);
  const checkWith = (scope: NameScope): Promise<readonly CheckedFile[]> =>
    checkAll(found, { kind, names: scope, options: parse }, context);
  const files =
    environment === undefined
      ? await checkWith(offlineNames(assessment))
      : await (
          await import('./environment-names.ts')
        ).withEnvironmentNames(environment, assessment, context, checkWith);
  if (files.length === 0) throw new CliError('There is nothing to check: no *.fql and no rule files.', { exitCode: 2 });
  const [errors, warnings] = [countOf(files, 'error'), countOf(files, 'warning')];
  if (options.json) {
    context.terminal.print(asJson(files, errors, warnings));
  } else {
    for (const { file, problems } of files) {
      for (const problem of problems) context.terminal.print(lineOf(file, problem));
    }
    context.terminal.error(
      `${plural(files.length, 'file')}, ${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`,
    );
  }
  if (errors > 0) throw new CliError('', { exitCode: 1 });
};

/** `redoubt fql check <files or directories>` */
export const addCheckCommand = (fql: Command, context: CliContext): void => {
  fql
    .command('check')
    .description('Check texts (*.fql) and rule files (*.yaml) as they are checked when a rule is published.')
    .argument('<paths...>', 'files and directories; "-" for standard input')
    .addOption(new Option('--kind <kind>', 'what an *.fql file is').choices(TEXT_KINDS))
    .option(
      '--assessment <name>',
      'whose events the texts read: purchase, accountCreation, accountLogin, or the API name of another',
    )
    .option('--environment <name or id>', 'judge as publishing in this environment would, with its names and limits')
    .option('--json', 'print one JSON document')
    .option('--accept-typographic-quotes', 'read “…” as "…", with a warning')
    .action((paths: readonly string[], options: CheckOptions) => check(paths, options, context));
};
