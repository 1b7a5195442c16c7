import { backUpData, restoreData } from '../boot/backup.ts';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { formatCount, formatDuration } from '../terminal/format.ts';

const MEGABYTE = 1_000_000;

type Size = { readonly position: number; readonly tables: readonly { readonly bytes: number }[] };

const sizeOf = ({ position, tables }: Size): string => {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return `${formatCount(position)} events, ${(bytes / MEGABYTE).toFixed(1)} MB`;
};

const backup = async (typed: string, context: CliContext): Promise<void> => {
  const { clock, terminal } = context;
  const startMs = clock.now();
  const directory = context.resolvePath(typed);
  const manifest = await backUpData(directory, context, (table) => terminal.error(`  ${table} …`));
  terminal.print(`Backed up ${sizeOf(manifest)} to ${directory} in ${formatDuration(clock.now() - startMs)}.`);
};

const restore = async (typed: string, context: CliContext): Promise<void> => {
  const { clock, terminal } = context;
  const startMs = clock.now();
  const directory = context.resolvePath(typed);
  const manifest = await restoreData(directory, context, (table) => terminal.error(`  ${table} …`));
  terminal.print(
    `Restored ${sizeOf(manifest)}, as they were at ${manifest.takenAt}, in ${formatDuration(clock.now() - startMs)}.`,
  );
};

/** `redoubt backup <directory>`, `redoubt restore <directory>` */
export const defineBackup: DefineCommand = (command, context) => {
  command
    .argument('<directory>', 'where to write; must not exist yet, or be empty')
    .action((directory: string) => backup(directory, context));
};

/** `redoubt restore <directory>` */
export const defineRestore: DefineCommand = (command, context) => {
  command
    .argument('<directory>', 'a directory that redoubt backup wrote')
    .action((directory: string) => restore(directory, context));
};
