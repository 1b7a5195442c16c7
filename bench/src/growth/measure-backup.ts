import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBackup, type BackupManifest } from '@redoubt/storage';
import { median } from '../measure/median.ts';
import { pathTo } from '../child.ts';
import type { Figure } from './figures.ts';
import { besideNothing } from './grow.ts';
import type { GrownServer } from './grown-server.ts';
import { PACE, sendLoad, type Load } from './measure-decisions.ts';

/** Length of the stretches beside a backup; one that it does not outlast is left out. */
const STRETCH_SECONDS = 5;

/** Runs the command line on a data directory; gives how long it took. @throws with what it wrote where it fails. */
const redoubt = async (dataDirectory: string, ...words: readonly string[]): Promise<number> => {
  const startMs = performance.now();
  const command = spawn(process.execPath, [pathTo('../../apps/cli/src/main.ts'), ...words], {
    env: { ...process.env, REDOUBT_DATA: dataDirectory, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const written: string[] = [];
  command.stderr.on('data', (chunk: Buffer) => written.push(String(chunk)));
  const [code] = (await once(command, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`redoubt ${words.join(' ')} ended with ${code}: ${written.join('').slice(-600)}`);
  return performance.now() - startMs;
};

/** Restores a backup into a new directory: how long that took. @throws where it holds other events than the backup says. */
const restore = async (directory: string, manifest: BackupManifest): Promise<number> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-restored-'));
  try {
    const tookMs = await redoubt(dataDirectory, 'restore', directory);
    const [found] = await besideNothing(dataDirectory, (query) =>
      query<Readonly<Record<string, number>>>(
        `select (select count(*)::float8 from event_identity) as event_identity,
                (select count(*)::float8 from event_search) as event_search,
                (select count(*)::float8 from event_link) as event_link,
                (select count(*)::float8 from report_event) as report_event,
                (select sum(event_count)::float8 from segment) as events`,
      ),
    );
    const { events, ...rows } = found ?? {};
    const wanted = (name: string): number | undefined => manifest.tables.find((table) => table.name === name)?.rows;
    const unlike = Object.entries(rows).filter(([name, count]) => count !== wanted(name));
    if (unlike.length > 0 || events !== wanted('event_identity'))
      throw new Error(`restored ${JSON.stringify(found)}, the backup has ${wanted('event_identity')} events`);
    return tookMs;
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

/**
 * A backup by the command line while events come in at a constant rate: its time and size, the check of its files, and how long answers took
 * meanwhile.
 *
 * @param isRestored whether it is brought into a new directory, too.
 */
export const measureBackup = async (
  load: Load,
  server: GrownServer,
  isRestored: boolean,
): Promise<readonly Figure[]> => {
  const parent = await mkdtemp(join(tmpdir(), 'redoubt-backup-'));
  const directory = join(parent, 'backup');
  try {
    let isOver = false;
    const backup = redoubt(server.dataDirectory, 'backup', directory).finally(() => {
      isOver = true;
    });
    backup.catch(() => undefined);
    const beside: { readonly perSecond: number; readonly p50: number; readonly p99: number }[] = [];
    while (!isOver) {
      const { answered, elapsedMs, latencyMs } = await sendLoad(load, server, PACE, STRETCH_SECONDS);
      const { p50, p99 } = latencyMs;
      if (!isOver || beside.length === 0) beside.push({ perSecond: (answered * 1000) / elapsedMs, p50, p99 });
    }
    const tookMs = await backup;
    const checkMs = performance.now();
    const { manifest } = await checkBackup(directory);
    const checkedMs = performance.now() - checkMs;
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
    return [
      { what: 'backup', value: tookMs / 1000, unit: 's' },
      { what: 'backup, size', value: bytes / 1e6, unit: 'MB' },
      { what: 'backup, size of an event', value: bytes / manifest.position, unit: 'B' },
      { what: 'backup, its files checked', value: checkedMs / 1000, unit: 's' },
      { what: 'decisions beside the backup', value: median(beside.map(({ perSecond }) => perSecond)), unit: '/s' },
      { what: 'p50 beside the backup', value: median(beside.map(({ p50 }) => p50)), unit: 'ms' },
      { what: 'p99 beside the backup', value: median(beside.map(({ p99 }) => p99)), unit: 'ms' },
      { what: 'p99 beside the backup, worst stretch', value: Math.max(...beside.map(({ p99 }) => p99)), unit: 'ms' },
      ...(isRestored
        ? [{ what: 'restore', value: (await restore(directory, manifest)) / 1000, unit: 's' } as const]
        : []),
    ];
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
};
