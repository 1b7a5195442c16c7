import { dayText, rateTable, REPORT_DIMENSIONS, type RateTable, type ReportDimension } from '@redoubt/domain';
import { DAY_MS, newId, SECOND_MS, seededRandom, type Id } from '@redoubt/kernel';
import {
  createLog,
  PROJECTORS,
  readReportGroups,
  readRuleMoney,
  readRuleOverlaps,
  readRuleSums,
  resetProjection,
  startProjectors,
  type Database,
  type Log,
  type LogEvent,
} from '@redoubt/storage';
import { recountReports } from '@redoubt/testing/reports';
import type { Machine } from '../measure/machine.ts';
import { inRole } from '../measure/in-role.ts';
import { onOwnDatabase } from '../measure/own-database.ts';
import { appendFigures } from '../measure/result-table.ts';
import { CURRENCIES, readHandbookStories, LATEST_LABEL_DAYS } from './handbook.ts';

type Place = { readonly tenantId: Id; readonly environmentId: Id };
const FROM_MS = Date.UTC(2018, 3, 1);
const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + 30 * DAY_MS };
/** Appends that wait for their commit at one time. */
const IN_FLIGHT = 2000;
const ROUNDS = 5;
const TABLES = [
  'report_event',
  'report_hour',
  'report_day',
  'report_dimension_day',
  'report_overlap_day',
  'report_label_day',
] as const;

export type ReportFigures = {
  readonly purchases: number;
  readonly later: number;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[];
  /** Milliseconds for a thousand events of the log, the projection of reports alone. */
  readonly rebuildMs: number;
  /** The same for late labels, all projections together. */
  readonly lateMs: number;
  /** Orders of arrival and rebuilds that gave other figures than the first. */
  readonly unlike: readonly string[];
  readonly recounted: { readonly figures: number; readonly differences: number };
  readonly queries: readonly { readonly by: string; readonly ms: readonly number[] }[];
};

const append = async (log: Log, events: readonly LogEvent[]): Promise<void> => {
  for (let at = 0; at < events.length; at += IN_FLIGHT) {
    await Promise.all(events.slice(at, at + IN_FLIGHT).map((event) => log.append(event)));
  }
};

const TEXT_COLUMNS = [
  'rule',
  'other_rule',
  'clause',
  'country',
  'currency',
  'status',
  'value',
  'decided_by',
  'control_rule',
  'control_hit',
];
const LIST_COLUMNS = ['hits', 'hit_rules'];

type Ask = <Row>(text: string, values?: unknown[]) => Promise<readonly Row[]>;

/** Asks as the tenant, without the time-out of a page. */
const asTenant = <T>(database: Database, { tenantId }: Place, work: (ask: Ask) => Promise<T>): Promise<T> =>
  inRole(database, tenantId, 'app', async (client) => {
    await client.query('set local statement_timeout = 0');
    return work(async <Row>(text: string, values: unknown[] = []) => {
      const { rows } = await client.query(text, values);
      return rows as readonly Row[];
    });
  });

const textOfColumn = (column: string): string => {
  if (LIST_COLUMNS.includes(column)) {
    return `(select string_agg(v.value, ',' order by v.value) from report_value v where v.code = any(t.${column}))`;
  }
  return TEXT_COLUMNS.includes(column)
    ? `(select v.value from report_value v where v.code = t.${column})`
    : `t.${column}::text`;
};

/** Every row of reports of a tenant, with texts for their numbers and without its ids, as one hash for each table. */
const digestOf = (database: Database, place: Place): Promise<string> =>
  asTenant(database, place, async (ask) => {
    const hashes: string[] = [];
    for (const table of TABLES) {
      const columns = await ask<{ name: string }>(
        `select attname as name from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and attname not in ('tenant_id', 'environment_id') order by attnum`,
        [table],
      );
      const texts = columns.map(({ name }) => `coalesce(${textOfColumn(name)}, '')`).join(', ');
      const [row] = await ask<{ hash: string }>(
        `select md5(string_agg(line, '' order by line)) as hash
           from (select md5(concat_ws('|', ${texts})) as line from ${table} t) x`,
      );
      hashes.push(row?.hash ?? '');
    }
    return hashes.join(' ');
  });

