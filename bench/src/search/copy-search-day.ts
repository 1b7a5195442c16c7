import type { Database, EmbeddedAddress } from '@redoubt/storage';
import { runAsAdmin } from '@redoubt/testing/database';
import { inRole } from '../measure/in-role.ts';

/** Tables of search, each with what tells a day's row from that of another day besides its position. */
export const SEARCH_TABLES = [
  { table: 'event_search', times: ['event_time', 'received_at'], ids: ['event_id'] },
  { table: 'event_link', times: ['event_time'], ids: [] },
  { table: 'event_attribute', times: ['event_time'], ids: [] },
  {
    table: 'related_event',
    times: ['event_time', 'received_at', 'arrived_at'],
    ids: ['subject_id', 'related_id'],
  },
] as const;

/** Enough for an index of as many rows to be sorted in few runs. */
const INDEX_MEMORY = '512MB';

/** Keeps how the indexes of tables are made, and drops them; the rows are written much faster without. @param tables names, by commas */
export const dropIndexes = (tables: string): string => `
  create table bench_index as
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as "table", k.conname,
           coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid)) as made
      from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where i.indrelid = any('{${tables}}'::regclass[]);
  do $$ declare x record; begin
    for x in select * from bench_index loop
      if x.conname is null then execute format('drop index %s', x.name);
      else execute format('alter table %s drop constraint %I', x."table", x.conname); end if;
    end loop;
  end $$`;

/** Makes the indexes that were dropped. */
export const MAKE_INDEXES = `
  set maintenance_work_mem = '${INDEX_MEMORY}';
  do $$ declare x record; begin
    for x in select * from bench_index loop
      if x.conname is null then execute x.made;
      else execute format('alter table %s add constraint %I %s', x."table", x.conname, x.made); end if;
    end loop;
  end $$;
  drop table bench_index`;

export type CopyOrder = {
  readonly server: EmbeddedAddress;
  readonly databaseName: string;
  readonly tenantId: string;
  /** Positions below are of the day; those of the first copy begin there. */
  readonly span: number;
  /** Rows of events from here on, in milliseconds since 1970, belong to the day. */
  readonly fromMs: number;
  readonly days: number;
  /** Whether indexes are made anew after the rows; not where other rows are to stay. */
  readonly indexesLast: boolean;
  readonly say: (text: string) => void;
};

/** Writes the rows that the projector made of a day again for each of the days after it, as if the same had happened on them. */
export const copySearchDay = async (order: CopyOrder): Promise<void> => {
  const { server, databaseName, tenantId, span, fromMs, days, indexesLast, say } = order;
  const run = <Row>(text: string): Promise<readonly Row[]> => runAsAdmin(server, databaseName, text) as Promise<Row[]>;
  const names = SEARCH_TABLES.map(({ table }) => table).join(',');
  if (indexesLast) await run(dropIndexes(names));
  for (const { table, times, ids } of SEARCH_TABLES) {
    const columns = await run<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    );
    const values = columns.map(({ name }) => {
      if ((times as readonly string[]).includes(name)) return `b.${name} + d * interval '1 day'`;
      if ((ids as readonly string[]).includes(name)) return `b.${name} || '-' || d`;
      return name === 'position' ? `b.position + d::bigint * ${span}` : `b.${name}`;
    });
    const list = columns.map(({ name }) => name).join(', ');
    await run(`create unlogged table bench_day as
      select * from ${table} where tenant_id = '${tenantId}' and event_time >= to_timestamp(${fromMs / 1000})`);
    await run(`insert into ${table} (${list}) select ${values.join(', ')}
      from generate_series(1, ${days - 1}) d cross join bench_day b`);
    await run('drop table bench_day');
    say(`  ${table} copied to ${days} days`);
  }
  if (!indexesLast) return;
  await run(MAKE_INDEXES);
  say('  indexes made');
};

/** The event that a row stands for: callers are many, so positions of two runs differ. */
const EVENT = `(select s.event_id from event_search s
  where s.tenant_id = x.tenant_id and s.environment_id = x.environment_id and s.event_time = x.event_time and s.position = x.position)`;

/** Ids of the place, positions, and when a later event was said as text, which search does not read. */
const LEFT_OUT = ['tenant_id', 'environment_id', 'position', 'stamps', 'label_stamp'];

/** A hash of the rows of a tenant in each table of search, with the id of the event in the place of its position. */
export const searchRowsOf = async (
  database: Database,
  tenantId: string,
): Promise<readonly { readonly table: string; readonly rows: number; readonly hash: string }[]> =>
  inRole(database, tenantId, 'app', async (client) => {
    await client.query('set local statement_timeout = 0');
    const found = [];
    for (const { table } of SEARCH_TABLES) {
      const columns = await client.query(
        `select string_agg(attname, ', ' order by attnum) as names from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped
            and attname <> all($2)`,
        [table, LEFT_OUT],
      );
      const { names } = columns.rows[0] as { readonly names: string };
      const { rows } = await client.query(
        `select count(*)::float8 as rows, coalesce(md5(string_agg(line, '' order by line)), '') as hash
           from (select md5(row(${names}, ${EVENT})::text) as line from ${table} x) lines`,
      );
      found.push({ table, ...(rows[0] as { readonly rows: number; readonly hash: string }) });
    }
    return found;
  });
