import type { HoldScope, RetentionKind, RetentionPeriods } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

export type RetentionTables = {
  retention_settings: {
    tenant_id: string;
    environment_id: string;
    periods: JsonColumn<RetentionPeriods>;
    changed_by: string;
    changed_at: Instant;
    version: Generated<number>;
  };
  retention_run: {
    tenant_id: string;
    environment_id: string;
    kind: RetentionKind;
    asked_at: Instant;
    border: Instant;
    started_at: Instant;
    finished_at: Instant | null;
    stored_before: number;
    oldest_before: Instant | null;
    removed: Generated<number>;
    removed_bytes: Generated<number>;
    stored_after: number | null;
    oldest_after: Instant | null;
    held: number | null;
    younger_before: number;
    younger_digest_before: string;
    younger_after: number | null;
    younger_digest_after: string | null;
  };
  legal_hold: {
    tenant_id: string;
    hold_id: string;
    environment_id: string;
    scope: HoldScope;
    subject: string | null;
    kind: number | null;
    event_id: string | null;
    reason: string;
    placed_by: string;
    placed_at: Instant;
    until: Instant | null;
    released_by: string | null;
    released_at: Instant | null;
    release_reason: string | null;
  };
  audit_floor: { tenant_id: string; sequence: number; hash: Buffer; removed_at: Instant; signature: Buffer };
};
