import type { Instant, JsonColumn } from '../database/schema.ts';
import type { RecentCall } from './recent-calls.ts';

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
