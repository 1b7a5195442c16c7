import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, silentLogger } from '@redoubt/storage';
import { freePort } from '@redoubt/testing/durability';
import { median } from '../measure/median.ts';
import { startGenerator } from '../load/generator.ts';
import { readMetric } from '../measure/metrics.ts';
import { shownFigure, type Figure } from './figures.ts';
import {
  besideNothing,
  grow,
  inBulk,
  readAskedValues,
  readSizes,
  takeBase,
  type AskedValues,
  type Base,
  type Copies,
} from './grow.ts';
import { GROWN_PARTS } from './grown-tables.ts';
import { catchUp, restartGrown, startGrown, type GrownServer, type Place } from './grown-server.ts';
import { measureBackup } from './measure-backup.ts';
import { measureDecisions, sendLoad, type Load } from './measure-decisions.ts';
import { measureReports, measureSearches } from './measure-questions.ts';
import { measureRemoval } from './measure-removal.ts';
import { moveSnapshot } from './move-snapshot.ts';

/** Events stored by the real path, at most; the rest are copies. */
const MOST_BASE = 100_000;
/** Copies that are stored at each mark. */
const MARKS = [1, 10, 30, 100];
const KILLS = 3;
const LOOK_MS = 250;

export type Mark = {
  /** Events stored when the mark begins. */
  readonly events: number;
  readonly figures: readonly Figure[];
  readonly load: number;
};
export type GrowthFigures = {
  readonly marks: readonly Mark[];
  /** Why the next mark is missing; null where none is. */
  readonly failure: string | null;
};

export type GrowthOptions = {
  readonly events: number;
  readonly bodies: number;
  readonly connections: number;
  readonly seconds: number;
  readonly say: (text: string) => void;
};

/** Stores events through the whole path until there are so many, and a snapshot of velocities; stops the server then. */
const storeBase = async (place: Place, load: Load, events: number): Promise<void> => {
  const variables = { VELOCITY_SNAPSHOT_EVENTS: String(Math.ceil(events / 2)) };
  const server = await startGrown({ ...place, variables });
  try {
    for (let stored = 0; stored < events;) stored += (await sendLoad(load, server, null, 1)).answered;
    await catchUp(server);
    while ((await readMetric(server.process.origin, 'redoubt_velocity_snapshot_position')) === 0) await delay(LOOK_MS);
  } finally {
    await server.process.stop();
  }
};

const measureRestarts = async (started: GrownServer): Promise<{ server: GrownServer; figures: readonly Figure[] }> => {
  let server = started;
  const ms: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    server = await restartGrown(server);
    ms.push(server.readyMs);
  }
  const figures: readonly Figure[] = [
    { what: 'ready after the first start', value: started.readyMs / 1000, unit: 's' },
    { what: 'ready after a kill', value: median(ms) / 1000, unit: 's' },
  ];
  return { server, figures };
};

const sizeFigures = ({ events, all, ...parts }: Awaited<ReturnType<typeof readSizes>>): readonly Figure[] => {
  const known = GROWN_PARTS.reduce((sum, part) => sum + parts[part], 0);
  return [
    ...GROWN_PARTS.map((part): Figure => ({ what: `${part}, an event`, value: parts[part] / events, unit: 'B' })),
    { what: 'everything that grows, an event', value: known / events, unit: 'B' },
    { what: 'database', value: all / 1e6, unit: 'MB' },
  ];
};

type MarkOrder = {
  readonly place: Place;
  readonly load: Load;
  readonly values: AskedValues;
  readonly backDays: number;
  readonly isRestored: boolean;
  readonly say: (text: string) => void;
};

/** Everything that is measured at a mark, on servers of its own. */
const measureMark = async (order: MarkOrder): Promise<readonly Figure[]> => {
  const { place, load, values, backDays, isRestored, say } = order;
  const all: Figure[] = [];
  const add = (figures: readonly Figure[]): void => {
    all.push(...figures);
    for (const figure of figures) say(`  ${figure.what}: ${shownFigure(figure)}`);
  };
  let server = await startGrown(place);
  try {
    const restarts = await measureRestarts(server);
    ({ server } = restarts);
    add(restarts.figures);
    add(await measureDecisions(load, server));
    add(await measureSearches(server, values, backDays));
    add(await measureReports(server, backDays));
    add(await measureBackup(load, server, isRestored));
    add(await measureRemoval(load, server, backDays));
    await catchUp(server);
    return all;
  } finally {
    await server.process.stop();
  }
};

/** Lets the log, search and reports hold so many copies; gives the sizes then. */
const writeCopies = async (dataDirectory: string, base: Base, copies: Copies, say: GrowthOptions['say']) => {
  const startMs = performance.now();
  await inBulk(dataDirectory, (query) => grow(query, base, copies, say));
  const sizes = await besideNothing(dataDirectory, async (query, server) => {
    const database = await openDatabase({ server, log: silentLogger });
    try {
      await moveSnapshot(database, query);
    } finally {
      await database.close();
    }
    return readSizes(query);
  });
  say(`${sizes.events} events, written in ${((performance.now() - startMs) / 1000).toFixed(0)} s`);
  for (const figure of sizeFigures(sizes)) say(`  ${figure.what}: ${shownFigure(figure)}`);
  return sizes;
};

/**
 * What decisions, searches, reports, restarts, backups and the disk cost while more and more is stored. What the real path stored is written again by
 * SQL for other days, so that each mark has several times the events of the one before.
 */
export const measureGrowth = async (
  { events, bodies, connections, seconds, say }: GrowthOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<GrowthFigures> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-growth-'));
  try {
    const place = { dataDirectory, port: await freePort() };
    const load = { generator: keep(await startGenerator(bodies)), connections, seconds };
    const most = Math.min(MOST_BASE, events / 10);
    await storeBase(place, load, most);
    const { base, values } = await inBulk(dataDirectory, async (query) => ({
      base: await takeBase(query),
      values: await readAskedValues(query),
    }));
    say(`${base.events} events stored by the real path`);
    const reached = MARKS.filter((copies) => copies * most <= events);
    const backDays = (reached.at(-1) ?? 1) * base.days;
    const marks: Mark[] = [];
    let failure: string | null = null;
    for (const [at, to] of reached.entries()) {
      const copies = { from: reached[at - 1] ?? 0, to, backDays };
      try {
        const sizes = await writeCopies(dataDirectory, base, copies, say);
        const order = { place, load, values, backDays, isRestored: at === 0, say };
        const figures = [...(await measureMark(order)), ...sizeFigures(sizes)];
        marks.push({ events: sizes.events, figures, load: loadavg()[0] ?? 0 });
      } catch (error) {
        // What was found at the marks before it took long, and stays.
        failure = String(error);
        say(`The mark of ${to} days failed: ${failure}`);
        break;
      }
    }
    return { marks, failure };
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
};
