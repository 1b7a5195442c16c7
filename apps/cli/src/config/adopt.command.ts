import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiNameProblem, ASSESSMENTS, nameKey } from '@redoubt/domain';
import { adoptFiles, type AdoptNote, type ConfigurationFile } from '@redoubt/services';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { findFiles } from '../fql/files/find-files.ts';
import { formatCount } from '../terminal/format.ts';
import { writeConfiguration } from './directory.ts';

type Options = { readonly into: string; readonly assessment: string };

const EXTENSIONS = ['.csv', '.tsv', '.txt', '.fql', '.md', '.json'];
const REPORT = 'adopted.md';

const textOf = async (name: string, path: string): Promise<string> => {
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CliError(`${name} is not encoded as UTF-8; save it again as such.`, { cause: error, exitCode: 2 });
  }
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The notes as a table that can be worked off in a review. */
const reportOf = (notes: readonly AdoptNote[]): string =>
  [
    '# What needs a hand',
    '',
    '| | File | Line | Why | What to do |',
    '|---|---|---|---|---|',
    ...notes.map(({ path, line, reason, remedy, isLost }) =>
      [
        '',
        ` ${isLost ? 'left out' : 'look'} `,
        ` ${cell(path)} `,
        ` ${line === 0 ? '' : line} `,
        ` ${cell(reason)} `,
        ` ${cell(remedy)} `,
        '',
      ].join('|'),
    ),
    '',
  ].join('\n');

/** One of the product in whatever letter case, or an API name as it is written. */
const assessmentOf = (given: string): string => {
  const found = ASSESSMENTS.find((each) => nameKey(each) === nameKey(given));
  if (found === undefined && apiNameProblem(given, []) !== null) {
    throw new CliError(`${given} cannot be the API name of an assessment.`, { exitCode: 2 });
  }
  return found ?? given;
};

const adopt = async (names: readonly string[], options: Options, context: CliContext): Promise<void> => {
  const { terminal } = context;
  const found = await findFiles(names, EXTENSIONS, context);
  if (found.length === 0) throw new CliError('There is nothing to adopt there.', { exitCode: 2 });
  const given: ConfigurationFile[] = [];
  for (const { name, path } of found) given.push({ path: name, text: await textOf(name, path) });
  const { files, rules, actions, velocitySets, lists, notes } = await adoptFiles(
    given,
    assessmentOf(options.assessment),
  );
  const directory = context.resolvePath(options.into);
  await writeConfiguration(directory, [...files, { path: REPORT, text: reportOf(notes) }], () => false);
  for (const { path, line, reason, remedy, isLost } of notes) {
    const place = line === 0 ? path : `${path}:${line}`;
    terminal.print(`${isLost ? '!' : '?'} ${place}: ${reason}\n    ${remedy}`);
  }
  const counts = `rules ${formatCount(rules)}, actions ${formatCount(actions)}, velocity sets ${formatCount(velocitySets)}, lists ${formatCount(lists)}`;
  terminal.print(`Written to ${directory}: ${counts}.`);
  if (notes.length > 0) {
    const lost = notes.filter(({ isLost }) => isLost).length;
    terminal.print(
      `To look at ${formatCount(notes.length - lost)}, left out ${formatCount(lost)}: ${join(directory, REPORT)} has them all.`,
    );
  }
};

/** `redoubt config adopt <files or directories...> --into <directory>` */
export const addAdoptCommand = (config: Command, context: CliContext): void => {
  config
    .command('adopt')
    .description(
      'Turn what a customer of Dynamics 365 Fraud Protection still has (pasted rules, actions and velocities, CSV lists, template files) into files for redoubt config import, with a report of what needs a hand.',
    )
    .argument('<files or directories...>', `files (${EXTENSIONS.join(', ')}), or directories of them`)
    .requiredOption('--into <directory>', 'where to write the configuration')
    .option(
      '--assessment <name>',
      `whose rules they are: ${ASSESSMENTS.join(', ')}, or the API name of one of your own`,
      'purchase',
    )
    .action((names: string[], options: Options) => adopt(names, options, context));
};
