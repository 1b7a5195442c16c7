import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLog,
  openDatabase,
  reachEmbeddedPostgres,
  silentLogger,
  type Database,
  type Log,
} from '@redoubt/storage';
import { aPurchase } from '@redoubt/testing/database';
import { demonstrationFacts, freePort, spawnServer, untilReady, type ServerProcess } from '@redoubt/testing/durability';
import type { Machine } from '../measure/machine.ts';
import { readMetric } from '../measure/metrics.ts';
import { cpuMsOf } from '../measure/processes.ts';
import { appendToSection } from '../measure/result-table.ts';
import { multiplyLog } from './stored-events.ts';

/** Events that are stored by the log and written again. */
const ONCE = 20_000;
/** Of velocities, after the others: as many as bring about a snapshot, and more. */
const COUNTED = 60_000;
const KEYS = 50_000;
const SNAPSHOT_EVENTS = 50_000;
const NEVER = '1000000000';
const IN_FLIGHT = 2000;
const ROUNDS = 3;
const POLL_MS = 250;
const PATIENCE_MS = 1_200_000;

export type StoredRestartFigures = {
  readonly events: number;
  readonly bytes: number;
  /** From SIGKILL to `ready`, and processor time of the server until then, in milliseconds. */
  readonly rounds: readonly { readonly elapsedMs: number; readonly cpuMs: number }[];
};

type Place = { readonly tenantId: string; readonly environmentId: string };

const append = async (log: Log, place: Place, count: number, keys: number | null): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const event = next++;
      // Sum, the two halves of a hash, and an amount.
      const contributions =
        keys === null ? [] : [1, event % keys, Math.imul((event % keys) + 1, 0x9e37_79b1) >>> 0, 15_000];
      await log.append(aPurchase(place, { contributions }));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
};

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > endMs) throw new Error('The server did not come so far in time.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const bytesOf = async (database: Database): Promise<number> => {
  const { rows } = await database.pools.ingest.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return rows[0]?.bytes ?? 0;
};

/** Time to ready again after a kill, over so many stored events and a snapshot of velocities behind them. */
export const measureStoredRestart = async (
  events: number,
  say: (text: string) => void,
): Promise<StoredRestartFigures> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-stored-'));
  const port = await freePort();
  const spawn = (snapshotEvents: string): ServerProcess =>
    spawnServer({ dataDirectory, port, variables: { VELOCITY_SNAPSHOT_EVENTS: snapshotEvents } });
  let server = spawn(NEVER);
  try {
    await untilReady(server);
    const facts = await demonstrationFacts(dataDirectory);
    await server.kill();
    const reached = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
    const database = await openDatabase({ server: reached.server, log: silentLogger });
    /** A log reserves numbers of batches, so it is opened anew after they were written by hand. */
    const store = async (count: number, keys: number | null): Promise<void> => {
      const log = createLog(database, { timeoutMs: PATIENCE_MS });
      try {
        await append(log, facts, count, keys);
      } finally {
        await log.close();
      }
    };
    try {
      await store(ONCE, null);
      const stored = await multiplyLog(reached.server, facts, Math.ceil(events / ONCE) - 1);
      say(`  ${stored} positions of the log are written`);
      server = spawn(String(SNAPSHOT_EVENTS));
      const position = (name: string): Promise<number> => readMetric(server.origin, `redoubt_velocity_${name}`);
      await until(async () => (await position('position')) >= stored);
      say('  the server has looked at all of them');
      await store(COUNTED, KEYS);
      await until(async () => (await position('snapshot_position')) > stored);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const startMs = performance.now();
        await server.kill();
        server = spawn(NEVER);
        await untilReady(server);
        rounds.push({ elapsedMs: performance.now() - startMs, cpuMs: await cpuMsOf(server.pid, false) });
      }
      return { events: stored + COUNTED, bytes: await bytesOf(database), rounds };
    } finally {
      await database.close();
      await reached.release();
    }
  } finally {
    await Promise.allSettled([server.stop()]);
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

const SECTION = {
  file: 'restart.md',
  title: '# Ready again with a million keys',
  heading: 'With many stored events',
  head: `
Lines per run of \`npm run bench -- restart-stored --events <n>\`: the log of some thousand purchases is written again until it holds so many, then
60,000 more that velocities count, and a snapshot. Times from the SIGKILL of the server to its first \`ready\`, processor time in brackets, of
each round. Goal: below 10 s with 10 million events.

| Run | Machine | Stored events | Database | Rounds | Load |
|---|---|---|---|---|---|
`,
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Adds a run to the results of restarts; gives its line. */
export const saveStoredRestart = (
  directory: string,
  at: string,
  machine: Machine,
  { events, bytes, rounds }: StoredRestartFigures,
): Promise<string> =>
  appendToSection(directory, SECTION, [
    [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      events.toLocaleString('en-US'),
      `${(bytes / 2 ** 30).toFixed(1)} GiB`,
      rounds.map(({ elapsedMs, cpuMs }) => `${seconds(elapsedMs)} (${seconds(cpuMs)})`).join(', '),
      (loadavg()[0] ?? 0).toFixed(1),
    ],
  ]);
