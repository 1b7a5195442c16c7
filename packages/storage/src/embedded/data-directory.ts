import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  access,
  constants,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BootError } from '../boot-error.ts';

/** Less free space than this and PostgreSQL could not write its log through a checkpoint. */
const MINIMUM_FREE_BYTES = 256 * 1024 * 1024;

/** How long a directory in use is waited for before the start is refused. */
const PATIENCE_MS = 1500;
const RETRY_MS = 100;
/** By then a starter that read a stale lock has moved it, or the lock that another one put in its place meanwhile. */
const SETTLED_MS = 100;

/** How often a holder touches its lock, which is all that another host can see of it. */
const BEAT_MS = 2000;
/**
 * A lock of another host that was not touched for so long, by the clock of the process that looks, has no holder any
 * more.
 */
const SILENCE_MS = 12_000;

type Holder = { readonly pid: number; readonly started: string; readonly host: string; readonly nonce: string };

type DataDirectory = { readonly path: string; readonly release: () => Promise<void> };

export type ClaimOptions = {
  /** Whether the database in the directory answers: one that does is in use, whatever became of its lock. */
  readonly isServed?: () => Promise<boolean>;
  /** Called when another host has taken the directory over, so that nothing may be written to it any more. */
  readonly onLost?: () => void;
  readonly silenceMs?: number;
};

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
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return holder.started === startedAt(holder.pid);
};

const touchedAt = (lockFile: string): Promise<number> =>
  stat(lockFile).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Whether a holder on another host touches its lock while this one looks. Clocks are not compared: they may differ. */
const isTouched = async (lockFile: string, nonce: string, silenceMs: number): Promise<boolean> => {
  const before = await touchedAt(lockFile);
  for (const endMs = performance.now() + silenceMs; performance.now() < endMs;) {
    await delay(RETRY_MS);
    const holder = await readHolder(lockFile);
    if (holder === undefined) return false;
    if (holder.nonce !== nonce || (await touchedAt(lockFile)) !== before) return true;
  }
  return false;
};

/** Touches the lock as long as it is ours. */
const beat = (lockFile: string, nonce: string, onLost: () => void): (() => void) => {
  const tick = async (): Promise<void> => {
    if ((await readHolder(lockFile))?.nonce === nonce) {
      const now = new Date();
      await utimes(lockFile, now, now).catch(() => undefined);
    } else if (existsSync(lockFile)) {
      clearInterval(timer);
      onLost();
    }
  };
  const timer = setInterval(() => void tick(), BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
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
 * one left by a process that no longer runs is moved away first, so a crash needs no cleaning up. Of several starters that
 * find such a lock one may move away what another has just put there; so each of them looks again before it takes the
 * directory for its own. Whether a process on another host runs cannot be seen; it touches its lock instead, and one that
 * falls silent, with a database that does not answer, is gone (a container that came back under another name).
 */
export const claimDataDirectory = async (
  directory: string,
  { isServed = () => Promise.resolve(false), onLost = () => undefined, silenceMs = SILENCE_MS }: ClaimOptions = {},
): Promise<DataDirectory> => {
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
    for (let isContended = false; ; isContended = true) {
      try {
        await link(draft, lockFile);
        if (isContended) await delay(SETTLED_MS);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, error);
      }
      const holder = await readHolder(lockFile);
      if (holder?.nonce === mine.nonce) break;
      const isForeign = holder !== undefined && holder.host !== mine.host;
      const isHeld =
        holder !== undefined &&
        (isForeign ? (await isTouched(lockFile, holder.nonce, silenceMs)) || (await isServed()) : isAlive(holder));
      if (isHeld) {
        // Killed a moment ago, it may still be on its way out.
        if (!isForeign && performance.now() < patienceEndsMs) {
          await delay(RETRY_MS);
          continue;
        }
        const where =
          holder.host === mine.host
            ? `process ${holder.pid}`
            : `process ${holder.pid} on ${holder.host}, which touches ${lockFile} or answers as its database`;
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
  const stopBeating = beat(lockFile, mine.nonce, onLost);
  const release = async (): Promise<void> => {
    stopBeating();
    if ((await readHolder(lockFile))?.nonce === mine.nonce) await rm(lockFile, { force: true });
  };
  return { path, release };
};
