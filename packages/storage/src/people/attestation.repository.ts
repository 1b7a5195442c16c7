import type { TenantTransaction } from '../database/database.ts';

/** One acceptance of the statement that administrators accept. */
export type StoredAttestation = {
  readonly acceptedAt: Date;
  readonly textVersion: string;
  readonly roles: readonly string[];
};

/** What a person accepted last; undefined for a person who never did. */
export const newestAttestation = async (
  trx: TenantTransaction,
  userId: string,
): Promise<StoredAttestation | undefined> =>
  trx
    .selectFrom('attestation')
    .select(['accepted_at as acceptedAt', 'text_version as textVersion', 'roles'])
    .where('user_id', '=', userId)
    .orderBy('accepted_at', 'desc')
    .executeTakeFirst();

/** Keeps an acceptance; accepting twice in the same millisecond is accepting once. */
export const insertAttestation = async (
  trx: TenantTransaction,
  tenantId: string,
  userId: string,
  attestation: StoredAttestation,
): Promise<void> => {
  await trx
    .insertInto('attestation')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      accepted_at: attestation.acceptedAt,
      text_version: attestation.textVersion,
      roles: [...attestation.roles],
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'accepted_at']).doNothing())
    .execute();
};
