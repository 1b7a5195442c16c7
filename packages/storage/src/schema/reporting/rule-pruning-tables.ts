import type { NullableJsonColumn } from '../columns.ts';

type RulePruningTable = {
  tenant_id: string;
  pruning_id: string;
  environment_id: string;
  assessment: string;
  include_children: boolean;
  from_day: string;
  to_day: string;
  result: NullableJsonColumn;
};

/** What a job of the kind `rulePruning` is about, and its result; the rest of it is in `job`. */
export type RulePruningTables = { rule_pruning: RulePruningTable };
