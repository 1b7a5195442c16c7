import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant } from '../columns.ts';

export type RefusedCallTables = {
  refused_call: {
    tenant_id: string;
    call_id: GeneratedAlways<number>;
    received_at: Instant;
    client_id: string;
    environment_id: string | null;
    environment_reference: string | null;
    path: string;
    status: number;
    code: string;
    message: string;
    /** Calls it stands for. */
    calls: Generated<number>;
    excerpt: string | null;
    correlation_id: string;
  };
};
