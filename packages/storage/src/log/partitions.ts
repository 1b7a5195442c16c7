import type pg from 'pg';
import type { Database } from '../database/database.ts';

/** Partitions kept ready beyond the current month. */
const MONTHS_AHEAD = 2;

/** Makes the log's partitions for this month and the next ones; cheap where they exist. */
export const makeLogPartitions = async (client: pg.ClientBase | pg.Pool): Promise<void> => {
  await client.query('select make_segment_partitions($1)', [MONTHS_AHEAD]);
};

/** The same on a running server; the log does it by itself several times a day. */
export const ensureLogPartitions = (database: Database): Promise<void> => makeLogPartitions(database.pools.ingest);

/** Why the server is not ready to take events: sentences for the operator, none where it is ready. */
export const readiness = async (database: Database): Promise<readonly string[]> => {
  try {
    const { rows } = await database.pools.ingest.query<{ month: string; there: boolean }>(
      `select month, to_regclass('segment_' || month) is not null as there
         from unnest(array[to_char(now() at time zone 'UTC', 'YYYY_MM'),
                           to_char((now() at time zone 'UTC') + interval '1 month', 'YYYY_MM')]) as month`,
    );
    return rows
      .filter((row) => !row.there)
      .map((row) => `The log has no partition for ${row.month.replace('_', '-')}.`);
  } catch (error) {
    return [`The database does not answer: ${error instanceof Error ? error.message : String(error)}.`];
  }
};
