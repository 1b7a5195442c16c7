import type { DefinedSources, LoggedKind, VelocityStart, VelocityText, VelocityWindowMode } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

/** A function that a velocity set reaches, itself or through others, as it was when the set was published. */
export type CountedFunction = {
  readonly environmentId: string;
  readonly functionId: string;
  readonly name: string;
  readonly version: number;
};

type VelocitySetTable = {
  tenant_id: string;
  set_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  description: string;
  active: boolean;
  /** Null until the first publication, and once it is taken out of production. */
  published_version: number | null;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type VelocityTextColumns = {
  condition: string;
  velocities: JsonColumn<readonly VelocityText[]>;
  sample_event: LoggedKind;
  sample_payload: JsonColumn;
};

type VelocitySetDraftTable = VelocityTextColumns & {
  tenant_id: string;
  set_id: string;
  /** Published version the draft was begun on; 0 for a set that had none. */
  based_on_version: number;
  saved_by: string;
  saved_at: Instant;
};

type VelocitySetVersionTable = VelocityTextColumns & {
  tenant_id: string;
  set_id: string;
  set_version: number;
  /** SHA-256 of the canonical text: equal hashes share one compiled unit. */
  content_hash: string;
  start: VelocityStart;
  /** Newest event of the log when it was published: counts that begin then take what follows. */
  published_position: number;
  published_by: string;
  published_at: Instant;
  note: string;
  /** Null where FROM names no defined assessment. */
  sources: JsonColumn<DefinedSources> | null;
  function_versions: JsonColumn<readonly CountedFunction[]>;
  /** Older version whose text it brought back. */
  restores: number | null;
};

type VelocitySettingTable = {
  tenant_id: string;
  environment_id: string;
  window_mode: VelocityWindowMode;
  changed_by: string;
  changed_at: Instant;
};

export type VelocitySetTables = {
  velocity_setting: VelocitySettingTable;
  velocity_set: VelocitySetTable;
  velocity_set_draft: VelocitySetDraftTable;
  velocity_set_version: VelocitySetVersionTable;
};
