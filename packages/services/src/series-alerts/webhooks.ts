import { newId, type Id, type Json } from '@redoubt/kernel';
import { insertWebhook, queueJob, type StoredAlert, type TenantTransaction } from '@redoubt/storage';

/** Puts a message into the outbox, in the transaction of what it is about: it is sent once that is committed. */
export const queueWebhook = async (
  trx: TenantTransaction,
  { tenantId, askedBy, at }: { readonly tenantId: Id; readonly askedBy: string; readonly at: Date },
  { id: alertId, environmentId, name, definition: { webhookUrl: url } }: StoredAlert,
  message: { readonly type: string; readonly data: Json },
): Promise<void> => {
  if (url === null) return;
  const id = newId();
  const body = JSON.stringify({ type: message.type, timestamp: at.toISOString(), data: message.data });
  await insertWebhook(trx, tenantId, { id, environmentId, alertId, url, body, createdAt: at });
  const job = {
    tenantId,
    kind: 'webhook',
    subjectId: id,
    environmentId,
    name,
    askedBy,
    askedAt: at,
    total: 1,
  } as const;
  await queueJob(trx, job);
};
