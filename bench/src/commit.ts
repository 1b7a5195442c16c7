import { newId } from '@redoubt/kernel';
import { createLog, type Database } from '@redoubt/storage';
import { aPurchase } from '@redoubt/testing/database';
import { loadavg } from 'node:os';
import type { Machine } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { onOwnDatabase, type OwnServer } from './measure/own-database.ts';
import { cpuMsOf } from './measure/processes.ts';
import { appendResults } from './measure/result-table.ts';

/** Callers that each wait for their commit before they send again: about the size of a batch on two lanes. */
const CALLERS = [5, 20, 100, 400] as const;
const WARM_UP_SECONDS = 1;
const MS_PER_SECOND = 1000;

type Way = 'in steps' | 'at once';
type CommitFigures = {
  readonly callers: number;
  readonly way: Way;
  readonly perSecond: number;
  readonly ownUs: number;
  readonly postgresUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly batch: number;
};

type Options = { readonly seconds: number; readonly rounds: number; readonly say: (text: string) => void };

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/** One stretch of callers on a log of its own. */
const stretch = async (
  database: Database,
  postgresPid: number,
  way: Way,
  callers: number,
  seconds: number,
): Promise<CommitFigures> => {
  const log = createLog(database, { atOnce: way === 'at once' });
  const shop = { tenantId: newId(), environmentId: newId() };
  const waits: number[] = [];
  const run = async (forSeconds: number): Promise<void> => {
    const endMs = performance.now() + forSeconds * MS_PER_SECOND;
    const caller = async (): Promise<void> => {
      while (performance.now() < endMs) {
        const startMs = performance.now();
        await log.append(aPurchase(shop, { eventId: newId() }));
        waits.push(performance.now() - startMs);
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  };
  await run(WARM_UP_SECONDS);
  waits.length = 0;
  const before = {
    own: process.cpuUsage(),
    postgresMs: await cpuMsOf(postgresPid, true),
    batches: log.stats().batches,
  };
  const startMs = performance.now();
  await run(seconds);
  const elapsedMs = performance.now() - startMs;
  const own = process.cpuUsage(before.own);
  const postgresMs = (await cpuMsOf(postgresPid, true)) - before.postgresMs;
  const batches = log.stats().batches - before.batches;
  await log.close();
  const sorted = waits.toSorted((a, b) => a - b);
  const { length } = waits;
  return {
    callers,
    way,
    perSecond: (length * MS_PER_SECOND) / elapsedMs,
    ownUs: (own.user + own.system) / length,
    postgresUs: (postgresMs * 1000) / length,
    p50Ms: at(sorted, 0.5),
    p99Ms: at(sorted, 0.99),
    batch: length / batches,
  };
};

const middle = (figures: readonly CommitFigures[]): CommitFigures => {
  const [first] = figures as [CommitFigures];
  const of = (name: 'perSecond' | 'ownUs' | 'postgresUs' | 'p50Ms' | 'p99Ms' | 'batch') =>
    median(figures.map((each) => each[name]));
  return {
    ...first,
    perSecond: of('perSecond'),
    ownUs: of('ownUs'),
    postgresUs: of('postgresUs'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    batch: of('batch'),
  };
};

/** What a commit costs in one statement and in steps, which take turns; the middle of the rounds. */
export const measureCommits = ({ seconds, rounds, say }: Options): Promise<readonly CommitFigures[]> =>
  onOwnDatabase('commit', async (database, { server }: OwnServer) => {
    const figures: CommitFigures[] = [];
    for (const callers of CALLERS) {
      const found: Record<Way, CommitFigures[]> = { 'in steps': [], 'at once': [] };
      for (let round = 0; round < rounds; round += 1)
        for (const way of round % 2 === 0 ? (['in steps', 'at once'] as const) : (['at once', 'in steps'] as const))
          found[way].push(await stretch(database, server.pid(), way, callers, seconds));
      for (const each of [middle(found['in steps']), middle(found['at once'])]) {
        say(`  ${each.callers} callers ${each.way}: ${each.p50Ms.toFixed(2)} / ${each.p99Ms.toFixed(1)} ms`);
        figures.push(each);
      }
    }
    return figures;
  });

const TABLE_HEAD = `# What a commit costs

Two lines for each number of callers of each run of \`npm run bench -- commit\`: the log alone, on a database of its own, without projectors; each
caller waits for its commit and sends again. *In steps* waits for the answer to each statement (begin, ids, append, COMMIT),
*at once* sends them together, since ADR 126 as one statement. Both take turns, the middle of the rounds; processor time of one event.

| Run | Machine | Callers | Statements | Events a second | Events of a batch | PostgreSQL | Node | p50 | p99 | Load |
|---|---|---|---|---|---|---|---|---|---|---|
`;

/** Adds the lines of a run to the table of all runs; gives them. */
export const saveCommits = (
  directory: string,
  when: string,
  machine: Machine,
  figures: readonly CommitFigures[],
): Promise<string> =>
  appendResults(
    directory,
    'commit.md',
    TABLE_HEAD,
    figures.map(({ callers, way, perSecond, batch, postgresUs, ownUs, p50Ms, p99Ms }) => [
      `${when.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      String(callers),
      way,
      perSecond.toFixed(0),
      batch.toFixed(1),
      `${postgresUs.toFixed(0)} µs`,
      `${ownUs.toFixed(0)} µs`,
      `${p50Ms.toFixed(2)} ms`,
      `${p99Ms.toFixed(1)} ms`,
      (loadavg()[0] ?? 0).toFixed(1),
    ]),
  );
