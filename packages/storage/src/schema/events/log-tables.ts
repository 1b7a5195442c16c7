import type { Instant } from '../columns.ts';

/** What the `app` role may read of the log; writing goes through the log alone. */
export type LogTables = {
  commit_batch: { first_position: number; committed_at: Instant };
  segment: {
    tenant_id: string;
    environment_id: string;
    first_position: number;
    event_count: number;
    /** The earliest one of a merged segment, whose others come up to an hour later. */
    committed_at: Instant;
    /** Positions from the first event to the last, where others may stand between; null: as many as events. */
    span: number | null;
    codec: number;
    /** Null only in codec 1. */
    heads: Buffer | null;
    data: Buffer;
  };
};
