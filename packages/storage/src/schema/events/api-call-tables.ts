import type { Id } from '@redoubt/kernel';
import type { Instant, JsonColumn } from '../columns.ts';

/** One answered call of the public API, as the guide shows it. */
export type RecentCall = {
  readonly tenantId: Id;
  /** Null where no environment was found. */
  readonly environmentId: Id | null;
  /** Address as the table of endpoints names it. */
  readonly path: string;
  readonly clientId: string;
  readonly correlationId: string;
  readonly status: number;
  /** Code and words of a refusal; null of an accepted call. */
  readonly code: string | null;
  readonly message: string | null;
  readonly latencyMs: number;
  readonly atMs: number;
};

export type ApiCallTables = {
  api_call: {
    tenant_id: string;
    environment_id: string | null;
    minute: Instant;
    path: string;
    status: number;
    calls: number;
    latency: number[];
  };
  usage_hour: {
    tenant_id: string;
    environment_id: string | null;
    hour: Instant;
    path: string;
    status_class: number;
    calls: number;
  };
  recent_call: {
    tenant_id: string;
    environment_id: string | null;
    path: string;
    calls: JsonColumn<readonly Omit<RecentCall, 'tenantId' | 'environmentId' | 'path'>[]>;
  };
};
