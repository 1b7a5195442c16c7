import { callUrlProblem, fail } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import {
  deleteNoticeWebhook,
  findNoticeWebhook,
  saveNoticeWebhook,
  saveNoticeWebhookOutcome,
  type StoredNoticeWebhook,
  type TenantTransaction,
} from '@redoubt/storage';
import { recordOwnSettings } from '../activity/record-own-settings.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { createHttpExchange } from '../call-runtime/http/http-exchange.ts';
import type { ReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { sendMessage } from '../call-runtime/http/send-message.ts';
import type { ServiceContext } from '../context.ts';
import type { NoticeSubscriber } from './notice-subscriber.ts';
import { newWebhookSecret, noticeWebhookPlace } from '../secrets/webhook-secrets.ts';
import { failAt } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What seals secrets and knows where plain HTTP may be spoken. */
export type WebhookMeans = Pick<ExternalCalls, 'secrets' | 'allowsPlain'>;

/** The webhook of the person. @throws `NOTICE-NO-WEBHOOK`. */
const ownWebhook = async (trx: TenantTransaction, { userId }: NoticeSubscriber): Promise<StoredNoticeWebhook> => {
  const found = await findNoticeWebhook(trx, userId);
  if (found === undefined) throw fail('NOTICE-NO-WEBHOOK');
  return found;
};

/**
 * Keeps the address that notices of a person are sent to, or takes it away; one that was stopped and is changed begins anew.
 *
 * @throws `ALERT-URL` for an address that may not be called.
 */
export const keepNoticeWebhook = async (
  trx: TenantTransaction,
  { tenantId, clock }: ServiceContext,
  { userId }: NoticeSubscriber,
  means: WebhookMeans | undefined,
  url: string | null,
): Promise<{ readonly before: string | null }> => {
  const kept = await findNoticeWebhook(trx, userId);
  const before = kept?.url ?? null;
  if (url === before) return { before };
  if (url === null || means === undefined) {
    await deleteNoticeWebhook(trx, userId);
    return { before };
  }
  const problem = callUrlProblem(url, means.allowsPlain);
  if (problem !== null) throw failAt('ALERT-URL', { problem }, [{ path: 'body.webhookUrl', message: problem }]);
  const secret = kept?.secret ?? means.secrets.seal(newWebhookSecret(), noticeWebhookPlace(tenantId, userId));
  await saveNoticeWebhook(trx, { tenantId, userId, at: new Date(clock.now()) }, { url, secret });
  return { before };
};

/** A new secret that messages are signed with, shown this once. @throws `NOTICE-NO-WEBHOOK`. */
export const renewNoticeWebhookSecret = (
  context: ServiceContext,
  person: NoticeSubscriber,
  means: WebhookMeans,
): Promise<{ readonly secret: string }> =>
  inTransaction(context, async (trx) => {
    const { tenantId, clock } = context;
    const { userId } = person;
    const { url } = await ownWebhook(trx, person);
    const secret = newWebhookSecret();
    const sealed = means.secrets.seal(secret, noticeWebhookPlace(tenantId, userId));
    await saveNoticeWebhook(trx, { tenantId, userId, at: new Date(clock.now()) }, { url, secret: sealed });
    await recordOwnSettings(trx, context, { original: {}, modified: { webhookSecret: 'renewed' } });
    return { secret };
  });

/**
 * Sends a message that says it is a test, and says why it was not taken. One that was stopped goes on where it is taken.
 *
 * @throws `NOTICE-NO-WEBHOOK`.
 */
export const testNoticeWebhook = async (
  context: ServiceContext,
  person: NoticeSubscriber,
  means: WebhookMeans,
  reachable: ReachableAddresses,
): Promise<{ readonly problem: string | null }> => {
  const { tenantId, clock } = context;
  const { userId } = person;
  const { url, secret: sealed } = await inTransaction(context, (trx) => ownWebhook(trx, person));
  const secret = means.secrets.open(sealed, noticeWebhookPlace(tenantId, userId));
  const at = new Date(clock.now());
  const body = JSON.stringify({ type: 'notices.test', timestamp: at.toISOString(), data: { notices: [] } });
  const exchange = createHttpExchange(reachable);
  try {
    const problem = await sendMessage(exchange, { id: newId(), url, body, secret }, at.getTime());
    if (problem === null) {
      await inTransaction(context, (trx) =>
        saveNoticeWebhookOutcome(trx, userId, { problem: null, at, nextTryAt: at }),
      );
    }
    return { problem };
  } finally {
    exchange.close();
  }
};
