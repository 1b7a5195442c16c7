import type { ControlShare } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

export type ControlShareTables = {
  control_share: {
    tenant_id: string;
    environment_id: string;
    share_percent: number;
    decisions: ControlShare['decisions'];
    limits: JsonColumn<ControlShare['limits']>;
    rules: JsonColumn<ControlShare['rules']>;
    changed_by: string;
    changed_at: Instant;
    version: Generated<number>;
  };
};