const sizesOf = (database: Database, place: Place): Promise<ReportFigures['tables']> =>
  asTenant(database, place, async (ask) => {
    const sizes: { table: string; rows: number; bytes: number }[] = [];
    for (const table of TABLES) {
      const [size] = await ask<{ rows: number; bytes: number }>(
        `select count(*)::bigint as rows, pg_total_relation_size('${table}'::regclass) as bytes from ${table}`,
      );
      sizes.push({ table, rows: size?.rows ?? 0, bytes: size?.bytes ?? 0 });
    }
    return sizes;
  });

const catchUp = async (database: Database): Promise<number> => {
  const startMs = performance.now();
  const projectors = startProjectors(database, undefined, { inThread: true });
  await projectors.caughtUp();
  const ms = performance.now() - startMs;
  await projectors.close();
  return ms;
};

const rebuild = async (database: Database): Promise<number> => {
  const reports = PROJECTORS.find(({ name }) => name === 'reports');
  if (reports === undefined) throw new Error('there is a projector of reports');
  await resetProjection(database, reports);
  return catchUp(database);
};

/** What `report_overlap_day` spares: pairs of rules from the hits of every event. */
const OVERLAPS_OF_EVENTS = `
  select one.rule, other.rule as other_rule, c.label, count(*) as events from report_event c
   cross join lateral (select distinct unnest(c.hit_rules) as rule) one
   cross join lateral (select distinct unnest(c.hit_rules) as rule) other
   where one.rule < other.rule group by 1, 2, 3`;

/** A rate of each other currency on every day. */
const rates = (): RateTable =>
  rateTable(
    CURRENCIES[0],
    CURRENCIES.slice(1).flatMap((quote, at) =>
      Array.from({ length: 30 }, (_, day) => ({
        day: dayText(SPAN.fromMs + day * DAY_MS),
        base: CURRENCIES[0],
        quote,
        rate: 2 + at + day / 100,
      })),
    ),
    7,
  );

const timeQueries = async (database: Database, place: Place): Promise<ReportFigures['queries']> => {
  const scope = { tenantId: place.tenantId, environmentIds: [place.environmentId] };
  const queries: { by: string; ms: number[] }[] = [];
  for (const by of [null, ...REPORT_DIMENSIONS] satisfies (ReportDimension | null)[]) {
    const asked = { kind: 'purchase', step: 'day', by, filters: [], most: 20 } as const;
    const ms: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startMs = performance.now();
      await readReportGroups(database, scope, asked, { ...SPAN, shiftMs: 0 });
      ms.push(performance.now() - startMs);
    }
    queries.push({ by: by ?? 'nothing', ms });
  }
  const timed = async (by: string, read: () => Promise<unknown>): Promise<void> => {
    const ms: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startMs = performance.now();
      await read();
      ms.push(performance.now() - startMs);
    }
    queries.push({ by, ms });
  };
  const asked = { kind: 'purchase', step: 'day', filters: [] } as const;
  const [range, table] = [{ ...SPAN, shiftMs: 0 }, rates()];
  const byRule = { ...asked, by: 'rule', most: 20 } as const;
  await timed('rule, each currency alone', () => readReportGroups(database, scope, byRule, range));
  await timed('rule, converted from five currencies', () =>
    readReportGroups(database, scope, { ...byRule, rates: table }, range),
  );
  await timed('money of rules, converted', () => readRuleMoney(database, scope, asked, SPAN, table));
  await timed('rules, with their clauses', () =>
    readRuleSums(database, scope, asked, { ...SPAN, shiftMs: 0 }, 'total'),
  );
  await timed('rules, by day', () => readRuleSums(database, scope, asked, { ...SPAN, shiftMs: 0 }, 'bar'));
  await timed('overlaps of rules', () => readRuleOverlaps(database, scope, 'purchase', SPAN));
  await timed('overlaps of rules from single events', () =>
    asTenant(database, place, (ask) => ask(OVERLAPS_OF_EVENTS)),
  );
  return queries;
};

const shuffled = <Value>(values: readonly Value[]): readonly Value[] => {
  const random = seededRandom(30);
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
};

