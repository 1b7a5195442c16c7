import type { CliContext, DefineCommand } from '../cli-context.ts';
import { exportTenant, importTenant, readPackageKey } from '../boot/tenant-package.ts';
import { formatCount, formatDuration } from '../terminal/format.ts';

const MEGABYTE = 1_000_000;

type Package = { readonly tables: readonly { readonly rows: number; readonly bytes: number }[] };

const sizeOf = ({ tables }: Package): string => {
  const sum = (of: 'rows' | 'bytes'): number => tables.reduce((total, table) => total + table[of], 0);
  return `${formatCount(sum('rows'))} rows, ${(sum('bytes') / MEGABYTE).toFixed(1)} MB`;
};

const runExport = async (
  tenant: string,
  typed: string,
  { geography }: { readonly geography?: string },
  context: CliContext,
): Promise<void> => {
  const { clock, terminal } = context;
  const startMs = clock.now();
  const packageKey = readPackageKey(context);
  const directory = context.resolvePath(typed);
  const made = await exportTenant({ tenant, geography: geography ?? null }, directory, packageKey, context, (table) =>
    terminal.error(`  ${table} …`),
  );
  terminal.print(
    `Exported ${made.tenant?.name}: ${sizeOf(made)} to ${directory} in ${formatDuration(clock.now() - startMs)}.`,
  );
};

const runImport = async (typed: string, context: CliContext): Promise<void> => {
  const { clock, terminal } = context;
  const startMs = clock.now();
  const packageKey = readPackageKey(context);
  const directory = context.resolvePath(typed);
  const { manifest, resealed, unreadable } = await importTenant(directory, packageKey, context, (table) =>
    terminal.error(`  ${table} …`),
  );
  terminal.print(
    `Imported ${manifest.tenant?.name}: ${sizeOf(manifest)}, as they were at ${manifest.takenAt}, in ${formatDuration(clock.now() - startMs)}.`,
  );
  terminal.print(`${formatCount(resealed)} secrets were sealed with a key of this installation.`);
  if (unreadable > 0)
    terminal.print(`${formatCount(unreadable)} secrets could be opened with no key: enter them again.`);
};

/** `redoubt tenant export <tenant> <directory>`, `redoubt tenant import <directory>` */
export const defineTenant: DefineCommand = (tenant, context) => {
  tenant
    .command('export')
    .description(
      'Copy everything of one tenant into a new directory, as it is at this moment; the server may run. REDOUBT_PACKAGE_KEY seals its keys.',
    )
    .argument('<tenant>', 'its name or id')
    .argument('<directory>', 'where to write; must not exist yet, or be empty')
    .option('--geography <code>', 'where the directory is; asked for by a tenant whose data may not leave to anywhere')
    .action((name: string, directory: string, options: { readonly geography?: string }) =>
      runExport(name, directory, options, context),
    );
  tenant
    .command('import')
    .description(
      'Bring a tenant into an installation of its own: a new data directory or an empty database. REDOUBT_PACKAGE_KEY opens its keys.',
    )
    .argument('<directory>', 'a directory that redoubt tenant export wrote')
    .action((directory: string) => runImport(directory, context));
};
