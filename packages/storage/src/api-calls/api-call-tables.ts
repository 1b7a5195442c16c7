import type { Instant } from '../database/schema.ts';

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
};
