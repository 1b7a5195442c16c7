import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, type Id } from '@redoubt/kernel';
import { createLog, openDatabase, reachEmbeddedPostgres, silentLogger, type Log } from '@redoubt/storage';
import { aPurchase } from '@redoubt/testing/database';
import { demonstrationFacts, freePort, spawnServer, untilReady, type ServerProcess } from '@redoubt/testing/durability';
import { readMachine, type Machine } from './measure/machine.ts';
import { readMetric } from './measure/metrics.ts';
import { cpuMsOf, memoryBytesOf } from './measure/processes.ts';
import { appendResults } from './measure/result-table.ts';

const KEYS = 1_000_000;
const ENTRIES_PER_KEY = 5;
const VELOCITIES = 20;
const EVENTS = (KEYS * ENTRIES_PER_KEY) / VELOCITIES;
/** As many as a start has to count at most with the settings as they come. */
const TAIL_EVENTS = 50_000;
const ROUNDS = 3;
const IN_FLIGHT = 2000;
const START_MS = Date.UTC(2026, 2, 14);
const POLL_MS = 100;
const NEVER = '1000000000';
const SUM = 1;

/** A start after a kill, until the first `ready`. */
type Restart = {
  /** Start of the process included. */
  readonly elapsedMs: number;
  /** Processor time of the server: what the machine does besides does not count. */
  readonly cpuMs: number;
};

export type RestartFigures = {
  readonly machine: Machine;
  readonly loadAverage: number;
  readonly keys: number;
  readonly residentBytes: number;
  readonly snapshot: { readonly bytes: number; readonly keys: number };
  readonly nothingCounted: Restart;
  readonly withSnapshot: Restart;
  readonly withSnapshotAndTail: Restart;
  readonly fromTheLog: Restart;
  readonly tailEvents: number;
};

const median = (rounds: readonly Restart[]): Restart =>
  rounds.toSorted((a, b) => a.cpuMs - b.cpuMs)[rounds.length >> 1] ?? { elapsedMs: 0, cpuMs: 0 };
const inSeconds = ({ elapsedMs, cpuMs }: Restart): string =>
  `${(elapsedMs / 1000).toFixed(1)} s (${(cpuMs / 1000).toFixed(1)} s)`;
const hashOf = (key: number, seed: number): number => Math.imul(key + 1, seed) >>> 0;

/** Appends events that add to twenty keys each; every key comes once per 50,000 of them. */
const append = async (log: Log, place: { tenantId: Id; environmentId: Id }, from: number, to: number) => {
  let next = from;
  const lane = async (): Promise<void> => {
    while (next < to) {
      const event = next;
      next += 1;
      const contributions = Array.from(
        { length: VELOCITIES },
        (_, index) => (event * VELOCITIES + index) % KEYS,
      ).flatMap((key) => [SUM, hashOf(key, 0x9e37_79b1), hashOf(key, 0x85eb_ca6b), 15_000 + (key % 1000)]);
      const eventTimeMs = START_MS + event * 800;
      await log.append(aPurchase(place, { eventId: newId(), eventTimeMs, receivedAtMs: eventTimeMs, contributions }));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
};

const metric = (server: ServerProcess, name: string): Promise<number> => readMetric(server.origin, name);

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
};

/** Time to ready again after a kill, over a million keys: with a snapshot, with what came after one, and without. */
export const measureRestart = async (say: (text: string) => void): Promise<RestartFigures> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-restart-'));
  const port = await freePort();
  const spawn = (snapshotEvents: string): ServerProcess =>
    spawnServer({ dataDirectory, port, variables: { VELOCITY_SNAPSHOT_EVENTS: snapshotEvents } });
  let server = spawn(String(TAIL_EVENTS));
  const restart = async (): Promise<Restart> => {
    const startMs = performance.now();
    await server.kill();
    server = spawn(NEVER);
    await untilReady(server);
    return { elapsedMs: performance.now() - startMs, cpuMs: await cpuMsOf(server.pid, false) };
  };
  const restartOften = async (what: string): Promise<Restart> => {
    const rounds: Restart[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await restart());
    say(`  ${what}: ${rounds.map(inSeconds).join(', ')}`);
    return median(rounds);
  };
  try {
    await untilReady(server);
    const facts = await demonstrationFacts(dataDirectory);
    const nothingCounted = await restartOften('nothing counted');
    await server.kill();
    server = spawn(String(TAIL_EVENTS));
    await untilReady(server);
    const reached = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
    const database = await openDatabase({ server: reached.server, log: silentLogger });
    const log = createLog(database, { timeoutMs: 60_000 });
    try {
      say(`  storing ${EVENTS} events`);
      await append(log, facts, 0, EVENTS);
      await until(async () => (await metric(server, 'redoubt_velocity_position')) >= EVENTS);
      say('  waiting for a snapshot');
      await until(async () => EVENTS - (await metric(server, 'redoubt_velocity_snapshot_position')) < TAIL_EVENTS);
      const keys = await metric(server, 'redoubt_velocity_keys');
      const residentBytes = await memoryBytesOf(server.pid, false);
      const { rows } = await database.pools.ingest.query<{ bytes: number; keys: number }>(
        'select bytes, keys from velocity_snapshot where whole_at is not null',
      );
      const withSnapshot = await restartOften('with a snapshot');
      const snapshotPosition = await metric(server, 'redoubt_velocity_snapshot_position');
      await append(log, facts, EVENTS, snapshotPosition + TAIL_EVENTS);
      const withSnapshotAndTail = await restartOften(`with a snapshot and ${TAIL_EVENTS} events after it`);
      await database.pools.ingest.query('delete from velocity_snapshot');
      const fromTheLog = await restart();
      say(`  from the log alone: ${inSeconds(fromTheLog)}`);
      return {
        machine: await readMachine(join(dataDirectory, 'postgres', 'data')),
        loadAverage: loadavg()[0] ?? 0,
        keys,
        residentBytes,
        snapshot: { bytes: rows[0]?.bytes ?? 0, keys: rows[0]?.keys ?? 0 },
        nothingCounted,
        withSnapshot,
        withSnapshotAndTail,
        fromTheLog,
        tailEvents: TAIL_EVENTS,
      };
    } finally {
      await log.close();
      await database.close();
    }
  } finally {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

const TABLE = 'restart.md';
const TABLE_HEAD = `# Ready again with a million keys

One line per run of \`npm run bench -- restart\`. Times run from the SIGKILL of the server to its first \`ready\`, start of the
next process included, in brackets the processor time of the server until then; medians of three. The load average says how
busy the machine was with other things.

| Run | Machine | Load | Keys | Server's memory | Snapshot | Nothing counted | With snapshot | And 50,000 events after it | From the log alone (250,000 events) |
|---|---|---|---|---|---|---|---|---|---|
`;

/** Adds a run to the table of all runs; gives its line. */
export const saveRestart = async (directory: string, at: string, figures: RestartFigures): Promise<string> => {
  const { machine, loadAverage, keys, residentBytes, snapshot } = figures;
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    loadAverage.toFixed(1),
    keys.toLocaleString('en-US'),
    megabytes(residentBytes),
    megabytes(snapshot.bytes),
    inSeconds(figures.nothingCounted),
    inSeconds(figures.withSnapshot),
    inSeconds(figures.withSnapshotAndTail),
    inSeconds(figures.fromTheLog),
  ];
  return appendResults(directory, TABLE, TABLE_HEAD, [cells]);
};
