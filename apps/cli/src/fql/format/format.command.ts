import { readFile, writeFile } from 'node:fs/promises';
import { type Diagnostic, format, hasError, parse } from '@redoubt/fql';
import { type Command, Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import { CliError } from '../../cli-error.ts';
import { kindOfText, TEXT_KINDS, type TextKind, toProgramKind } from '../check/text-kind.ts';
import { findFiles, readInput } from '../files/find-files.ts';

type FormatOptions = { readonly kind?: TextKind; readonly check?: true };
type Formatted = { readonly text: string; readonly problems: readonly Diagnostic[] };

/** A text in the house layout, ending with a newline; a text that cannot be read stays as it is. */
const formatText = (kind: TextKind, raw: string): Formatted => {
  const text = raw.replace(/^\uFEFF/, '');
  const program = toProgramKind(kind);
  const { diagnostics } = parse(program, text, { typographicQuotes: 'accept' });
  if (hasError(diagnostics)) return { text: raw, problems: diagnostics.filter(({ severity }) => severity === 'error') };
  const laidOut = format(program, text).trimEnd();
  return { text: laidOut === '' ? '' : `${laidOut}\n`, problems: [] };
};

const report = (name: string, problems: readonly Diagnostic[], context: CliContext): void => {
  for (const { line, column, code, message } of problems)
    context.terminal.error(`${name}:${line}:${column} ${code} ${message}`);
};

const formatInput = async (options: FormatOptions, context: CliContext): Promise<void> => {
  const raw = await readInput(context);
  const { text, problems } = formatText(kindOfText(raw, 'standard input', options.kind), raw);
  report('standard input', problems, context);
  if (!options.check) context.output.write(text);
  if (problems.length > 0 || (options.check && text !== raw)) throw new CliError('', { exitCode: 1 });
};

const formatFiles = async (names: readonly string[], options: FormatOptions, context: CliContext): Promise<void> => {
  const files = await findFiles(names, ['.fql'], context);
  if (files.length === 0) throw new CliError('There is nothing to format: no *.fql files.', { exitCode: 2 });
  let [changed, unreadable] = [0, 0];
  for (const file of files) {
    const raw = await readFile(file.path, 'utf8');
    const { text, problems } = formatText(kindOfText(raw, file.name, options.kind), raw);
    report(file.name, problems, context);
    if (problems.length > 0) unreadable += 1;
    if (text === raw) continue;
    changed += 1;
    context.terminal.print(file.name);
    if (!options.check) await writeFile(file.path, text);
  }
  const verb = options.check ? 'not in layout' : 'changed';
  context.terminal.error(`${files.length} files, ${changed} ${verb}, ${unreadable} unreadable.`);
  if (unreadable > 0 || (options.check && changed > 0)) throw new CliError('', { exitCode: 1 });
};

/** `redoubt fql format [files or directories]` */
export const addFormatCommand = (fql: Command, context: CliContext): void => {
  fql
    .command('format')
    .description('Put texts (*.fql) into the house layout, in place; without paths, standard input to standard output.')
    .argument('[paths...]', 'files and directories; "-" for standard input')
    .addOption(new Option('--kind <kind>', 'what the texts are').choices(TEXT_KINDS))
    .option('--check', 'change nothing; fail where a text is not in layout')
    .action((paths: readonly string[], options: FormatOptions) =>
      paths.length === 0 || (paths.length === 1 && paths[0] === '-')
        ? formatInput(options, context)
        : formatFiles(paths, options, context),
    );
};
