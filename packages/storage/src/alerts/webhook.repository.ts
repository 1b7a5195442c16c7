import type { MailState } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { Database, TenantTransaction } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';

/** A message to another system. */
export type StoredWebhook = {
  readonly id: Id;
  readonly alertId: Id;
  readonly url: string;
  /** JSON; null once it has ended. */
  readonly body: string | null;
  readonly state: MailState;
  readonly attempts: number;
  /** What went wrong at the last attempt, in words. */
  readonly problem: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
};

const COLUMNS = [
  'webhook_id as id',
  'alert_id as alertId',
  'url',
  'body',
  'state',
  'attempts',
  'problem',
  'created_at as createdAt',
  'ended_at as endedAt',
] as const;

/** Puts a message into the outbox; the job that sends it is queued apart. */
export const insertWebhook = async (
  trx: TenantTransaction,
  tenantId: Id,
  {
    id,
    environmentId,
    alertId,
    url,
    body,
    createdAt,
  }: Pick<StoredWebhook, 'id' | 'alertId' | 'url' | 'createdAt'> & {
    readonly environmentId: Id;
    readonly body: string;
  },
): Promise<void> => {
  await trx
    .insertInto('webhook')
    .values({
      tenant_id: tenantId,
      webhook_id: id,
      environment_id: environmentId,
      alert_id: alertId,
      url,
      body,
      state: 'waiting',
      created_at: createdAt,
    })
    .execute();
};

/** A message with what it is signed with, sealed; undefined where it was removed. */
export const findWebhook = (
  trx: TenantTransaction,
  id: Id,
): Promise<(StoredWebhook & { readonly secret: string | null; readonly name: string }) | undefined> =>
  trx
    .selectFrom('webhook as w')
    .innerJoin('alert as a', 'a.alert_id', 'w.alert_id')
    .select([
      'w.webhook_id as id',
      'w.alert_id as alertId',
      'w.url',
      'w.body',
      'w.state',
      'w.attempts',
      'w.problem',
      'w.created_at as createdAt',
      'w.ended_at as endedAt',
      'a.webhook_secret as secret',
      'a.name',
    ])
    .where('w.webhook_id', '=', id)
    .executeTakeFirst();

/** Keeps how an attempt ended, or that there is no other one; the body goes with the end. */
export const saveWebhookOutcome = async (
  trx: TenantTransaction,
  id: Id,
  { state, problem, at }: { readonly state: MailState; readonly problem: string | null; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('webhook')
    .set(({ eb }) => ({
      state,
      ...(problem === null && state === 'failed' ? {} : { problem }),
      ...(state === 'failed' ? {} : { attempts: eb('attempts', '+', 1) }),
      ...(state === 'waiting' ? {} : { ended_at: at, body: null }),
    }))
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
};

/** Messages about an alert, newest first. */
export const listWebhooks = (trx: TenantTransaction, alertId: Id, limit: number): Promise<readonly StoredWebhook[]> =>
  trx
    .selectFrom('webhook')
    .select(COLUMNS)
    .where('alert_id', '=', alertId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** Removes messages that ended before a moment, and incidents that closed before it, of every tenant. */
export const forgetAlertHistory = async (
  database: Database,
  { webhooks, incidents }: { readonly webhooks: Date; readonly incidents: Date },
): Promise<void> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  await asIngest(database.pools.ingest, tenantIds, async (client) => {
    await client.query('delete from webhook where ended_at < $1', [webhooks]);
    await client.query('delete from alert_incident where closed_at < $1', [incidents]);
  });
};
