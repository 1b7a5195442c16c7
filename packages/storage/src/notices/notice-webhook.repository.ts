import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** An address of a person's own that notices are sent to. */
export type StoredNoticeWebhook = {
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  /** Messages in a row that were not taken. */
  readonly failures: number;
  /** Why the last one was not; null where it was. */
  readonly problem: string | null;
  readonly sentAt: Date | null;
  /** Since when nothing is sent any more, after too many failures. */
  readonly stoppedAt: Date | null;
};

type Owner = { readonly tenantId: Id; readonly userId: string };

const COLUMNS = ['url', 'secret', 'failures', 'problem', 'sent_at as sentAt', 'stopped_at as stoppedAt'] as const;

export const findNoticeWebhook = (trx: TenantTransaction, userId: string): Promise<StoredNoticeWebhook | undefined> =>
  trx.selectFrom('notice_webhook').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst();

/** Keeps the address and the secret of a person; what failed before is forgotten. */
export const saveNoticeWebhook = async (
  trx: TenantTransaction,
  { tenantId, userId, at }: Owner & { readonly at: Date },
  { url, secret }: Pick<StoredNoticeWebhook, 'url' | 'secret'>,
): Promise<void> => {
  const content = { url, secret, failures: 0, problem: null, next_try_at: at, stopped_at: null };
  await trx
    .insertInto('notice_webhook')
    .values({ tenant_id: tenantId, user_id: userId, ...content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(content))
    .execute();
};

export const deleteNoticeWebhook = async (trx: TenantTransaction, userId: string): Promise<void> => {
  await trx.deleteFrom('notice_webhook').where('user_id', '=', userId).execute();
};

/** Takes a webhook for sending: of several nodes the first one gets it; undefined where it is not due, or stopped. */
export const claimNoticeWebhook = (
  trx: TenantTransaction,
  userId: string,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<StoredNoticeWebhook | undefined> =>
  trx
    .updateTable('notice_webhook')
    .set({ next_try_at: until })
    .where('user_id', '=', userId)
    .where('next_try_at', '<=', at)
    .where('stopped_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();

/** What became of a message; `nextTryAt` null stops the webhook. */
export const saveNoticeWebhookOutcome = async (
  trx: TenantTransaction,
  userId: string,
  { problem, at, nextTryAt }: { readonly problem: string | null; readonly at: Date; readonly nextTryAt: Date | null },
): Promise<void> => {
  const taken = { failures: 0, problem: null, sent_at: at, stopped_at: null, next_try_at: at };
  const refused = {
    failures: sql<number>`failures + 1`,
    problem,
    next_try_at: nextTryAt ?? at,
    stopped_at: nextTryAt === null ? at : null,
  };
  await trx
    .updateTable('notice_webhook')
    .set(problem === null ? taken : refused)
    .where('user_id', '=', userId)
    .execute();
};
