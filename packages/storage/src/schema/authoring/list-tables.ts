import type { ListSourceDefinition } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableJsonColumn } from '../columns.ts';

/** How a content of a list came to be. */
export type ListOrigin = 'upload' | 'append' | 'edit' | 'rollback' | 'expiry' | 'source';

type ListTable = {
  tenant_id: string;
  list_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  description: string;
  /** Sealed: what opens the place where the rows are kept. */
  secret: string | null;
  content_version: number;
  changed_by: string;
  changed_at: Instant;
  deleted_at: Instant | null;
  version: Generated<number>;
};

type ListVersionTable = {
  tenant_id: string;
  list_id: string;
  content_version: number;
  columns: string[];
  row_count: number;
  size_bytes: number;
  content_hash: string;
  /** The log stood here when the content became current; later events may have seen it. */
  active_from_position: number;
  /** Column that says when a row expires; null where rows never do. */
  expiry_column: string | null;
  origin: ListOrigin;
  /** Where the rows are kept; null where they are here. */
  source: NullableJsonColumn<ListSourceDefinition>;
  /** The version that a roll-back brought back. */
  restored_version: number | null;
  /** Hashes of its chunks in file order; none where the rows are kept elsewhere. */
  chunks: string[];
  /** Rows of each chunk. */
  chunk_rows: number[];
  uploaded_by: string;
  uploaded_at: Instant;
};

type ListChunkTable = {
  tenant_id: string;
  list_id: string;
  /** Names the rows; versions of the list that hold the same ones share the chunk. */
  chunk_hash: string;
  rows: JsonColumn<readonly (readonly string[])[]>;
};

export type ListTables = { list: ListTable; list_version: ListVersionTable; list_chunk: ListChunkTable };
