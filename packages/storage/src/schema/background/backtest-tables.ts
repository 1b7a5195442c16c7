import type { BacktestBaseline } from '@redoubt/domain';
import type { Instant, JsonColumn, NullableJsonColumn } from '../columns.ts';
import type { StoredClause } from '../authoring/rule-tables.ts';

/** What a job of the kind `backtest` tries, and its result; the rest of it is in `job`. */
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
  result: NullableJsonColumn;
};

export /** What a job of the kind `backtest` tries, and its result; the rest of it is in `job`. */
type BacktestTables = { backtest: BacktestTable };
