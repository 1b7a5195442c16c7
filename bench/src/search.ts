import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, systemClock } from '@redoubt/kernel';
import { scanEvents, searchEvents, type EnvironmentContext } from '@redoubt/services';
import { openDatabase, silentLogger, startEmbeddedPostgres } from '@redoubt/storage';
import { SHAPES } from './backtest/bodies.ts';
import { makeHistory } from './backtest/make-history.ts';
import type { Machine } from './measure/machine.ts';
import { appendResults } from './measure/result-table.ts';

const MILLION = 1_000_000;
const ROUNDS = 3;
const LOOK_UPS = 50;
const PAGE = 50;

/** Conditions that no index answers: one of an attribute, one that reads what was recorded of a velocity. */
const CONDITIONS = [
  { name: 'an attribute', condition: '@"totalAmount" > 304.5 && @"currency" != "USD"' },
  { name: 'a velocity', condition: '@"totalAmount" > 100 && Velocity.purchasesPerEmail(@"user.email", 1h) > 3' },
];

export type SearchFigures = {
  readonly name: string;
  readonly events: number;
  readonly found: number;
  /** Until the first rows were there, in milliseconds; of the first round, whose thread is new, and the best of the others. */
  readonly firstColdMs: number;
  readonly firstWarmMs: number;
  /** Of the best round, in milliseconds. */
  readonly allMs: number;
};

const question = () => ({
  eventType: 'purchase' as const,
  from: new Date(systemClock.now() - 300 * DAY_MS).toISOString(),
  to: new Date(systemClock.now() + DAY_MS).toISOString(),
  includeChildren: true,
});

const scanAll = async (context: EnvironmentContext, condition: string) => {
  const startMs = performance.now();
  let [firstMs, found, asked] = [Number.NaN, 0, 0];
  let cursor: string | null = null;
  const body = { ...question(), filters: [], condition, limit: 500 };
  do {
    const page: Awaited<ReturnType<typeof scanEvents>> = await scanEvents(context, { ...body, cursor });
    found += page.rows.length;
    asked += page.asked;
    if (page.rows.length > 0 && Number.isNaN(firstMs)) firstMs = performance.now() - startMs;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { firstMs, allMs: performance.now() - startMs, found, asked };
};

/** Newest events of one customer after the other; the middle and the slowest of them, in milliseconds. */
const lookUp = async (context: EnvironmentContext): Promise<SearchFigures> => {
  const tookMs: number[] = [];
  let found = 0;
  for (let index = 0; index < LOOK_UPS; index += 1) {
    const startMs = performance.now();
    const filters = [{ field: 'userId' as const, operator: 'is' as const, values: [`user-${index * 7}`] }];
    const { rows } = await searchEvents(context, { ...question(), filters, cursor: null, limit: PAGE });
    tookMs.push(performance.now() - startMs);
    found += rows.length;
  }
  const sorted = tookMs.toSorted((a, b) => a - b);
  const [first = 0] = tookMs;
  return {
    name: `newest ${PAGE} of a customer`,
    events: LOOK_UPS,
    found,
    firstColdMs: first,
    firstWarmMs: sorted[Math.floor(LOOK_UPS / 2)] ?? 0,
    allMs: sorted.at(-1) ?? 0,
  };
};

/** Searches of a stored history by conditions that no index answers, and by an index, on a database of its own. */
export const measureSearch = async (events: number, say: (text: string) => void): Promise<readonly SearchFigures[]> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-search-'));
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  const database = await openDatabase({ server, databaseName: 'bench_search', log: silentLogger });
  try {
    const [shape] = SHAPES;
    if (shape === undefined) throw new Error('no shape');
    const { context } = await makeHistory(database, shape, events);
    const figures: SearchFigures[] = [];
    for (const { name, condition } of CONDITIONS) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await scanAll(context, condition));
      const [cold, ...warm] = rounds;
      const figure = {
        name: `scan for ${name}`,
        events: cold?.asked ?? 0,
        found: cold?.found ?? 0,
        firstColdMs: cold?.firstMs ?? 0,
        firstWarmMs: Math.min(...warm.map(({ firstMs }) => firstMs)),
        allMs: Math.min(...rounds.map(({ allMs }) => allMs)),
      };
      say(`  ${figure.name}: ${figure.allMs.toFixed(0)} ms, first after ${figure.firstColdMs.toFixed(0)} ms`);
      figures.push(figure);
    }
    return [...figures, await lookUp(context)];
  } finally {
    await database.close();
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

const milliseconds = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'none found');

const TABLE = 'search.md';
const TABLE_HEAD = `# Search

One line per question and run of \`npm run bench -- search\`, on a history of purchases of 0.5 kB with 6 velocities, as it is asked
by the console: page after page until everything was looked at. Conditions in FQL that no index answers are asked of every event;
the goals are a million events within 20 s and the first rows within 1 s. The last line looks up one customer after the other by
index (goal 50 ms): the middle of them, and the slowest. The load says what else ran. Every field by index, and every order, over ten million: [\`search-fields.md\`](search-fields.md).

| Run | Machine | Question | Events | Found | First rows, new thread | First rows | Everything | For a million | Load |
|---|---|---|---|---|---|---|---|---|---|
`;

/** Adds a line for each question to the table of all runs; gives the lines. */
export const saveSearch = (
  directory: string,
  at: string,
  machine: Machine,
  figures: readonly SearchFigures[],
): Promise<string> => {
  const rows = figures.map(({ name, events, found, firstColdMs, firstWarmMs, allMs }) => [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    name,
    events.toLocaleString('en-US'),
    found.toLocaleString('en-US'),
    milliseconds(firstColdMs),
    milliseconds(firstWarmMs),
    `${allMs.toFixed(0)} ms`,
    name.startsWith('scan') ? `${((allMs * MILLION) / events / 1000).toFixed(1)} s` : '',
    (loadavg()[0] ?? 0).toFixed(1),
  ]);
  return appendResults(directory, TABLE, TABLE_HEAD, rows);
};
