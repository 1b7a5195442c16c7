import type { NoticeSubscription, NoticeType, QuietHours } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { StoredNotice } from './notice.repository.ts';

/** What a person wants to hear of, as far as it differs from the default, and when they are not to be mailed. */
export type NoticeSettings = {
  readonly subscriptions: readonly NoticeSubscription[];
  readonly quietHours: QuietHours | null;
};

const QUIET_HOURS = ['from_hour as from', 'to_hour as to', 'weekends', 'time_zone as timeZone'] as const;

export const findNoticeSettings = async (trx: TenantTransaction, userId: string): Promise<NoticeSettings> => {
  const rows = await trx
    .selectFrom('notice_subscription')
    .select(['type', 'shown', 'mailed_since', 'webhook_since'])
    .where('user_id', '=', userId)
    .orderBy('type')
    .execute();
  const quietHours = await trx
    .selectFrom('notice_quiet_hours')
    .select(QUIET_HOURS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    subscriptions: rows.map(({ type, shown, mailed_since: mailedSince, webhook_since: webhookSince }) => ({
      type: type as NoticeType,
      shown,
      mailed: mailedSince !== null,
      webhook: webhookSince !== null,
    })),
    quietHours: quietHours ?? null,
  };
};

/** Replaces them. A type that is mailed or sent already stays so since when it was. */
export const saveNoticeSettings = async (
  trx: TenantTransaction,
  { tenantId, userId, at }: { readonly tenantId: Id; readonly userId: string; readonly at: Date },
  { subscriptions, quietHours }: NoticeSettings,
): Promise<void> => {
  await trx
    .deleteFrom('notice_subscription')
    .where('user_id', '=', userId)
    .$if(subscriptions.length > 0, (query) =>
      query.where(
        'type',
        'not in',
        subscriptions.map(({ type }) => type),
      ),
    )
    .execute();
  if (subscriptions.length > 0)
    await trx
      .insertInto('notice_subscription')
      .values(
        subscriptions.map(({ type, shown, mailed, webhook }) => ({
          tenant_id: tenantId,
          user_id: userId,
          type,
          shown,
          mailed_since: mailed ? at : null,
          webhook_since: webhook ? at : null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'user_id', 'type']).doUpdateSet({
          shown: sql`excluded.shown`,
          mailed_since: sql`case when excluded.mailed_since is null then null
            else coalesce(notice_subscription.mailed_since, excluded.mailed_since) end`,
          webhook_since: sql`case when excluded.webhook_since is null then null
            else coalesce(notice_subscription.webhook_since, excluded.webhook_since) end`,
        }),
      )
      .execute();
  await trx.deleteFrom('notice_quiet_hours').where('user_id', '=', userId).execute();
  if (quietHours !== null)
    await trx
      .insertInto('notice_quiet_hours')
      .values({
        tenant_id: tenantId,
        user_id: userId,
        from_hour: quietHours.from,
        to_hour: quietHours.to,
        weekends: quietHours.weekends,
        time_zone: quietHours.timeZone,
      })
      .execute();
};

/** Quiet hours of everyone who has some, by person. */
export const listQuietHours = async (trx: TenantTransaction): Promise<ReadonlyMap<string, QuietHours>> => {
  const rows = await trx
    .selectFrom('notice_quiet_hours')
    .select(['user_id as userId', ...QUIET_HOURS])
    .execute();
  return new Map(rows.map(({ userId, ...hours }) => [userId, hours]));
};

/** How a notice reaches a person outside the console. */
export type NoticeChannel = 'mail' | 'webhook';

/** A notice that its subscriber was not sent yet, with what the subscriber's newest token said. */
export type WaitingNotice = Pick<
  StoredNotice,
  'id' | 'type' | 'severity' | 'code' | 'params' | 'link' | 'environmentId' | 'createdAt'
> & {
  readonly userId: string;
  readonly username: string;
  readonly roles: readonly string[];
  readonly directoryRoles: readonly string[];
  readonly seenAt: Date;
  /** They have read or dismissed it in the console by now. */
  readonly isKnown: boolean;
};

/**
 * Notices that people asked to be mailed, or sent to a webhook that is due, and were not, the oldest first of each person. Whether they may read them is to be
 * asked of their roles.
 *
 * @param quiet people who have quiet hours now: of theirs only critical ones.
 */
export const listWaitingNotices = async (
  trx: TenantTransaction,
  {
    channel,
    at,
    since,
    quiet,
    limit,
  }: {
    readonly channel: NoticeChannel;
    readonly at: Date;
    readonly since: Date;
    readonly quiet: readonly string[];
    readonly limit: number;
  },
): Promise<readonly WaitingNotice[]> => {
  const asked = sql.ref(channel === 'mail' ? 's.mailed_since' : 's.webhook_since');
  const isDue =
    channel === 'mail'
      ? sql`true`
      : sql`exists (select from notice_webhook w where w.tenant_id = s.tenant_id and w.user_id = s.user_id
              and w.stopped_at is null and w.next_try_at <= ${at})`;
  const { rows } = await sql<WaitingNotice>`
    select n.notice_id as id, n.type, n.severity, n.code, n.params, n.link, n.environment_id as "environmentId",
      n.created_at as "createdAt", s.user_id as "userId", p.username, p.token_roles as roles,
      p.directory_roles as "directoryRoles", p.last_seen_at as "seenAt",
      exists (select from notice_state t
               where t.tenant_id = n.tenant_id and t.notice_id = n.notice_id and t.user_id = s.user_id) as "isKnown"
      from notice_subscription s
      join notice n on n.tenant_id = s.tenant_id and n.type = s.type and n.created_at > ${asked}
      join person p on p.tenant_id = s.tenant_id and p.user_id = s.user_id
     where ${asked} is not null and ${isDue} and p.last_seen_at is not null
       and n.created_at > ${since} and n.expires_at > ${at}
       and (n.recipient_id is null or n.recipient_id = s.user_id) and n.author_id is distinct from s.user_id
       and (n.severity = 'Critical' or s.user_id <> all(${quiet}::text[]))
       and not exists (select from notice_delivery d
                        where d.tenant_id = n.tenant_id and d.notice_id = n.notice_id and d.user_id = s.user_id
                          and d.channel = ${channel})
     order by s.user_id, n.created_at, n.notice_id
     limit ${limit}`.execute(trx);
  return rows;
};

/** Writes down that notices were mailed or sent to a person, or need not be; returns those that no other node had before. */
export const claimNotices = async (
  trx: TenantTransaction,
  {
    tenantId,
    userId,
    at,
    channel,
    delivered,
  }: {
    readonly tenantId: Id;
    readonly userId: string;
    readonly at: Date;
    readonly channel: NoticeChannel;
    readonly delivered: boolean;
  },
  noticeIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (noticeIds.length === 0) return new Set();
  const rows = await trx
    .insertInto('notice_delivery')
    .values(
      noticeIds.map((id) => ({ tenant_id: tenantId, notice_id: id, user_id: userId, channel, mailed: delivered, at })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('notice_id as id')
    .execute();
  return new Set(rows.map(({ id }) => id));
};
