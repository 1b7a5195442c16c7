import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openNodeKeys, type NodeKeys, type OperatorKeys } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';

/** Where a node without `REDOUBT_KEY` keeps its key. */
export const keyFileOf = ({ dataDirectory }: CliContext): string => join(dataDirectory, 'installation.key');

/** Readable by the owner alone, and never half a file. */
export const keepKey = async (file: string, key: string): Promise<void> => {
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
};

/** The operator's key of this data: `REDOUBT_KEY`, else the file its server keeps. */
export const readOperatorKeys = async (context: CliContext): Promise<OperatorKeys> => {
  const { REDOUBT_KEY: given, REDOUBT_KEY_PREVIOUS: previous } = context.variables;
  const before = previous ? { previous } : {};
  if (given) return { key: given, ...before };
  const file = keyFileOf(context);
  try {
    return { key: (await readFile(file, 'utf8')).trim(), ...before };
  } catch (error) {
    throw new CliError(
      `${file} cannot be read, without which nothing can be hashed as the server does; set REDOUBT_KEY or REDOUBT_DATA.`,
      {
        cause: error,
        exitCode: 2,
      },
    );
  }
};

/** What the server of this data hashes and seals with. */
export const readInstallationKeys = async (context: CliContext, database: Database): Promise<NodeKeys> =>
  openNodeKeys(database, await readOperatorKeys(context));