const measure = async (database: Database, most: number): Promise<ReportFigures> => {
  const log = createLog(database);
  const place = (): Place => ({ tenantId: newId(), environmentId: newId() });
  try {
    // Labels in the order in which they arrive, most of them long after their purchase.
    const first = place();
    const stories = await readHandbookStories(first, most);
    const later = stories.flatMap((story) => story.later);
    const purchases = stories.map(({ purchase }) => purchase);
    await append(log, purchases);
    await catchUp(database);
    await append(log, later);
    const lateMs = ((await catchUp(database)) * SECOND_MS) / later.length;
    const tables = await sizesOf(database, first);
    const live = await digestOf(database, first);
    const queries = await timeQueries(database, first);

    const unlike: string[] = [];
    const rebuildMs = ((await rebuild(database)) * SECOND_MS) / (purchases.length + later.length);
    if ((await digestOf(database, first)) !== live) unlike.push('built again');

    // Everything in another order, every third label before its purchase, every fifth twice, while projections run.
    const second = place();
    const others = await readHandbookStories(second, most);
    const early = others.flatMap((story) => story.later).filter((_label, at) => at % 3 === 0);
    const late = others.flatMap((story) => story.later).filter((_label, at) => at % 3 !== 0);
    const projectors = startProjectors(database, log, { inThread: true });
    await append(log, shuffled(early));
    const afterwards = [...late, ...late.filter((_label, at) => at % 5 === 0)];
    await append(log, [...others.map(({ purchase }) => purchase), ...shuffled(afterwards)]);
    await projectors.caughtUp();
    await projectors.close();
    if ((await digestOf(database, second)) !== live) unlike.push('in another order');
    await rebuild(database);
    if ((await digestOf(database, second)) !== live) unlike.push('in another order, built again');

    const scope = { tenantId: second.tenantId, environmentIds: [second.environmentId], ...SPAN };
    const { figures, differences } = await recountReports(database, scope);
    const recounted = { figures, differences: differences.length };
    return { purchases: purchases.length, later: later.length, tables, rebuildMs, lateMs, unlike, recounted, queries };
  } finally {
    await log.close();
  }
};

/** Reports of the Handbook's April: sizes, times, and whether figures are the same in every order and by other code. */
export const measureReports = (most: number): Promise<ReportFigures> =>
  onOwnDatabase('reports', (database) => measure(database, most));

const SECTION = {
  file: 'reports.md',
  title: '# Reports',
  heading: 'The Handbook month',
  head: `Lines per run of \`npm run bench -- reports\`: purchases of April 2018 of the Fraud Detection Handbook, with decisions of 40 clauses, 12
countries and 5 currencies (3 in runs of before) made up from their ids, labels up to ${LATEST_LABEL_DAYS} days later. Figures must be the same when labels arrive in another
order, some before their purchase and some twice, when they are built again, and when other code counts them from the log.
A query reads the month by day, 20 series at most, the longest of ${ROUNDS}.

| Run | Machine | What | Figure | Load |
|---|---|---|---|---|
`,
} as const;

/** How many times as long the query takes that converts, by the shortest of each. */
const ratioOf = (queries: ReportFigures['queries']): string => {
  const shortest = (by: string): number => Math.min(...(queries.find((query) => query.by === by)?.ms ?? []));
  return `× ${(shortest('rule, converted from five currencies') / shortest('rule, each currency alone')).toFixed(2)}`;
};

/** Adds lines to the table of all runs; gives them. */
export const saveReports = (
  directory: string,
  at: string,
  machine: Machine,
  figures: ReportFigures,
): Promise<string> => {
  const { purchases, later, tables, rebuildMs, lateMs, unlike, recounted, queries } = figures;
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
  const lines: readonly (readonly [string, string])[] = [
    ['purchases and labels', `${whole(purchases)} and ${whole(later)}`],
    ...tables.map(({ table, rows, bytes }): [string, string] => [
      table,
      `${whole(rows)} rows, ${(rows / purchases).toFixed(3)} and ${whole(bytes / purchases)} bytes an event`,
    ]),
    ['a thousand events, reports alone', `${whole(rebuildMs)} ms`],
    ['a thousand late labels, all projections', `${whole(lateMs)} ms`],
    ['orders with other figures', unlike.length === 0 ? 'none' : unlike.join(', ')],
    ['counted again by other code', `${whole(recounted.figures)} figures, ${recounted.differences} differences`],
    ...queries.map(({ by, ms }): [string, string] => [`query by ${by}`, `${whole(Math.max(...ms))} ms`]),
    ['converted from five currencies, against each alone', ratioOf(queries)],
  ];
  return appendFigures(directory, SECTION, { at, machine }, lines);
};
