import type { CostModel } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

export type CostModelTables = {
  cost_model: {
    tenant_id: string;
    environment_id: string;
    model: JsonColumn<CostModel | null>;
    changed_by: string;
    changed_at: Instant;
    version: Generated<number>;
  };
};
