import type { ResidencyDestination } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

export type DataResidencyTables = {
  data_residency: {
    tenant_id: string;
    environment_id: string;
    geographies: string[] | null;
    destinations: JsonColumn<readonly ResidencyDestination[]>;
    changed_by: string;
    changed_at: Instant;
    version: Generated<number>;
  };
};
