import type { SupportEntity, SupportListStatus, SupportSource } from '@redoubt/domain';
import type { ColumnType } from 'kysely';
import type { Instant } from '../columns.ts';

type NullableInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;

type SupportListTable = {
  tenant_id: string;
  environment_id: string;
  entity: SupportEntity;
  /** Grows by one with every change. */
  revision: number;
  changed_by: string;
  changed_at: Instant;
};

type SupportListEntryTable = {
  tenant_id: string;
  environment_id: string;
  entity: SupportEntity;
  /** The value as values are compared. */
  value_key: string;
  from_revision: number;
  /** First revision that no longer has the entry; null while it is there. */
  until_revision: number | null;
  /** Where the log stood when the entry came and went. */
  from_position: number;
  until_position: number | null;
  value: string;
  status: SupportListStatus;
  reason: string;
  comments: string;
  expires_at: NullableInstant;
  source: SupportSource;
  added_by: string;
  added_at: Instant;
};

export type SupportListTables = { support_list: SupportListTable; support_list_entry: SupportListEntryTable };
