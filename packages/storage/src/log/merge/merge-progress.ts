import type { Database } from '../../database/database.ts';

/** How far merging is, and what it came to since the beginning. */
type MergeProgress = {
  /** Events of the log behind the place up to which segments are merged. */
  readonly waiting: number;
  readonly events: number;
  readonly segmentsBefore: number;
  readonly segmentsAfter: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
};

export const readMergeProgress = async (database: Pick<Database, 'pools'>): Promise<MergeProgress | undefined> => {
  const { rows } = await database.pools.ingest.query<MergeProgress>(
    `select (select position from stream where stream_id = 1) - m.position as waiting, m.events,
            m.segments_before as "segmentsBefore", m.segments_after as "segmentsAfter",
            m.bytes_before as "bytesBefore", m.bytes_after as "bytesAfter"
       from segment_merge m where m.merge_id = 1`,
  );
  return rows[0];
};
