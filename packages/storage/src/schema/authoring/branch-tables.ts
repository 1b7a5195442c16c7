import type { Decision, RunMode } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

type MaybeInstant = ColumnType<Date | null, Date | null, Date | null>;

type RuleBranchTable = {
  tenant_id: string;
  branch_id: string;
  environment_id: string;
  assessment: string;
  name: string;
  name_key: string;
  /** What callers of its test address write; `api_key` ignores the letter case. */
  api_name: string;
  api_key: string;
  /** Name of the branch it was copied from; null for production. */
  source: string | null;
  run_mode: RunMode;
  sample_payload: JsonColumn | null;
  version: Generated<number>;
  created_by: string;
  created_at: Instant;
};

type ExperimentTable = {
  tenant_id: string;
  experiment_id: string;
  branch_id: string;
  share_percent: number;
  watched: Decision;
  starts_at: Instant;
  ends_at: MaybeInstant;
  started_by: string;
  started_at: Instant;
  stopped_by: string | null;
  stopped_at: MaybeInstant;
  /** Events that were left out because the node was busy, and ones the branch could not be run over. */
  skipped: Generated<number>;
  failed: Generated<number>;
};

type Outcomes = {
  tenant_id: string;
  experiment_id: string;
  production_decision: Decision;
  branch_decision: Decision;
};

/** Empty where nothing decided. */
type Clauses = { production_rule: string; production_clause: string; branch_rule: string; branch_clause: string };

type ExperimentSlotTable = Outcomes & { slot: Instant; events: number };
type ExperimentPairTable = Outcomes & Clauses & { currency: string; events: number; amount_units: string };
type ExperimentDifferenceTable = Outcomes &
  Clauses & {
    environment_id: string;
    event_id: string;
    received_at: Instant;
    currency: string;
    amount_units: string | null;
  };

export type BranchTables = {
  rule_branch: RuleBranchTable;
  experiment: ExperimentTable;
  experiment_slot: ExperimentSlotTable;
  experiment_pair: ExperimentPairTable;
  experiment_difference: ExperimentDifferenceTable;
};
