import type { ExternalCallDefinition } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

/** A secret as it is kept: sealed, with who set it. */
export type SealedSecret = { readonly sealed: string; readonly setBy: string; readonly setAt: string };

type ExternalCallTable = {
  tenant_id: string;
  call_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  description: string;
  definition: JsonColumn<ExternalCallDefinition>;
  sample_response: JsonColumn;
  /** SHA-256 of the canonical definition with the name. */
  content_hash: string;
  /** By slot, see `secretSlotsOf`. */
  secrets: JsonColumn<Readonly<Record<string, SealedSecret>>>;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type CallMetricTable = {
  tenant_id: string;
  environment_id: string;
  /** The external call or external assessment. */
  target_id: string;
  minute: Instant;
  /** A `CallOutcome`. */
  outcome: string;
  calls: number;
  total_ms: number;
  /** Calls by class of latency, see `latencyClassOf`. */
  latency: number[];
  /** The rule that called; all zeros where that is not known. */
  text_id: Generated<string>;
  /** `condition`, or the id of the clause; empty where the text is not known. */
  part: Generated<string>;
};

/** The newest event whose call failed so, by who called. */
type CallFailureTable = {
  tenant_id: string;
  target_id: string;
  outcome: string;
  text_id: string;
  part: string;
  /** Of the event. */
  environment_id: string;
  kind: number;
  event_id: string;
  at: Instant;
};

export type ExternalCallTables = {
  external_call: ExternalCallTable;
  call_metric: CallMetricTable;
  call_failure: CallFailureTable;
};
