import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DAY_MS } from '@redoubt/kernel';
import { reachEmbeddedPostgres, silentLogger, type EmbeddedAddress } from '@redoubt/storage';
import { runAsAdmin } from '@redoubt/testing/database';
import { makeMonths, type Query } from '../retention.ts';
import { dropIndexes, MAKE_INDEXES } from '../search/copy-search-day.ts';
import { BATCH_COLUMN, COMES_BACK, GROWN_TABLES, POSITION_COLUMNS, type GrownTable } from './grown-tables.ts';

export const DATABASE = 'redoubt';
/** Not in `public`: a backup takes nothing of it. */
const SCHEMA = 'bench';

/** What was stored by the real path, kept beside to be written again. */
export type Base = {
  readonly events: number;
  readonly firstPosition: number;
  readonly positions: number;
  readonly firstBatch: number;
  readonly batches: number;
  /** Calendar days that its events lie on, and so the days from one copy to the next. */
  readonly days: number;
};

/** Where copies lie: copy 0 begins so many days before what was stored by the real path, each other one after the one before. */
export type Copies = { readonly from: number; readonly to: number; readonly backDays: number };

/** Of the server while rows are written in bulk; nothing of it is in force when the product runs on it again. */
const BULK_SETTINGS = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
} as const;

export const queryOf =
  (server: EmbeddedAddress): Query =>
  (text, values) =>
    runAsAdmin(server, DATABASE, text, values);

/** Works on the database of a data directory that no server uses. */
export const besideNothing = async <Result>(
  dataDirectory: string,
  work: (query: Query, server: EmbeddedAddress) => Promise<Result>,
): Promise<Result> => {
  const { server, release } = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
  try {
    return await work(queryOf(server), server);
  } finally {
    await release();
  }
};

