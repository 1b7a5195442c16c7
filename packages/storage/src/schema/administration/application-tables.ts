import type { ApplicationGrant, CredentialKind } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

export type ApplicationTables = {
  application: {
    tenant_id: string;
    client_id: string;
    display_name: string;
    grants: JsonColumn<readonly ApplicationGrant[]>;
    /** Calls a second over the whole installation; null: not limited. */
    calls_per_second: number | null;
    last_call_at: Instant | null;
    revoked_by: string | null;
    revoked_at: Instant | null;
    created_by: string;
    created_at: Instant;
    changed_by: string;
    changed_at: Instant;
    version: Generated<number>;
  };
  application_credential: {
    tenant_id: string;
    credential_id: string;
    client_id: string;
    kind: CredentialKind;
    /** Salted hash; the secret itself is shown once and never kept. */
    secret_hash: string | null;
    /** PEM of the public certificate. */
    certificate: string | null;
    /** First characters of a secret, or the thumbprint of a certificate. */
    hint: string;
    not_before: Instant;
    not_after: Instant | null;
    /** What people were notified of about its end. */
    noticed: 'Expiring' | 'Expired' | null;
    created_by: string;
    created_at: Instant;
  };
  used_assertion: { tenant_id: string; client_id: string; assertion_id: string; expires_at: Instant };
};
