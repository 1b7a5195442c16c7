import { newOperatorKey, openNodeKeys, type NodeKeys, type OperatorKeys } from '@redoubt/services';
import { BootError, type Database } from '@redoubt/storage';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from './settings/settings.ts';

type KeySettings = Pick<Settings, 'REDOUBT_KEY' | 'REDOUBT_KEY_PREVIOUS' | 'REDOUBT_DATA' | 'DATABASE_URL'>;

const MIN_CHARACTERS = 32;

/** The key in the data directory; undefined where there is none. */
const keptKey = async (file: string): Promise<string | undefined> => {
  try {
    const kept = (await readFile(file, 'utf8')).trim();
    if (kept.length >= MIN_CHARACTERS) return kept;
    throw new BootError(`The key in ${file} is damaged; restore it, or set REDOUBT_KEY.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The operator's key: `REDOUBT_KEY`, else the one of the data directory, which a first start with the embedded database
 * makes, readable by the owner alone. A database that others may use gets no key that only this directory has.
 */
export const operatorKeys = async (settings: KeySettings): Promise<OperatorKeys> => {
  const { REDOUBT_KEY: given, REDOUBT_KEY_PREVIOUS: previous, REDOUBT_DATA: directory, DATABASE_URL } = settings;
  if (given !== undefined) return { key: given, previous };
  const file = join(directory, 'installation.key');
  const kept = await keptKey(file);
  if (kept !== undefined) return { key: kept, previous };
  if (DATABASE_URL !== undefined) {
    throw new BootError(
      'DATABASE_URL needs REDOUBT_KEY, the same on every node of that database and at least 32 characters long: make one with "openssl rand -base64 32" and keep it with your other secrets.',
    );
  }
  const made = newOperatorKey();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return { key: made };
};

/** Keys of the installation, and the operator's that opened them. @throws `BootError` with another operator's key. */
export const loadInstallationKeys = async (
  database: Database,
  settings: KeySettings,
): Promise<NodeKeys & { readonly operator: OperatorKeys }> => {
  const operator = await operatorKeys(settings);
  return { ...(await openNodeKeys(database, operator)), operator };
};
