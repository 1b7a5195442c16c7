import type { SavedViewPage } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Instant } from '../columns.ts';

type SavedViewTable = {
  tenant_id: string;
  view_id: string;
  environment_id: string;
  page: SavedViewPage;
  name: string;
  owner_id: string;
  owner: string;
  shared: boolean;
  parameters: string;
  created_at: Instant;
  changed_by: string;
  changed_at: Instant;
  deleted_at: ColumnType<Date | null, undefined, Date | null>;
  version: Generated<number>;
};

type SavedViewDefaultTable = {
  tenant_id: string;
  environment_id: string;
  user_id: string;
  page: SavedViewPage;
  view_id: string;
};

/** Tables of views of pages that people saved. */
export type SavedViewTables = {
  saved_view: SavedViewTable;
  saved_view_default: SavedViewDefaultTable;
};
