import type {
  CsvDelimiter,
  DataProblem,
  DataSet,
  EventDataSet,
  Mapping,
  RefusalReason,
  TextEncoding,
  UploadState,
} from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableJsonColumn } from '../columns.ts';

/** How the bytes of a file are read. */
export type UploadFormat = {
  readonly isPacked: boolean;
  readonly encoding: TextEncoding;
  readonly delimiter: CsvDelimiter;
  readonly columns: readonly string[];
};

type DataUploadTable = {
  tenant_id: string;
  upload_id: string;
  environment_id: string;
  data_set: DataSet;
  name: string;
  size_bytes: number;
  received_bytes: Generated<number>;
  state: UploadState;
  has_header: Generated<boolean>;
  format: NullableJsonColumn<UploadFormat>;
  mapping: JsonColumn<Mapping>;
  rows: Generated<number>;
  refused: Generated<number>;
  done_rows: Generated<number>;
  stored: Generated<number>;
  repeated: Generated<number>;
  problem: string | null;
  problem_line: number | null;
  first_position: number | null;
  undo_cursor: number | null;
  undo_until: number | null;
  undone: Generated<number>;
  sync_id: string | null;
  created_by: string;
  created_at: Instant;
  changed_at: Instant;
};

type UploadPartTable = {
  tenant_id: string;
  upload_id: string;
  part: number;
  start_byte: number;
  bytes: number;
  crc32: number;
  data: Buffer;
};

type UploadRefusalTable = {
  tenant_id: string;
  upload_id: string;
  line: number;
  reason: RefusalReason;
  field: string | null;
  message: string;
  problem: NullableJsonColumn<DataProblem>;
  cells: JsonColumn<readonly string[]>;
};

type UploadItemTable = {
  tenant_id: string;
  upload_id: string;
  line: number;
  environment_id: string;
  data_set: EventDataSet;
  owner_id: string;
  item: JsonColumn<JsonObject>;
  taken_by: string | null;
};

export type UploadTables = {
  upload_item: UploadItemTable;
  data_upload: DataUploadTable;
  upload_part: UploadPartTable;
  upload_refusal: UploadRefusalTable;
};
