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

/** A decision whether administrators of a tenant are asked to accept the statement. */
export type StoredAttestationDecision = {
  /** 1 for the first one of the tenant. */
  readonly number: number;
  readonly isOn: boolean;
  readonly reason: string;
  readonly decidedBy: string;
  readonly decidedAt: Date;
};

/** The decisions of a tenant, newest first; the newest counts, and without one administrators are asked. */
export const listAttestationDecisions = (
  trx: TenantTransaction,
  most: number,
): Promise<readonly StoredAttestationDecision[]> =>
  trx
    .selectFrom('attestation_decision')
    .select(['number', 'is_on as isOn', 'reason', 'decided_by as decidedBy', 'decided_at as decidedAt'])
    .orderBy('number', 'desc')
    .limit(most)
    .execute();

/** Keeps a decision. Answers false where another one has taken its number meanwhile. */
export const insertAttestationDecision = async (
  trx: TenantTransaction,
  tenantId: string,
  { number, isOn, reason, decidedBy, decidedAt }: StoredAttestationDecision,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('attestation_decision')
    .values({ tenant_id: tenantId, number, is_on: isOn, reason, decided_by: decidedBy, decided_at: decidedAt })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'number']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};
