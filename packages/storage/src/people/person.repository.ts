import { HOUR_MS } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A person who has signed in to the tenant of the transaction. */
type SeenPerson = { readonly userId: string; readonly username: string; readonly displayName: string };

/** How old the last visit may be before another one is written down; a console asks every minute. */
const VISIT_GRAIN_MS = HOUR_MS;

/** After so long without a visit a person has signed in anew. */
const ABSENCE_MS = 2 * HOUR_MS;

/**
 * Writes down that a person is here; a visit within the hour of the last one changes nothing. Gives whether they signed in:
 * they were never here before, or not for two hours.
 */
export const recordSignIn = async (
  trx: TenantTransaction,
  tenantId: string,
  person: SeenPerson,
  at: Date,
): Promise<boolean> => {
  const { userId, username, displayName } = person;
  const known = await trx
    .selectFrom('person')
    .select(['username', 'display_name', 'last_seen_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const isFresh = known !== undefined && at.getTime() - known.last_seen_at.getTime() < VISIT_GRAIN_MS;
  if (isFresh && known.username === username && known.display_name === displayName) return false;
  await trx
    .insertInto('person')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      username,
      display_name: displayName,
      first_seen_at: at,
      last_seen_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ username, display_name: displayName, last_seen_at: at }),
    )
    .execute();
  return known === undefined || at.getTime() - known.last_seen_at.getTime() >= ABSENCE_MS;
};

/** Whether a person of this sign-in name has been here or holds a role that was given to them. */
export const isKnownUser = async (trx: TenantTransaction, username: string, at: Date): Promise<boolean> => {
  const name = username.toLowerCase();
  const seen = await trx
    .selectFrom('person')
    .select('user_id')
    .where(sql`lower(username)`, '=', name)
    .executeTakeFirst();
  if (seen) return true;
  const given = await trx
    .selectFrom('role_assignment')
    .select('assignment_id')
    .where(sql`lower(username)`, '=', name)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .executeTakeFirst();
  return given !== undefined;
};
