import { loadavg } from 'node:os';
import { SEARCH_SORTS } from '@redoubt/contracts';
import { isAppError, DAY_MS } from '@redoubt/kernel';
import { createSearchAttribute, searchEvents, type EnvironmentContext } from '@redoubt/services';
import {
  createLog,
  isIndexed,
  startProjectors,
  type Database,
  type EmbeddedPostgres,
  type LogEvent,
  type SearchQuery,
} from '@redoubt/storage';
import { runAsAdmin } from '@redoubt/testing/database';
import { createPlace } from './backtest/make-history.ts';
import type { Machine } from './measure/machine.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { addResult } from './measure/result-file.ts';
import { copySearchDay, searchRowsOf } from './search/copy-search-day.ts';
import { ASKED_FIELDS, purchaseOfDay, rarePurchases, SEGMENT, type SearchDay } from './search/search-day.ts';

const NAME = 'search_fields';
const DATABASE = `bench_${NAME}`;
const DAYS = 100;
/** Purchases of the days that are stored and copied, to see that both make the same rows. */
const SAMPLE = 2000;
const SAMPLE_DAYS = 3;
const IN_FLIGHT = 5000;
const PATIENCE_MS = 60_000;
const ROUNDS = 5;
/** Of sorted results, which take longer. */
const SORTED_ROUNDS = 1;
const PAGE = 50;
/** Sorted results are asked of so many newest days. */
const SORTED_DAYS = [1, 10] as const;

type Timing = {
  /** The first time, and the middle of the rounds after it, in milliseconds. */
  readonly firstMs: number;
  readonly ms: number;
  readonly rows: number;
  /** Why it was refused; null where it was not. */
  readonly refused: string | null;
};
export type SearchFieldFigures = {
  readonly events: number;
  readonly seedSeconds: number;
  readonly unlike: readonly string[];
  readonly sampleRows: number;
  readonly bytes: number;
  readonly fields: readonly (Timing & { readonly field: string; readonly value: string; readonly indexed: boolean })[];
  readonly sorts: readonly (Timing & { readonly field: string; readonly events: number })[];
};

type Stored = { readonly database: Database; readonly server: EmbeddedPostgres };

/** Stores events through the log and waits for the projectors. */
const store = async (database: Database, steps: Iterable<readonly LogEvent[]>): Promise<number> => {
  const log = createLog(database, { timeoutMs: PATIENCE_MS });
  const projectors = startProjectors(database, log, { inThread: true });
  let stored = 0;
  try {
    for (const events of steps) {
      await Promise.all(events.map((event) => log.append(event)));
      stored += events.length;
    }
    await projectors.caughtUp();
  } finally {
    await log.close();
    await projectors.close();
  }
  return stored;
};

function* stepsOf(place: EnvironmentContext, day: SearchDay, days: number): Generator<readonly LogEvent[]> {
  for (let at = 0; at < days; at += 1) {
    for (let first = 0; first < day.purchases; first += IN_FLIGHT) {
      const length = Math.min(IN_FLIGHT, day.purchases - first);
      const stories = Array.from({ length }, (_, index) => purchaseOfDay(place, day, first + index, at));
      // What is said of a purchase comes after it.
      yield stories.map(([purchase]) => purchase).filter((each) => each !== undefined);
      yield stories.flatMap(([, ...later]) => later);
    }
  }
}

const placeWithAttribute = async (database: Database): Promise<EnvironmentContext> => {
  const context = await createPlace(database);
  await createSearchAttribute(context, { eventType: 'purchase', path: SEGMENT, type: 'string', fill: false });
  return context;
};

const copyOrder = ({ server }: Stored, { tenantId }: EnvironmentContext, { fromMs }: SearchDay) => ({
  server,
  databaseName: DATABASE,
  tenantId,
  fromMs,
});

/** Days by the log and copied: tables whose rows differ. */
const compare = async (stored: Stored, fromMs: number) => {
  const { database } = stored;
  const day = { purchases: SAMPLE, fromMs };
  const [logged, copied] = [await placeWithAttribute(database), await placeWithAttribute(database)];
  await store(database, stepsOf(logged, day, SAMPLE_DAYS));
  const span = await store(database, stepsOf(copied, day, 1));
  const order = { ...copyOrder(stored, copied, day), span, days: SAMPLE_DAYS };
  await copySearchDay({ ...order, indexesLast: false, say: () => undefined });
  const [one, other] = [await searchRowsOf(database, logged.tenantId), await searchRowsOf(database, copied.tenantId)];
  return {
    unlike: one.flatMap(({ table, rows, hash }, at) => (rows > 0 && hash === other[at]?.hash ? [] : [table])),
    sampleRows: one.reduce((sum, { rows }) => sum + rows, 0),
  };
};

const seed = async (stored: Stored, events: number, say: (text: string) => void) => {
  const fromMs = Math.floor(Date.now() / DAY_MS - DAYS) * DAY_MS;
  const startMs = performance.now();
  const sample = await compare(stored, fromMs);
  say(`  a sample stored and copied: ${sample.unlike.length === 0 ? 'the same rows' : sample.unlike.join(', ')}`);
  const day = { purchases: Math.ceil(events / DAYS), fromMs };
  const context = await placeWithAttribute(stored.database);
  await store(stored.database, [rarePurchases(context, day)]);
  const span = await store(stored.database, stepsOf(context, day, 1));
  say(`  ${day.purchases} purchases of a day stored`);
  await copySearchDay({ ...copyOrder(stored, context, day), span, days: DAYS, indexesLast: true, say });
  // As autovacuum leaves them some minutes later.
  await runAsAdmin(stored.server, DATABASE, 'vacuum analyze event_search, event_link, event_attribute, related_event');
  const [size] = await runAsAdmin<{ bytes: string }>(
    stored.server,
    DATABASE,
    'select pg_database_size(current_database()) as bytes',
  );
  const seedSeconds = (performance.now() - startMs) / 1000;
  say(`  seeded in ${seedSeconds.toFixed(0)} s`);
  return { ...sample, context, day, seedSeconds, bytes: Number(size?.bytes ?? 0) };
};

