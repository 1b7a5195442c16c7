import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** A call of SCIM that was answered. */
export type StoredScimCall = {
  readonly id: Id;
  readonly tokenId: Id;
  readonly at: Date;
  readonly method: string;
  /** `Users`, `Groups` or what else was asked for. */
  readonly resource: string;
  readonly resourceId: string | null;
  readonly status: number;
  /** Code of what was wrong, and the answer to the identity provider; null where nothing was. */
  readonly code: string | null;
  readonly detail: string | null;
};

/** Calls of a tenant that are kept: the newest, and of those that were refused the newest. */
const KEPT = 200;

/** Keeps a call, and forgets the oldest: a run of answered calls does not displace those that were refused. */
export const insertScimCall = async (trx: TenantTransaction, tenantId: Id, call: StoredScimCall): Promise<void> => {
  await trx
    .insertInto('scim_call')
    .values({
      tenant_id: tenantId,
      call_id: call.id,
      token_id: call.tokenId,
      called_at: call.at,
      method: call.method,
      resource: call.resource,
      resource_id: call.resourceId,
      status: call.status,
      code: call.code,
      detail: call.detail,
    })
    .execute();
  await trx
    .deleteFrom('scim_call')
    .where('call_id', 'in', (older) =>
      older
        .selectFrom('scim_call')
        .select('call_id')
        .where('code', call.code === null ? 'is' : 'is not', null)
        .orderBy('called_at', 'desc')
        .orderBy('call_id', 'desc')
        .offset(KEPT),
    )
    .execute();
};

/** The newest calls. */
export const listScimCalls = (trx: TenantTransaction, most: number): Promise<readonly StoredScimCall[]> =>
  trx
    .selectFrom('scim_call')
    .select([
      'call_id as id',
      'token_id as tokenId',
      'called_at as at',
      'method',
      'resource',
      'resource_id as resourceId',
      'status',
      'code',
      'detail',
    ])
    .orderBy('called_at', 'desc')
    .orderBy('call_id', 'desc')
    .limit(most)
    .execute();
