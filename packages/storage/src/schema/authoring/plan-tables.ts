import type { Instant, JsonColumn } from '../columns.ts';

type PlanTable = {
  tenant_id: string;
  /** SHA-256 of the canonical manifest. */
  plan_id: string;
  environment_id: string;
  manifest: JsonColumn;
  recorded_at: Instant;
};

type PlanUnitTable = {
  tenant_id: string;
  unit_hash: string;
  kind: 'rule' | 'list' | 'velocitySet' | 'function' | 'call' | 'assessment' | 'schema';
  content: JsonColumn;
};

export type PlanTables = { plan: PlanTable; plan_unit: PlanUnitTable };
