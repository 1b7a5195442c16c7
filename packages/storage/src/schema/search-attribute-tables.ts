import type { BackfillStatus, SearchAttributeType } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './schema.ts';

type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** What is left to do on stored events: write down their values, or take those away that were written down. */
export type SearchAttributeTask = 'fill' | 'remove';

type SearchAttributeTable = {
  tenant_id: string;
  attribute_id: string;
  /** Whose events it is for, with those of the environments below. */
  environment_id: string;
  /** Number of the kind of event. */
  kind: number;
  path: string;
  type: SearchAttributeType;
  created_by: string;
  created_at: Instant;
  /** Null, as everything below, where nothing was ever done on stored events. */
  task: SearchAttributeTask | null;
  status: BackfillStatus | null;
  /** Position of the log up to which events were looked at. */
  read_position: Generated<number>;
  events_total: Generated<number>;
  events_done: Generated<number>;
  /** Events that carried it. */
  events_found: Generated<number>;
  events_per_second: Generated<number>;
  /** Code of the error that ended it. */
  problem: string | null;
  /** Node that works on it, and when it last said so. */
  node_id: string | null;
  seen_at: NullableInstant;
  started_at: NullableInstant;
  finished_at: NullableInstant;
};

export type SearchAttributeTables = { search_attribute: SearchAttributeTable };
