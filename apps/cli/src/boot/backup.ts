import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  backUp,
  checkBackup,
  reachEmbeddedPostgres,
  restoreBackup,
  silentLogger,
  startEmbeddedPostgres,
  type BackupManifest,
  type CheckedBackup,
  type RestoredKeys,
} from '@redoubt/storage';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { externalServer, inWords, withServer } from './data.ts';

/** The secret behind keyed hashes: without it what is masked or erased no longer matches what comes in. */
const KEY_FILE = 'installation.key';

const readKey = (directory: string): Promise<string | undefined> =>
  readFile(join(directory, KEY_FILE), 'utf8').catch(() => undefined);

/** Copies the database and the installation key into a new directory. */
export const backUpData = (
  directory: string,
  context: CliContext,
  progress: (table: string) => void,
): Promise<BackupManifest> =>
  withServer(context, async (server) => {
    const takenAt = new Date(context.clock.now());
    const manifest = await backUp({ server, directory, takenAt, progress, stop: context.stop });
    const key = join(context.dataDirectory, KEY_FILE);
    if (existsSync(key)) await copyFile(key, join(directory, KEY_FILE));
    return manifest;
  });

const requireSameKey = async (directory: string, dataDirectory: string): Promise<void> => {
  const [kept, there] = [await readKey(directory), await readKey(dataDirectory)];
  if (kept === undefined || there === undefined || kept === there) return;
  throw new CliError(
    `${dataDirectory} holds the key of another installation; set REDOUBT_DATA to a new directory to restore into.`,
  );
};

const restoreKey = async (directory: string, dataDirectory: string): Promise<void> => {
  const key = join(directory, KEY_FILE);
  if (!existsSync(key)) return;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await copyFile(key, join(dataDirectory, KEY_FILE));
};

const startNew = async (dataDirectory: string) => {
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  return { server, release: () => server.stop() };
};

type Restoring = {
  readonly backup: CheckedBackup;
  /** Of a package of one tenant, sealed for the installation it comes into. */
  readonly keys?: RestoredKeys;
  readonly progress: (table: string) => void;
};

const intoDataDirectory = async (restoring: Restoring, context: CliContext): Promise<void> => {
  const { dataDirectory, stop } = context;
  const home = join(dataDirectory, 'postgres');
  // What a restore that was killed left behind is empty, so it may be filled; anything else is refused below.
  const wasThere = existsSync(home);
  const { server, release } = wasThere
    ? await reachEmbeddedPostgres({ dataDirectory, log: silentLogger })
    : await startNew(dataDirectory);
  let isRestored = false;
  try {
    await restoreBackup({ server, ...restoring, stop });
    isRestored = true;
  } finally {
    await release();
    if (!isRestored && !wasThere) await rm(home, { recursive: true, force: true });
  }
};

/** Fills a new data directory, or the empty database of `DATABASE_URL`. */
export const restoreInto = async (restoring: Restoring, context: CliContext): Promise<void> => {
  const server = externalServer(context);
  if (server === undefined) await intoDataDirectory(restoring, context);
  else await restoreBackup({ server, ...restoring, stop: context.stop });
};

/** Brings a backup into a new data directory, or into the empty database of `DATABASE_URL`. */
export const restoreData = (
  directory: string,
  context: CliContext,
  progress: (table: string) => void,
): Promise<BackupManifest> =>
  inWords(async () => {
    await requireSameKey(directory, context.dataDirectory);
    const backup = await checkBackup(directory);
    await restoreInto({ backup, progress }, context);
    await restoreKey(directory, context.dataDirectory);
    return backup.manifest;
  });
