import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Seals one value anew, given what it belongs to; undefined where it cannot be opened and stays as it is. */
export type Reseal = (sealed: string, place: string) => string | undefined;

/** Where a sealed value belongs: it opens nowhere else. */
export type SealedPlaces = {
  readonly call: (callId: Id, slot: string) => string;
  readonly change: (requestId: Id) => string;
  readonly subjectRequest: (requestId: Id) => string;
  readonly webhook: (alertId: Id) => string;
  readonly noticeWebhook: (userId: string) => string;
  readonly trace: (subscriptionId: Id, name: string) => string;
};

/**
 * Seals the secrets of external calls, open change requests and webhooks and the values of open subject requests anew; gives
 * how many there were.
 */
export const resealValues = async (
  trx: TenantTransaction,
  places: SealedPlaces,
  reseal: Reseal,
): Promise<{ readonly resealed: number; readonly unreadable: number }> => {
  let resealed = 0;
  let unreadable = 0;
  const anew = (sealed: string, place: string): string => {
    const text = reseal(sealed, place);
    if (text === undefined) unreadable += 1;
    else resealed += 1;
    return text ?? sealed;
  };
  for (const { call_id: id, secrets } of await trx
    .selectFrom('external_call')
    .select(['call_id', 'secrets'])
    .forUpdate()
    .execute()) {
    const entries = Object.entries(secrets).map(
      ([slot, secret]) => [slot, { ...secret, sealed: anew(secret.sealed, places.call(id, slot)) }] as const,
    );
    if (entries.length === 0) continue;
    await trx
      .updateTable('external_call')
      .set({ secrets: JSON.stringify(Object.fromEntries(entries)) })
      .where('call_id', '=', id)
      .execute();
  }
  for (const { request_id: id, sealed_value: sealed } of await trx
    .selectFrom('subject_request')
    .select(['request_id', 'sealed_value'])
    .where('sealed_value', 'is not', null)
    .forUpdate()
    .execute()) {
    await trx
      .updateTable('subject_request')
      .set({ sealed_value: anew(sealed ?? '', places.subjectRequest(id)) })
      .where('request_id', '=', id)
      .execute();
  }
  for (const { request_id: id, secrets: sealed } of await trx
    .selectFrom('change_request')
    .select(['request_id', 'secrets'])
    .where('secrets', 'is not', null)
    .forUpdate()
    .execute()) {
    await trx
      .updateTable('change_request')
      .set({ secrets: anew(sealed ?? '', places.change(id)) })
      .where('request_id', '=', id)
      .execute();
  }
  for (const { alert_id: id, webhook_secret: sealed } of await trx
    .selectFrom('alert')
    .select(['alert_id', 'webhook_secret'])
    .where('webhook_secret', 'is not', null)
    .forUpdate()
    .execute()) {
    await trx
      .updateTable('alert')
      .set({ webhook_secret: anew(sealed ?? '', places.webhook(id)) })
      .where('alert_id', '=', id)
      .execute();
  }
  for (const { user_id: userId, secret } of await trx
    .selectFrom('notice_webhook')
    .select(['user_id', 'secret'])
    .forUpdate()
    .execute()) {
    await trx
      .updateTable('notice_webhook')
      .set({ secret: anew(secret, places.noticeWebhook(userId)) })
      .where('user_id', '=', userId)
      .execute();
  }
  for (const { subscription_id: id, secrets } of await trx
    .selectFrom('trace_subscription')
    .select(['subscription_id', 'secrets'])
    .forUpdate()
    .execute()) {
    const entries = Object.entries(secrets).map(([name, sealed]) => [name, anew(sealed, places.trace(id, name))]);
    await trx
      .updateTable('trace_subscription')
      .set({ secrets: JSON.stringify(Object.fromEntries(entries)) })
      .where('subscription_id', '=', id)
      .execute();
  }
  return { resealed, unreadable };
};

/** Replaces the sealed secret of a database list, unless it was replaced meanwhile. */
export const replaceListSecret = async (
  trx: TenantTransaction,
  listId: Id,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  await trx
    .updateTable('list')
    .set({ secret: to })
    .where(sql<boolean>`list_id = ${listId} and secret = ${from}`)
    .execute();
};
