import type { Database } from '../database/database.ts';

/** Gives the disk back what months of the log no longer hold; says how many bytes that were. */
export const returnSegmentSpace = async (database: Database): Promise<number> => {
  const { rows } = await database.pools.ingest.query<{ returned: number }>('select return_segment_space() as returned');
  return rows[0]?.returned ?? 0;
};