/** The same for writing much: without waiting for the disk, which has all of it in the end. */
export const inBulk = async <Result>(
  dataDirectory: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> => {
  await besideNothing(dataDirectory, async (query) => {
    for (const [name, value] of Object.entries(BULK_SETTINGS)) await query(`alter system set ${name} = '${value}'`);
  });
  const result = await besideNothing(dataDirectory, async (query) => {
    const done = await work(query);
    await query('alter system reset all');
    return done;
  });
  await promisify(execFile)('sync');
  return result;
};

/** Moves what the real path stored aside: the tables are empty then. */
export const takeBase = async (query: Query): Promise<Base> => {
  await query(`create schema ${SCHEMA}`);
  for (const { table } of GROWN_TABLES)
    await query(`create unlogged table ${SCHEMA}.${table} as select * from ${table}`);
  await query(`truncate ${GROWN_TABLES.map(({ table }) => table).join(', ')}`);
  const [found] = await query<Base>(
    `select (select count(*)::int from ${SCHEMA}.event_identity) as events,
            min(first_position)::float8 as "firstPosition",
            (max(first_position + event_count) - min(first_position))::float8 as positions,
            min(batch_id)::float8 as "firstBatch", (max(batch_id) - min(batch_id) + 1)::float8 as batches,
            (select max(day)::date - min(day)::date + 1 from ${SCHEMA}.report_day) as days
       from ${SCHEMA}.commit_batch`,
  );
  if (found === undefined || found.events === 0) throw new Error('nothing was stored');
  return found;
};

/** Places of the log that copies begin at: after everything that is there. */
const readEnd = async (query: Query, base: Base) => {
  const [end] = await query<{ position: number; batch: number }>(
    `select coalesce(max(first_position + event_count), ${base.firstPosition})::float8 as position,
            coalesce(max(batch_id) + 1, ${base.firstBatch})::float8 as batch from commit_batch`,
  );
  return end ?? { position: base.firstPosition, batch: base.firstBatch };
};

/** The value of a column in copy `d` of a row `b`. */
const valueOf = (
  { times, ids, values = [], valuesWhere }: GrownTable,
  column: string,
  base: Base,
  move: { readonly days: number; readonly position: number; readonly batch: number },
): string => {
  const own = `b.${column}`;
  const named = `${own} || '-' || d`;
  if (times.includes(column)) return `${own} + (d * ${base.days} - ${move.days}) * interval '1 day'`;
  if (ids.includes(column)) return `case when d = 0 then ${own} else ${named} end`;
  if (POSITION_COLUMNS.includes(column)) return `${own} + ${move.position} + d::bigint * ${base.positions}`;
  if (column === BATCH_COLUMN) return `${own} + ${move.batch} + d::bigint * ${base.batches}`;
  if (!values.includes(column)) return own;
  const isOther = valuesWhere === undefined ? '' : `or not b.${valuesWhere}`;
  return `case when d = 0 or ${COMES_BACK(own)} ${isOther} then ${own} else ${named} end`;
};

const growTable = async (
  query: Query,
  grown: GrownTable,
  base: Base,
  { from, to, backDays }: Copies,
): Promise<void> => {
  const { table, keepsIndexes } = grown;
  const end = await readEnd(query, base);
  const move = {
    days: backDays,
    position: end.position - base.firstPosition - from * base.positions,
    batch: end.batch - base.firstBatch - from * base.batches,
  };
  const columns = await query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  );
  const names = columns.map(({ name }) => name);
  if (keepsIndexes === undefined) await query(dropIndexes(table));
  await query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => valueOf(grown, name, base, move)).join(', ')}
       from generate_series(${from}, ${to - 1}) d cross join ${SCHEMA}.${table} b`,
  );
  // As autovacuum leaves it some time later; before the indexes, it reads the rows alone.
  await query(`vacuum (analyze) ${table}`);
  if (keepsIndexes === undefined) await query(MAKE_INDEXES);
};

/** Lets the projections stand at the end of the log. */
const moveReaders = async (query: Query, base: Base): Promise<void> => {
  const end = await readEnd(query, base);
  const last = end.position - 1;
  await query(`update stream set position = ${last}`);
  await query(`update projection_state set position = ${last}`);
  await query(`select setval('commit_batch_id', ${end.batch}, false)`);
};

/** Writes copies of the base into the past, as if the same had happened on other days with, for the most part, other customers. */
export const grow = async (query: Query, base: Base, copies: Copies, say: (text: string) => void): Promise<void> => {
  const [first, last] = [copies.backDays + 2, 0].map((days) => new Date(Date.now() - days * DAY_MS));
  if (first !== undefined && last !== undefined) await makeMonths(query, first, last);
  // The order of commits comes last: it says where the copies of every table begin.
  for (const grown of GROWN_TABLES.toReversed()) {
    const startMs = performance.now();
    await growTable(query, grown, base, copies);
    const seconds = (performance.now() - startMs) / 1000;
    if (seconds > 1) say(`  ${grown.table} written in ${seconds.toFixed(0)} s`);
  }
  await moveReaders(query, base);
};

/** What is asked for in searches: values of the oldest copy, and one that comes back in every copy. */
export type AskedValues = Readonly<Record<'eventId' | 'email' | 'userId' | 'ipAddress', string>>;

export const readAskedValues = async (query: Query): Promise<AskedValues> => {
  const frequent = (column: string, where: string): string =>
    `(select ${column} from ${SCHEMA}.event_search where ${where} group by 1 order by count(*) desc, 1 limit 1)`;
  const [values] = await query<AskedValues>(
    `select (select event_id from ${SCHEMA}.event_search order by position limit 1) as "eventId",
            ${frequent('email', COMES_BACK('email'))} as email,
            ${frequent('user_id', `not ${COMES_BACK('user_id')}`)} as "userId",
            (select ip_address from ${SCHEMA}.event_search where not ${COMES_BACK('ip_address')}
              group by 1 order by count(*), 1 limit 1) as "ipAddress"`,
  );
  if (values === undefined) throw new Error('nothing was stored');
  return values;
};

/** Events stored, and bytes of tables and indexes by part; `other` is everything else of the database. */
export const readSizes = async (query: Query) => {
  const names = (part: GrownTable['part']): string =>
    GROWN_TABLES.flatMap((each) => (each.part === part ? [`'${each.table}'`] : [])).join(', ');
  const bytes = (part: GrownTable['part']): string =>
    `(select sum(pg_total_relation_size(c.oid))::float8 from pg_class c left join pg_inherits i on i.inhrelid = c.oid
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and (c.relname in (${names(part)}) or i.inhparent::regclass::text in (${names(part)})))`;
  const [sizes] = await query<Readonly<Record<'events' | 'log' | 'search' | 'reports' | 'all', number>>>(
    `select (select sum(event_count)::float8 from segment) as events, ${bytes('log')} as log, ${bytes('search')} as search,
            ${bytes('reports')} as reports, pg_database_size(current_database())::float8 - (
              select sum(pg_total_relation_size(c.oid)) from pg_class c
               where c.relkind = 'r' and c.relnamespace = '${SCHEMA}'::regnamespace)::float8 as all`,
  );
  if (sizes === undefined) throw new Error('the database has no sizes');
  return sizes;
};
