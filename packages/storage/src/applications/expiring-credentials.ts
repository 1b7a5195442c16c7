import { EXPIRY_WARNING_MS, type ApplicationGrant } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A credential near or behind its end that nothing of its application outlasts, and that people were not notified of. */
export type EndingCredential = {
  readonly clientId: Id;
  readonly displayName: string;
  readonly grants: readonly ApplicationGrant[];
  readonly notAfter: Date;
  readonly stage: 'Expiring' | 'Expired';
};

/** Takes the credentials that people must hear of now; each is given once for each stage, whichever node asks. */
export const takeEndingCredentials = async (trx: TenantTransaction, at: Date): Promise<readonly EndingCredential[]> => {
  const soon = new Date(at.getTime() + EXPIRY_WARNING_MS);
  const { rows } = await sql<{
    client_id: string;
    display_name: string;
    grants: readonly ApplicationGrant[];
    not_after: Date;
    noticed: 'Expiring' | 'Expired';
  }>`
    update application_credential c
       set noticed = case when c.not_after <= ${at} then 'Expired' else 'Expiring' end
      from application a
     where a.tenant_id = c.tenant_id and a.client_id = c.client_id and a.revoked_at is null
       and c.not_after <= ${soon}
       and (c.noticed is null or (c.noticed = 'Expiring' and c.not_after <= ${at}))
       and not exists (select from application_credential o
                        where o.tenant_id = c.tenant_id and o.client_id = c.client_id
                          and o.credential_id <> c.credential_id
                          and (o.not_after is null or o.not_after > c.not_after))
    returning a.client_id, a.display_name, a.grants, c.not_after, c.noticed`.execute(trx);
  return rows.map((row) => ({
    clientId: row.client_id,
    displayName: row.display_name,
    grants: row.grants,
    notAfter: row.not_after,
    stage: row.noticed,
  }));
};
