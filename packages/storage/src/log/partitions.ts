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
