import { NOTICE_CODES, type NoticeCode, type NoticeSeverity, type NoticeState, type NoticeType } from '@redoubt/domain';
import { newId, type Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type NewNotice = {
  readonly code: NoticeCode;
  readonly severity: NoticeSeverity;
  /** Values of the sentence the console says in the reader's language. */
  readonly params: Readonly<Record<string, Json>>;
  /** Address inside the console. */
  readonly link: string | null;
  readonly environmentId: string | null;
  /** The one person it is for; all whose roles receive its type where absent. */
  readonly recipientId?: string | undefined;
  /** Who brought it about, and so does not receive it. */
  readonly authorId?: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** A notice as one person has it. */
export type StoredNotice = NewNotice & { readonly id: string; readonly type: NoticeType; readonly state: NoticeState };

const insert = (trx: TenantTransaction, tenantId: string, id: string, notice: NewNotice) =>
  trx.insertInto('notice').values({
    tenant_id: tenantId,
    notice_id: id,
    type: NOTICE_CODES[notice.code],
    severity: notice.severity,
    code: notice.code,
    params: JSON.stringify(notice.params),
    link: notice.link,
    environment_id: notice.environmentId,
    created_at: notice.createdAt,
    expires_at: notice.expiresAt,
    recipient_id: notice.recipientId ?? null,
    author_id: notice.authorId ?? null,
  });

/** Keeps a notice; returns its id. */
export const insertNotice = async (trx: TenantTransaction, tenantId: string, notice: NewNotice): Promise<string> => {
  const id = newId();
  await insert(trx, tenantId, id, notice).execute();
  return id;
};

/** Keeps a notice under an id of its own, once: several nodes find the same thing out, and a node again after a restart. */
export const insertNoticeOnce = async (
  trx: TenantTransaction,
  tenantId: string,
  id: string,
  notice: NewNotice,
): Promise<void> => {
  await insert(trx, tenantId, id, notice)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Who reads which notices: types by environment; null stands for notices of the whole tenant. */
export type NoticeReader = {
  readonly userId: string;
  readonly scopes: readonly { readonly environmentId: string | null; readonly types: readonly NoticeType[] }[];
};

const visibleTo = (trx: TenantTransaction, reader: NoticeReader, at: Date) =>
  trx
    .selectFrom('notice')
    .leftJoin('notice_state', (join) =>
      join
        .onRef('notice_state.tenant_id', '=', 'notice.tenant_id')
        .onRef('notice_state.notice_id', '=', 'notice.notice_id')
        .on('notice_state.user_id', '=', reader.userId),
    )
    .where('notice.expires_at', '>', at)
    .where((where) =>
      where.or([where('notice.recipient_id', 'is', null), where('notice.recipient_id', '=', reader.userId)]),
    )
    .where(sql<boolean>`notice.author_id is distinct from ${reader.userId}`)
    .where((where) =>
      where.or(
        reader.scopes
          .filter(({ types }) => types.length > 0)
          .map(({ environmentId, types }) =>
            where.and([
              environmentId === null
                ? where('notice.environment_id', 'is', null)
                : where('notice.environment_id', '=', environmentId),
              where('notice.type', 'in', [...types]),
            ]),
          ),
      ),
    );

/** Newest notices a person may read, wants to see and has not dismissed, at most `limit`. */
export const listNotices = async (
  trx: TenantTransaction,
  reader: NoticeReader,
  at: Date,
  limit: number,
): Promise<readonly StoredNotice[]> => {
  if (reader.scopes.every(({ types }) => types.length === 0)) return [];
  const rows = await visibleTo(trx, reader, at)
    .select([
      'notice.notice_id as id',
      'notice.type',
      'notice.severity',
      'notice.code',
      'notice.params',
      'notice.link',
      'notice.environment_id as environmentId',
      'notice.created_at as createdAt',
      'notice.expires_at as expiresAt',
      sql<NoticeState>`coalesce(notice_state.state, 'Unread')`.as('state'),
    ])
    .where(sql<boolean>`notice_state.state is distinct from 'Dismissed'`)
    .where(
      sql<boolean>`not exists (
        select from notice_subscription s
         where s.tenant_id = notice.tenant_id and s.user_id = ${reader.userId} and s.type = notice.type and not s.shown)`,
    )
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.notice_id')
    .limit(limit)
    .execute();
  return rows as unknown as readonly StoredNotice[];
};

/** Sets what a person did with notices; returns the ids that they may read, which are the ones set. */
export const setNoticeStates = async (
  trx: TenantTransaction,
  tenantId: string,
  reader: NoticeReader,
  change: { readonly ids: readonly string[]; readonly state: Exclude<NoticeState, 'Unread'>; readonly at: Date },
): Promise<readonly string[]> => {
  if (change.ids.length === 0 || reader.scopes.every(({ types }) => types.length === 0)) return [];
  const readable = await visibleTo(trx, reader, change.at)
    .select('notice.notice_id as id')
    .where('notice.notice_id', 'in', [...change.ids])
    .execute();
  if (readable.length === 0) return [];
  await trx
    .insertInto('notice_state')
    .values(
      readable.map(({ id }) => ({
        tenant_id: tenantId,
        notice_id: id,
        user_id: reader.userId,
        state: change.state,
        changed_at: change.at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'notice_id', 'user_id'])
        .doUpdateSet({ state: change.state, changed_at: change.at }),
    )
    .execute();
  return readable.map(({ id }) => id);
};

/** Removes notices that have expired. */
export const deleteExpiredNotices = async (trx: TenantTransaction, at: Date): Promise<void> => {
  await trx.deleteFrom('notice').where('expires_at', '<=', at).execute();
};
