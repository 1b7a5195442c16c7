import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { TOKEN_STAMPS, type TokenStamps } from '../personal-tokens/token-columns.ts';

/** A token that an identity provider calls SCIM with. */
export type StoredProvisioningToken = TokenStamps & {
  readonly id: Id;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly hint: string;
  readonly createdBy: string;
  /** Directory id of the person who made it. */
  readonly creatorId: string;
};

const COLUMNS = [
  'token_id as id',
  'name',
  'secret_hash as secretHash',
  'hint',
  'created_by as createdBy',
  'creator_id as creatorId',
  ...TOKEN_STAMPS,
] as const;

export const insertProvisioningToken = async (
  trx: TenantTransaction,
  tenantId: Id,
  token: Omit<StoredProvisioningToken, 'usedAt' | 'usedFrom' | 'revokedAt' | 'revokedBy'>,
): Promise<void> => {
  await trx
    .insertInto('provisioning_token')
    .values({
      tenant_id: tenantId,
      token_id: token.id,
      name: token.name,
      secret_hash: token.secretHash,
      hint: token.hint,
      created_by: token.createdBy,
      creator_id: token.creatorId,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
};

export const findProvisioningToken = (trx: TenantTransaction, id: Id): Promise<StoredProvisioningToken | undefined> =>
  trx.selectFrom('provisioning_token').select(COLUMNS).where('token_id', '=', id).executeTakeFirst();

/** Roles that the newest sign-in of a person named; undefined where they were never here. */
export const findTokenMaker = (
  trx: TenantTransaction,
  userId: string,
): Promise<{ readonly tokenRoles: readonly string[]; readonly directoryRoles: readonly string[] } | undefined> =>
  trx
    .selectFrom('person')
    .select(['token_roles as tokenRoles', 'directory_roles as directoryRoles'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Tokens of the tenant, newest first. */
export const listProvisioningTokens = (trx: TenantTransaction): Promise<readonly StoredProvisioningToken[]> =>
  trx.selectFrom('provisioning_token').select(COLUMNS).orderBy('created_at', 'desc').orderBy('token_id').execute();

/** Ends a token; undefined where there is no such one, or it was revoked before. */
export const revokeProvisioningToken = (
  trx: TenantTransaction,
  id: Id,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<{ readonly name: string } | undefined> =>
  trx
    .updateTable('provisioning_token')
    .set({ revoked_at: at, revoked_by: by })
    .where('token_id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();

export const touchProvisioningToken = async (
  trx: TenantTransaction,
  id: Id,
  { usedAt, usedFrom }: { readonly usedAt: Date; readonly usedFrom: string },
): Promise<void> => {
  await trx
    .updateTable('provisioning_token')
    .set({ used_at: usedAt, used_from: usedFrom })
    .where('token_id', '=', id)
    .execute();
};
