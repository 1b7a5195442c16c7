import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DATA_FILES,
  DataError,
  FACT_KINDS,
  findData,
  openData,
  type DataKind,
  type DataLocations,
  type EnrichmentData,
} from '@redoubt/enrichment';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { dataLocations, SETTINGS } from './locations.ts';

type Options = Partial<Readonly<Record<DataKind, string>>>;

/** Opens every file; one that cannot be used is a sentence. */
const openAll = async (locations: DataLocations): Promise<EnrichmentData> => {
  const data = openData(findData(locations), { onProblem: () => undefined, strict: true });
  try {
    await data.warm(FACT_KINDS);
  } catch (error) {
    if (error instanceof DataError) throw new CliError(error.message, { cause: error });
    throw error;
  }
  return data;
};

const print = (data: EnrichmentData, { terminal }: CliContext): void => {
  const files = data.loaded();
  if (files.length === 0) terminal.print('There are no data files; Geo and BIN functions find nothing.');
  for (const { kind, version, size } of files) terminal.print(`${kind}: ${version}, ${size}`);
};

const show = async (context: CliContext): Promise<void> => print(await openAll(dataLocations(context)), context);

/** Puts a checked file where the server looks; in one step, so that no reader sees half of it. */
const install = async (from: string, directory: string, kind: DataKind): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const target = join(directory, DATA_FILES[kind]);
  const part = `${target}.${process.pid}.part`;
  try {
    await copyFile(from, part);
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
};

const refresh = async (options: Options, context: CliContext): Promise<void> => {
  const locations = dataLocations(context);
  const given = (Object.keys(DATA_FILES) as DataKind[]).flatMap((kind) => {
    const path = options[kind];
    return path === undefined ? [] : [{ kind, path: context.resolvePath(path) }];
  });
  if (given.length === 0) throw new CliError('Name at least one file: --city, --asn, --bins or --markets.');
  const named = given.find(({ kind }) => locations.files[kind] !== undefined);
  if (named) {
    const setting = SETTINGS[named.kind];
    throw new CliError(`${setting} names the file in use: replace that one, or take the setting away.`);
  }
  // Together with what is there already: nothing is installed unless all of it can be used.
  const files = Object.fromEntries(given.map(({ kind, path }) => [kind, path]));
  print(await openAll({ ...locations, files }), context);
  for (const { kind, path } of given) await install(path, locations.directory, kind);
  context.terminal.print('Installed. A running server takes them up within seconds.');
};

/** `redoubt data show | refresh` */
export const defineData: DefineCommand = (data, context) => {
  data
    .command('show')
    .description('Open the files in use and say which editions they are.')
    .action(() => show(context));
  data
    .command('refresh')
    .description('Check newer files and put them where the server looks. It takes them up without a restart.')
    .option('--city <file>', 'MMDB file of places by IP address')
    .option('--asn <file>', 'MMDB or CSV file of networks by IP address')
    .option('--bins <file>', 'CSV file of issuers by the first digits of a card')
    .option('--markets <file>', 'CSV file of country code and market code')
    .action((options: Options) => refresh(options, context));
};
