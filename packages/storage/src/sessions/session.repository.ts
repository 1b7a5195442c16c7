import { newId, type Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** One sign-in of a person in one browser. */
export type StoredSession = {
  readonly id: Id;
  readonly keyHash: Buffer;
  /** False where the provider does not tell sign-ins apart, and the row stands for all of one browser. */
  readonly toldApart: boolean;
  readonly browser: string;
  readonly address: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly endedAt: Date | null;
};

type SeenSession = Pick<StoredSession, 'keyHash' | 'toldApart' | 'browser' | 'address'>;

const COLUMNS = [
  'session_id as id',
  'key_hash as keyHash',
  'told_apart as toldApart',
  'browser',
  'address',
  'first_seen_at as firstSeenAt',
  'last_seen_at as lastSeenAt',
  'ended_at as endedAt',
] as const;

/** A session with the moment before which sign-ins of its person do not count; each undefined where there is none. */
export const findSession = async (
  trx: TenantTransaction,
  userId: string,
  keyHash: Buffer,
): Promise<{ readonly session: StoredSession | undefined; readonly notBefore: Date | undefined }> => {
  const session = await trx
    .selectFrom('person_session')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  const cutOff = await trx
    .selectFrom('person_cut_off')
    .select('not_before')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { session, notBefore: cutOff?.not_before };
};

/** Writes down that a session is here now. */
export const touchSession = async (
  trx: TenantTransaction,
  tenantId: Id,
  userId: string,
  { keyHash, toldApart, browser, address }: SeenSession,
  at: Date,
): Promise<void> => {
  await trx
    .insertInto('person_session')
    .values({
      tenant_id: tenantId,
      session_id: newId(),
      user_id: userId,
      key_hash: keyHash,
      told_apart: toldApart,
      browser,
      address,
      first_seen_at: at,
      last_seen_at: at,
      ended_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'key_hash']).doUpdateSet({ browser, address, last_seen_at: at }),
    )
    .execute();
};

/** Sessions of a person that have not ended and were seen since a moment, newest first. */
export const listSessions = (trx: TenantTransaction, userId: string, since: Date): Promise<readonly StoredSession[]> =>
  trx
    .selectFrom('person_session')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', since)
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id')
    .execute();

/** Ends a session of a person; undefined where it is unknown or has ended. */
export const endSession = (
  trx: TenantTransaction,
  userId: string,
  which: { readonly id: Id } | { readonly keyHash: Buffer },
  at: Date,
): Promise<{ readonly id: Id; readonly browser: string } | undefined> =>
  trx
    .updateTable('person_session')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('told_apart', '=', true)
    .where((where) => ('id' in which ? where('session_id', '=', which.id) : where('key_hash', '=', which.keyHash)))
    .returning(['session_id as id', 'browser'])
    .executeTakeFirst();

/** Ends all sessions of a person, known ones and others that began before now. */
export const endAllSessions = async (
  trx: TenantTransaction,
  tenantId: Id,
  userId: string,
  at: Date,
): Promise<number> => {
  await trx
    .insertInto('person_cut_off')
    .values({ tenant_id: tenantId, user_id: userId, not_before: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ not_before: at }))
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('person_session')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('told_apart', '=', true)
    .executeTakeFirstOrThrow();
  // Browsers whose sign-ins are not distinguished may come back with a newer one.
  const forgotten = await trx
    .deleteFrom('person_session')
    .where('user_id', '=', userId)
    .where('told_apart', '=', false)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) + Number(forgotten.numDeletedRows);
};

/** Removes sessions that were last seen before a moment: no token of theirs is alive. */
export const deleteOldSessions = async (trx: TenantTransaction, before: Date): Promise<void> => {
  await trx.deleteFrom('person_session').where('last_seen_at', '<', before).execute();
};
