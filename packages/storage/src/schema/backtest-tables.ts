import type { BacktestBaseline, BacktestStatus } from '@redoubt/domain';
import type { Instant, JsonColumn, NullableJsonColumn } from './schema.ts';
import type { StoredClause } from './rule-tables.ts';

type BacktestTable = {
  tenant_id: string;
  backtest_id: string;
  environment_id: string;
  assessment: string;
  rule_id: string | null;
  /** The branch that was tried as a whole. */
  branch_id: string | null;
  /** Both lists as they were, see `PromotionState`. */
  state: string | null;
  rule_name: string;
  condition: string;
  clauses: JsonColumn<readonly StoredClause[]>;
  baseline: BacktestBaseline;
  from_time: Instant;
  to_time: Instant;
  status: BacktestStatus;
  cancel_asked: boolean;
  events_total: number;
  events_done: number;
  problem: string | null;
  result: NullableJsonColumn;
  started_by: string;
  started_at: Instant;
  /** When its node last wrote; one that falls silent has died. */
  seen_at: Instant;
  finished_at: Instant | null;
};

export type BacktestTables = { backtest: BacktestTable };
