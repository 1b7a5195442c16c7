import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export type Postmaster = { readonly pid: number; readonly socketDirectory: string };

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    // A zombie still has its number but serves no connection.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
};

/** On Linux, whether a process is one of PostgreSQL's; elsewhere its number must do. */
const isPostgres = (pid: number): boolean => {
  if (process.platform !== 'linux') return isRunning(pid);
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' && isRunning(pid);
  } catch {
    return false;
  }
};

/** True while any process of a server works in the directory, be its parent dead or alive. */
const isInUse = (directory: string): boolean =>
  readdirSync('/proc')
    .map(Number)
    .some((pid) => {
      if (!Number.isInteger(pid) || !isPostgres(pid)) return false;
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === directory;
      } catch {
        return false;
      }
    });

/**
 * Removes the note of a server that is gone when its process number now belongs to something else, as happens where
 * numbers start again with every container: PostgreSQL would refuse to start beside it.
 */
export const removeStaleNote = async (directory: string): Promise<void> => {
  if (process.platform !== 'linux') return;
  const note = join(directory, 'postmaster.pid');
  const pid = Number((await readFile(note, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid > 0 && isRunning(pid) && !isPostgres(pid) && !isInUse(directory)) await rm(note, { force: true });
};

/** The server that runs on a cluster directory, if its process exists: one that outlived a crash of ours is adopted. */
export const findPostmaster = async (directory: string): Promise<Postmaster | undefined> => {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const socketDirectory = lines[4] ?? '';
  if (!Number.isInteger(pid) || pid <= 0 || socketDirectory === '') return undefined;
  return isPostgres(pid) ? { pid, socketDirectory } : undefined;
};

/** Asks whether the server answers; says why not where it does not. Any answer will do where the login is not known. */
export const probe = async (
  config: pg.ClientConfig,
  { refusedIsUp = false }: { readonly refusedIsUp?: boolean } = {},
): Promise<'up' | 'starting' | 'unreachable'> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return 'up';
  } catch (error) {
    // 28: it answers, and refuses the login.
    if (refusedIsUp && (error as { code?: string }).code?.startsWith('28') === true) return 'up';
    // 57P03: starting up, recovering or shutting down.
    return (error as { code?: string }).code === '57P03' ? 'starting' : 'unreachable';
  } finally {
    await client.end().catch(() => undefined);
  }
};
