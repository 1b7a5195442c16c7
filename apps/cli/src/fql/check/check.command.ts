import { type Command, Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import { CliError } from '../../cli-error.ts';
import { excerptOf } from '../files/excerpt.ts';
import { findFiles } from '../files/find-files.ts';
import { checkFile, type CheckedFile, type FileProblem } from './check-files.ts';
import { TEXT_KINDS, type TextKind } from './text-kind.ts';

type CheckOptions = {
  readonly kind: TextKind;
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

const check = async (names: readonly string[], options: CheckOptions, context: CliContext): Promise<void> => {
  const parse = { typographicQuotes: options.acceptTypographicQuotes ? 'accept' : 'reject' } as const;
  const found = await findFiles(names, EXTENSIONS, context);
  const checked = await Promise.all(
    found.map(async (file) => {
      const result = await checkFile(file, options.kind, parse);
      if (!result && file.isNamed)
        throw new CliError(`${file.name} holds no rule: it has no "clauses".`, { exitCode: 2 });
      return result;
    }),
  );
  const files = checked.filter((file) => file !== null);
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
    .argument('<paths...>', 'files and directories')
    .addOption(new Option('--kind <kind>', 'what an *.fql file is').choices(TEXT_KINDS).default('decision'))
    .option('--json', 'print one JSON document')
    .option('--accept-typographic-quotes', 'read “…” as "…", with a warning')
    .action((paths: readonly string[], options: CheckOptions) => check(paths, options, context));
};
