import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A person who gets mails about a cause, with what their newest token said. */
export type AlertSubscriber = {
  readonly userId: string;
  readonly roles: readonly string[];
  readonly directoryRoles: readonly string[];
  readonly seenAt: Date;
};

/** A subscriber who is to be notified now. */
export type DueSubscriber = AlertSubscriber & {
  /** Sign-in name; null for a person who was never here. */
  readonly username: string | null;
};

type Cause = { readonly environmentId: Id; readonly cause: string };

/** Causes in an environment about which a person gets mails. */
export const listAlertSubscriptions = async (
  trx: TenantTransaction,
  environmentId: Id,
  userId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await trx
    .selectFrom('alert_subscription')
    .select('cause')
    .where('environment_id', '=', environmentId)
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ cause }) => cause));
};

/** Mails a person about a cause from now on; false where that was so already. */
export const insertAlertSubscription = async (
  trx: TenantTransaction,
  tenantId: Id,
  { environmentId, cause }: Cause,
  { userId, roles, directoryRoles, seenAt }: AlertSubscriber,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('alert_subscription')
    .values({
      tenant_id: tenantId,
      environment_id: environmentId,
      cause,
      user_id: userId,
      roles: [...roles],
      directory_roles: [...directoryRoles],
      seen_at: seenAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
};

/** Mails a person about a cause no more, or anyone; false where no one got any. */
export const deleteAlertSubscriptions = async (
  trx: TenantTransaction,
  { environmentId, cause }: Cause,
  userId?: string,
): Promise<boolean> => {
  const query = trx
    .deleteFrom('alert_subscription')
    .where('environment_id', '=', environmentId)
    .where('cause', '=', cause);
  const { numDeletedRows } = await (
    userId === undefined ? query : query.where('user_id', '=', userId)
  ).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** Everyone who gets mails about a cause. */
export const listSubscribers = async (
  trx: TenantTransaction,
  { environmentId, cause }: Cause,
): Promise<readonly DueSubscriber[]> => {
  const { rows } = await sql<DueSubscriber>`
    select user_id as "userId", roles, directory_roles as "directoryRoles", seen_at as "seenAt",
      (select username from person p where p.tenant_id = s.tenant_id and p.user_id = s.user_id) as username
      from alert_subscription s
     where environment_id = ${environmentId} and cause = ${cause}
     order by user_id`.execute(trx);
  return rows;
};

/**
 * Who is to be notified of a crossing now: those who were not notified of it, and of none other since a moment. They count as notified
 * from then on, so of several nodes one tells them.
 */
export const claimDueSubscribers = async (
  trx: TenantTransaction,
  { environmentId, cause }: Cause,
  { crossedAt, at, since }: { readonly crossedAt: Date; readonly at: Date; readonly since: Date },
): Promise<readonly DueSubscriber[]> => {
  const { rows } = await sql<DueSubscriber>`
    update alert_subscription s set mailed_at = ${at}, mailed_for = ${crossedAt}
     where environment_id = ${environmentId} and cause = ${cause}
       and mailed_for is distinct from ${crossedAt} and (mailed_at is null or mailed_at <= ${since})
    returning user_id as "userId", roles, directory_roles as "directoryRoles", seen_at as "seenAt",
      (select username from person p where p.tenant_id = s.tenant_id and p.user_id = s.user_id) as username`.execute(
    trx,
  );
  return rows;
};

/** How old what is known of a subscriber may be before a visit writes it anew. */
const SEEN_GRAIN_MS = 3_600_000;

/** Keeps what the newest token of a person says. */
export const renewAlertSubscriber = async (
  trx: TenantTransaction,
  { userId, roles, directoryRoles, seenAt }: AlertSubscriber,
): Promise<void> => {
  await trx
    .updateTable('alert_subscription')
    .set({ roles: [...roles], directory_roles: [...directoryRoles], seen_at: seenAt })
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        sql<boolean>`roles <> ${[...roles]}::text[]`,
        sql<boolean>`directory_roles <> ${[...directoryRoles]}::text[]`,
        where('seen_at', '<', new Date(seenAt.getTime() - SEEN_GRAIN_MS)),
      ]),
    )
    .execute();
};
