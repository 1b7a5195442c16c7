import type { Instant } from '../columns.ts';

/** What a job of the kind `velocityBackfill` counts, and where it stands; the rest of it is in `job`. */
type VelocityBackfillTable = {
  tenant_id: string;
  backfill_id: string;
  environment_id: string;
  set_id: string;
  /** Version whose text is counted. */
  set_version: number;
  /** Velocities of that text that are counted; the others go on counting as they did before it. */
  velocity_ids: string[];
  /** Position of the log up to which events were looked at. */
  read_position: number;
  /** Events that added something. */
  events_counted: number;
  /** Lists that some events were counted without, because they did not exist then. */
  missing_lists: string[];
};

type VelocityBackfillSegmentTable = {
  tenant_id: string;
  first_position: number;
  entry_count: number;
  /** Environment of the set; the events themselves may be of one below it. */
  environment_id: string;
  backfill_id: string;
  from_time: Instant;
  to_time: Instant;
  codec: number;
  data: Buffer;
};

export type BackfillTables = {
  velocity_backfill: VelocityBackfillTable;
  velocity_backfill_segment: VelocityBackfillSegmentTable;
};
