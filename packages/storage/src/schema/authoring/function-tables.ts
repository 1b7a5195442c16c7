import type { FunctionOutput, FunctionParameter } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

type FunctionTable = {
  tenant_id: string;
  function_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  description: string;
  /** Null until the first publication, and once it is taken out of production. */
  published_version: number | null;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type FunctionTextColumns = {
  parameters: JsonColumn<readonly FunctionParameter[]>;
  outputs: JsonColumn<readonly FunctionOutput[]>;
  sample_payload: JsonColumn;
};

type FunctionDraftTable = FunctionTextColumns & {
  tenant_id: string;
  function_id: string;
  /** Published version the draft was begun on; 0 for a function that had none. */
  based_on_version: number;
  saved_by: string;
  saved_at: Instant;
};

type FunctionVersionTable = FunctionTextColumns & {
  tenant_id: string;
  function_id: string;
  function_version: number;
  /** SHA-256 of the canonical text. */
  content_hash: string;
  published_by: string;
  published_at: Instant;
  note: string;
  /** Older version whose text it brought back. */
  restores: number | null;
};

export type FunctionTables = {
  fql_function: FunctionTable;
  fql_function_draft: FunctionDraftTable;
  fql_function_version: FunctionVersionTable;
};
