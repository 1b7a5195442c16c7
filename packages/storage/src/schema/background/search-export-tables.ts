import type { SearchExportFormat } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

type SearchExportTable = {
  tenant_id: string;
  export_id: string;
  environment_id: string;
  format: SearchExportFormat;
  /** Whether personal values stand in it as they are; masks otherwise. */
  has_personal: boolean;
  /** What is searched for; it may name a person. */
  question: JsonColumn;
  own_paths: string[];
  state: 'open' | 'ready' | 'removed';
  /** Where the search goes on; null at its beginning. */
  cursor: string | null;
  /** 0 to 1. */
  share: Generated<number>;
  events: Generated<number>;
  bytes: Generated<number>;
  is_cut: Generated<boolean>;
  asked_by_id: string;
  asked_by: string;
  asked_at: Instant;
  ready_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  expires_at: Instant;
};

type SearchExportPartTable = {
  tenant_id: string;
  export_id: string;
  part: number;
  /** Where its bytes stand in the file; null for rows that are still to be written to it. */
  first_byte: number | null;
  bytes: number;
  data: Buffer;
};

export type SearchExportTables = { search_export: SearchExportTable; search_export_part: SearchExportPartTable };
