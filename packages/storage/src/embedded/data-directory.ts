import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, constants, link, mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BootError } from './boot-error.ts';

/** Less free space than this and PostgreSQL could not write its log through a checkpoint. */
const MINIMUM_FREE_BYTES = 256 * 1024 * 1024;

/** How long a directory in use is waited for before the start is refused. */
const PATIENCE_MS = 1500;
const RETRY_MS = 100;

type Holder = { readonly pid: number; readonly started: string; readonly host: string; readonly nonce: string };

export type DataDirectory = { readonly path: string; readonly release: () => Promise<void> };

/**
 * Start time of a process in clock ticks, so that a reused process number is not taken for the holder; empty for one that
 * has ended, also while its parent has yet to notice (states Z and X).
 */
const startedAt = (pid: number): string => {
  try {
    const [state = '', ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return state === 'Z' || state === 'X' ? '' : (fields[18] ?? '');
  } catch {
    return '';
  }
};

const isAlive = (holder: Holder): boolean => {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return holder.started === startedAt(holder.pid);
};

const readHolder = async (lockFile: string): Promise<Holder | undefined> => {
  try {
    return JSON.parse(await readFile(lockFile, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
};

const unusable = (path: string, error: unknown): BootError => {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BootError(`The disk that holds ${path} is full.`, { cause: error });
  return new BootError(`The data directory ${path} cannot be used (${code}); set REDOUBT_DATA to another one.`, {
    cause: error,
  });
};

/** Not `recursive`: that never ends where a file system takes no directories, such as below `/proc`. */
const makeDirectory = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeDirectory(dirname(path));
    await makeDirectory(path);
  }
};

const checkUsable = async (path: string): Promise<void> => {
  try {
    await makeDirectory(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(path, error);
  }
  const { bavail, bsize } = await statfs(path);
  const freeBytes = bavail * bsize;
  if (freeBytes < MINIMUM_FREE_BYTES) {
    const free = Math.floor(freeBytes / 1024 / 1024);
    throw new BootError(`The disk that holds ${path} has ${free} MB left; at least 256 MB are needed.`);
  }
};

/**
 * Makes the data directory ready and takes it for this process. The lock is a file linked into place, which is atomic;
 * one left by a process that no longer runs is moved away first, so a crash needs no cleaning up.
 */
export const claimDataDirectory = async (directory: string): Promise<DataDirectory> => {
  const path = resolve(directory);
  await checkUsable(path);
  const lockFile = join(path, 'server.lock');
  const mine: Holder = { pid: process.pid, started: startedAt(process.pid), host: hostname(), nonce: randomUUID() };
  const draft = `${lockFile}.${mine.nonce}`;
  const patienceEndsMs = performance.now() + PATIENCE_MS;
  try {
    await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  } catch (error) {
    throw unusable(path, error);
  }
  try {
    for (;;) {
      try {
        await link(draft, lockFile);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, error);
      }
      const holder = await readHolder(lockFile);
      if (holder !== undefined && isAlive(holder)) {
        // Killed a moment ago, it may still be on its way out.
        if (performance.now() < patienceEndsMs) {
          await delay(RETRY_MS);
          continue;
        }
        // Whether a process on another machine lives cannot be seen from here, and two servers would ruin the data.
        const where =
          holder.host === mine.host
            ? `process ${holder.pid}`
            : `process ${holder.pid} on ${holder.host}; if that machine or container is gone, remove ${lockFile}`;
        throw new BootError(`The data directory ${path} is in use by another server (${where}).`);
      }
      const aside = `${draft}.stale`;
      await rename(lockFile, aside).catch(() => undefined);
      const moved = await readHolder(aside);
      // Between reading and moving, another starter may have taken the place: give it back.
      if (moved !== undefined && moved.nonce !== holder?.nonce) await link(aside, lockFile).catch(() => undefined);
      await rm(aside, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
  const release = async (): Promise<void> => {
    if ((await readHolder(lockFile))?.nonce === mine.nonce) await rm(lockFile, { force: true });
  };
  return { path, release };
};
