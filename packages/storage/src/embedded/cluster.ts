import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { BootError } from '../boot-error.ts';
import type { Launcher } from './launcher.ts';

/** Passwords of the embedded server's roles; only the local socket accepts them. */
export type Secrets = {
  readonly admin: string;
  readonly owner: string;
  readonly app: string;
  readonly ingest: string;
};

export type Cluster = { readonly directory: string; readonly secrets: Secrets };

export const ADMIN_ROLE = 'redoubt_admin';

const secret = (): string => randomBytes(24).toString('base64url');

export const readSecrets = async (file: string): Promise<Secrets> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets;
  } catch (error) {
    throw new BootError(`The passwords of the embedded database in ${file} cannot be read; restore that file.`, {
      cause: error,
    });
  }
};

const checkVersion = async (directory: string, majorVersion: number): Promise<void> => {
  const found = Number.parseInt(await readFile(join(directory, 'PG_VERSION'), 'utf8'), 10);
  if (found === majorVersion) return;
  throw new BootError(
    `The data in ${directory} was written by PostgreSQL ${found}, this release brings PostgreSQL ${majorVersion}; ` +
      'restore a backup into a new data directory.',
  );
};

const initialise = async (home: string, binaries: Binaries, launcher: Launcher): Promise<void> => {
  const draft = join(home, 'data.new');
  const passwordFile = join(home, 'initial-password');
  const secrets: Secrets = { admin: secret(), owner: secret(), app: secret(), ingest: secret() };
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, secrets.admin, { mode: 0o600 });
  await launcher.own(home);
  const { file, args } = launcher.command(binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${ADMIN_ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // The process that opens a new file of the log waits until it is filled with zeros: 50 ms for the usual 16 MB.
    '--wal-segsize=1',
    '--locale=C.UTF-8',
    '--encoding=UTF8',
  ]);
  try {
    await promisify(execFile)(file, args, launcher.identity);
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr);
    if (/no space left/i.test(output)) throw new BootError(`The disk that holds ${home} is full.`, { cause: error });
    const reason = /error: (.*)/.exec(output)?.[1] ?? 'initdb ended without a reason';
    throw new BootError(`The embedded database cannot be created in ${home}: ${reason}.`, { cause: error });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await writeFile(join(home, 'secrets.json'), JSON.stringify(secrets, null, 2), { mode: 0o600 });
  // Last step: a directory under its final name is complete.
  await rename(draft, join(home, 'data'));
};

/** Finds or creates the database cluster below `home`. */
export const prepareCluster = async (home: string, binaries: Binaries, launcher: Launcher): Promise<Cluster> => {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const directory = join(home, 'data');
  if (existsSync(directory)) await launcher.own(home);
  else await initialise(home, binaries, launcher);
  await checkVersion(directory, binaries.majorVersion);
  return { directory, secrets: await readSecrets(join(home, 'secrets.json')) };
};
