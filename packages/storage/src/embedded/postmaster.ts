import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
    // A zombie still has its number but serves nobody.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
};

/** The server that runs on a cluster directory, if its process exists: one that outlived a crash of ours is adopted. */
export const findPostmaster = async (directory: string): Promise<Postmaster | undefined> => {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const socketDirectory = lines[4] ?? '';
  if (!Number.isInteger(pid) || pid <= 0 || socketDirectory === '') return undefined;
  return isRunning(pid) ? { pid, socketDirectory } : undefined;
};

/** Asks whether the server answers; says why not where it does not. */
export const probe = async (config: pg.ClientConfig): Promise<'up' | 'starting' | 'unreachable'> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return 'up';
  } catch (error) {
    // 57P03: starting up, recovering or shutting down.
    return (error as { code?: string }).code === '57P03' ? 'starting' : 'unreachable';
  } finally {
    await client.end().catch(() => undefined);
  }
};
