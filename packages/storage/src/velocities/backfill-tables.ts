import type { BackfillStatus } from '@redoubt/domain';
import type { ColumnType } from 'kysely';
import type { Instant } from '../database/schema.ts';

type VelocityBackfillTable = {
  tenant_id: string;
  backfill_id: string;
  environment_id: string;
  set_id: string;
  /** Version whose text is counted. */
  set_version: number;
  /** Velocities of that text that are counted; the others go on counting as they did before it. */
  velocity_ids: string[];
  status: BackfillStatus;
  /** Position of the log up to which events were looked at. */
  read_position: number;
  events_total: number;
  events_done: number;
  /** Events that added something. */
  events_counted: number;
  events_per_second: number;
  /** Lists that some events were counted without, because they did not exist then. */
  missing_lists: string[];
  /** Code of the error that ended it. */
  problem: string | null;
  /** Node that works on it, and when it last said so. */
  node_id: string | null;
  seen_at: Instant | null;
  started_by: string;
  started_at: Instant;
  finished_at: ColumnType<Date | null, Date | null, Date | null>;
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
