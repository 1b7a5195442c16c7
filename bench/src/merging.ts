import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, silentLogger } from '@redoubt/storage';
import { mergeAll } from '@redoubt/testing/database';
import { freePort } from '@redoubt/testing/durability';
import { besideNothing } from './growth/grow.ts';
import { catchUp, startGrown } from './growth/grown-server.ts';
import { sendLoad, type Load } from './growth/measure-decisions.ts';
import { startGenerator } from './load/generator.ts';
import type { Machine } from './measure/machine.ts';
import { appendFigures, type ResultSection } from './measure/result-table.ts';
import { cpuMsOf } from './measure/processes.ts';
import type { Query } from './retention.ts';

/** Events a second while the log is filled: usual load, whose commits are small. */
const PACE = 500;

export type MergingOptions = {
  readonly events: number;
  readonly bodies: number;
  readonly connections: number;
  readonly say: (text: string) => void;
};

type Sizes = { readonly events: number; readonly segments: number; readonly held: number; readonly table: number };

export type MergingFigures = {
  readonly before: Sizes;
  readonly after: Sizes;
  /** With the files made anew. */
  readonly packed: { readonly before: number; readonly after: number };
  readonly steps: number;
  readonly elapsedMs: number;
  /** Processor time of this process with its threads, and of PostgreSQL. */
  readonly cpuMs: { readonly node: number; readonly postgres: number };
};

const readSizes = async (query: Query): Promise<Sizes> => {
  const [row] = await query<Sizes>(
    `select sum(event_count)::float8 as events, count(*)::float8 as segments,
            sum(length(data) + coalesce(length(heads), 0))::float8 as held,
            (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'segment'::regclass) as table
       from segment`,
  );
  if (row === undefined) throw new Error('the log has no sizes');
  return row;
};

const tableOf = async (query: Query): Promise<number> => {
  await query('vacuum (full, analyze) segment');
  return (await readSizes(query)).table;
};

const merge = (dataDirectory: string): Promise<MergingFigures> =>
  besideNothing(dataDirectory, async (query, server) => {
    const database = await openDatabase({ server, log: silentLogger });
    try {
      const packedBefore = await tableOf(query);
      const before = await readSizes(query);
      const postmaster = await readFile(join(dataDirectory, 'postgres', 'data', 'postmaster.pid'), 'utf8');
      const postgresMs = () => cpuMsOf(Number.parseInt(postmaster, 10), true);
      const [startMs, cpu, postgres] = [performance.now(), process.cpuUsage(), await postgresMs()];
      const steps = await mergeAll(database);
      const { user, system } = process.cpuUsage(cpu);
      const cpuMs = { node: (user + system) / 1000, postgres: (await postgresMs()) - postgres };
      const elapsedMs = performance.now() - startMs;
      const after = await readSizes(query);
      const packed = { before: packedBefore, after: await tableOf(query) };
      return { before, after, packed, steps, elapsedMs, cpuMs };
    } finally {
      await database.close();
    }
  });

/** What merging of segments makes of a log of purchases that came at usual load, and what it takes. */
export const measureMerging = async (
  { events, bodies, connections, say }: MergingOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<MergingFigures> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-merging-'));
  const generator = keep(await startGenerator(bodies));
  try {
    const server = await startGrown({ dataDirectory, port: await freePort() });
    try {
      const load: Load = { generator, connections, seconds: 0 };
      await sendLoad(load, server, PACE, Math.ceil(events / PACE));
      await catchUp(server);
    } finally {
      await server.process.stop();
    }
    say(`about ${events} events are stored`);
    return await merge(dataDirectory);
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

const SECTION: ResultSection = {
  file: 'merging.md',
  title: '# Merging of segments',
  heading: 'Purchases at 500 a second',
  head: `
\`npm run bench -- merging --events 50000\`: purchases through the whole path at 500 a second, then all segments are merged at once, with nothing
else at work. *Held* is what compressed blocks take, *table* the table \`segment\` with its indexes, made anew before and after. Processor time is that of merging:
of the process that merges with all its threads, and of PostgreSQL.

| Run | Machine | What | Figure | Load |
| --- | --- | --- | --- | --- |
`,
};

export const saveMerging = (
  directory: string,
  at: string,
  machine: Machine,
  { before, after, packed, steps, elapsedMs, cpuMs }: MergingFigures,
): Promise<string> => {
  const each = (bytes: number): string => `${(bytes / before.events).toFixed(0)} B`;
  const us = (ms: number): string => `${((ms * 1000) / before.events).toFixed(0)} µs`;
  return appendFigures(directory, SECTION, { at, machine }, [
    ['events', before.events.toFixed(0)],
    ['segments before', `${before.segments.toFixed(0)}, ${(before.events / before.segments).toFixed(1)} events each`],
    ['segments after', `${after.segments.toFixed(0)}, ${(after.events / after.segments).toFixed(1)} events each`],
    ['held before, an event', each(before.held)],
    ['held after, an event', each(after.held)],
    ['table before, an event', each(packed.before)],
    ['table after, an event', each(packed.after)],
    ['steps', `${steps}, ${(elapsedMs / Math.max(1, steps)).toFixed(0)} ms each`],
    ['merging, an event', us(elapsedMs)],
    ['processor, an event', `${us(cpuMs.node)} and ${us(cpuMs.postgres)}`],
  ]);
};