type Body = Parameters<typeof searchEvents>[1];

const time = async (context: EnvironmentContext, body: Body, rounds: number): Promise<Timing> => {
  const took: number[] = [];
  let rows = 0;
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const startMs = performance.now();
      const page = await searchEvents(context, body);
      took.push(performance.now() - startMs);
      rows = page.rows.length;
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { firstMs: Number.NaN, ms: Number.NaN, rows: 0, refused: error.code };
  }
  const [firstMs = 0, ...others] = took;
  return { firstMs, ms: others.toSorted((a, b) => a - b)[rounds >> 1] ?? 0, rows, refused: null };
};

const bodyOf = (fromMs: number): Body => ({
  eventType: 'purchase',
  from: new Date(fromMs).toISOString(),
  to: new Date(Date.now() + DAY_MS).toISOString(),
  includeChildren: true,
  filters: [],
  cursor: null,
  limit: PAGE,
});

/**
 * The newest events by each field that search offers, for values of many events, of some, of three and of none, and the first page in each
 * order of results, over a history whose rows are those of one day written for many.
 */
export const measureSearchFields = (events: number, say: (text: string) => void): Promise<SearchFieldFigures> => {
  return onOwnDatabase(NAME, async (database, { server }) => {
    const { context, day, ...seeded } = await seed({ database, server }, events, say);
    const whole = bodyOf(day.fromMs - DAY_MS);
    const fields = [];
    for (const { field, operator = 'is', values } of ASKED_FIELDS) {
      for (const [value, text] of Object.entries(values)) {
        const filter = { field, operator, values: [text] } as Body['filters'][number];
        const timing = await time(context, { ...whole, filters: [filter] }, ROUNDS);
        say(`  ${field}, ${value}: ${timing.refused ?? `${timing.ms.toFixed(1)} ms, ${timing.rows} rows`}`);
        const indexed = field.startsWith('own:') || isIndexed({ filters: [filter as SearchQuery['filters'][number]] });
        fields.push({ field, value, indexed, ...timing });
      }
    }
    const sorts = [];
    for (const days of SORTED_DAYS) {
      const newest = bodyOf(day.fromMs + (DAYS - days) * DAY_MS);
      for (const field of [...SEARCH_SORTS, `own:${SEGMENT}`]) {
        const sort = { field, direction: 'descending' } as Body['sort'];
        const timing = await time(context, { ...newest, sort }, SORTED_ROUNDS);
        say(`  sorted by ${field}, ${days} days: ${timing.refused ?? `${timing.ms.toFixed(0)} ms`}`);
        sorts.push({ field, events: day.purchases * days, ...timing });
      }
    }
    return { events: day.purchases * DAYS, ...seeded, fields, sorts };
  });
};

const HEAD = `# Search by each field

Blocks per run of \`npm run bench -- search-fields --events <n>\`: a day of purchases goes through log and projectors, and the rows of search that
they leave are written again for each of 99 more days; a sample that is stored and copied has to give the same rows. Then the newest 50
events by each field that the console offers, over the whole time, for a value of many events, of some of each day, of three in the oldest hour
and of none; the middle of five rounds, in brackets the first time. Goal: 50 ms where an index leads to the value. Fields without one are
walked through by time (\`SRCH-TIMEOUT\` after ten seconds). Last the first page in
each order, of the newest days alone, asked twice.
`;

const count = (value: number): string => value.toLocaleString('en-US');
const milliseconds = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));
const shown = ({ ms, firstMs, rows, refused }: Timing): string =>
  refused ?? `${milliseconds(ms)} (${milliseconds(firstMs)}) ms, ${rows} rows`;

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Adds a block to the results of all runs; gives it. */
export const saveSearchFields = (
  directory: string,
  at: string,
  machine: Machine,
  { events, seedSeconds, unlike, sampleRows, bytes, fields, sorts }: SearchFieldFigures,
): Promise<string> => {
  const values = ['frequent', 'middling', 'rare', 'none'];
  const byField = [...Map.groupBy(fields, ({ field }) => field)].map(([field, timings]) => [
    field,
    timings.some(({ indexed }) => indexed) ? 'index' : 'walk',
    ...values.map((value) => {
      const timing = timings.find((each) => each.value === value);
      return timing === undefined ? '' : shown(timing);
    }),
  ]);
  const sizes = [...new Set(sorts.map((sort) => sort.events))];
  const bySort = [...Map.groupBy(sorts, ({ field }) => field)].map(([field, timings]) => [
    field,
    ...timings.map((timing) => timing.refused ?? `${milliseconds(timing.ms)} (${milliseconds(timing.firstMs)}) ms`),
  ]);
  const text = [
    `${count(events)} purchases, ${(bytes / 2 ** 30).toFixed(1)} GiB, made in ${seedSeconds.toFixed(0)} s; load ${(loadavg()[0] ?? 0).toFixed(1)}. ` +
      `A sample of ${count(sampleRows)} rows stored and copied: ${unlike.length === 0 ? 'the same rows' : `unlike in ${unlike.join(', ')}`}.`,
    '',
    tableOf(['Field', 'Found by', 'Frequent', 'Middling', 'Rare', 'None'], byField),
    '',
    tableOf(['Sorted by', ...sizes.map((size) => `${count(size)} events`)], bySort),
  ].join('\n');
  return addResult({ directory, name: 'search-fields.md', head: HEAD }, at, machine, text);
};
