import { sql, type Kysely } from 'kysely';
import { APP_ROLE, INGEST_ROLE } from '../../database/role-names.ts';

/** Columns of `event_search` that lead to events, with the number of their attribute in `event_link`. */
const COLUMNS = { email: 1, user_id: 2, ip_address: 3, device_id: 4, payment_instrument_id: 5 } as const;

/** So many characters of a value are compared, and an entry of an index has room for them. */
const COMPARED_CHARACTERS = 256;

const names = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];

/**
 * A value that stands in the row of its event needs no row of its own that leads there (ADR 125). `event_value` is both: what stands in
 * rows of search, and in `event_link` what does not. There links of before this migration stay as well, so that it may name
 * an event twice; where a column holds nothing, its value is null.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  const cut = names.map((name) => `${name} = left(${name}, ${COMPARED_CHARACTERS})`);
  const isLonger = names.map((name) => `length(${name}) > ${COMPARED_CHARACTERS}`);
  await sql.raw(`update event_search set ${cut.join(', ')} where ${isLonger.join(' or ')}`).execute(db);
  // An environment is of one tenant. Room for a status that comes later, so that it writes no index again.
  await sql`alter table event_search set (fillfactor = 90)`.execute(db);
  // Sorts of many rows then stay in memory, or nearly.
  await sql`set local maintenance_work_mem = '256MB'`.execute(db);
  for (const name of names)
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql
      .raw(
        `create index event_search_${name} on event_search (environment_id, ${name} collate "C", event_time, position)
           where ${name} is not null`,
      )
      .execute(db);
  const ofColumns = Object.entries(COLUMNS).map(
    ([name, attribute]) =>
      `select tenant_id, environment_id, ${attribute}::smallint, ${name} collate "C", event_time, position from event_search`,
  );
  // What a caller may see of the tables is what it sees here.
  await sql
    .raw(
      `create view event_value with (security_invoker = true) as
         select tenant_id, environment_id, attribute, value, event_time, position from event_link
         union all ${ofColumns.join(' union all ')}`,
    )
    .execute(db);
  await sql`grant select on event_value to ${sql.id(APP_ROLE)}, ${sql.id(INGEST_ROLE)}`.execute(db);
};
