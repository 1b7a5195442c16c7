import type { NoticeChoices, NoticeSettings } from '@redoubt/contracts';
import { DEFAULT_SUBSCRIPTION, NOTICE_TYPES, type NoticeSubscription, type NoticeType } from '@redoubt/domain';
import { canonicalJson } from '@redoubt/kernel';
import { findNoticeSettings, findNoticeWebhook, saveNoticeSettings } from '@redoubt/storage';
import { recordOwnSettings } from '../activity/record-own-settings.ts';
import type { ServiceContext } from '../context.ts';
import { addressOf } from '../mail/address-of.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import type { NoticeSubscriber } from './notice-subscriber.ts';
import { keepNoticeWebhook, type WebhookMeans } from './notice-webhook.commands.ts';

const isKnown = ({ type }: NoticeSubscription): boolean => Object.hasOwn(NOTICE_TYPES, type);

const differs = ({ shown, mailed, webhook }: NoticeSubscription): boolean =>
  shown !== DEFAULT_SUBSCRIPTION.shown ||
  mailed !== DEFAULT_SUBSCRIPTION.mailed ||
  webhook !== DEFAULT_SUBSCRIPTION.webhook;

const place = (type: NoticeType): number => Object.keys(NOTICE_TYPES).indexOf(type);

/** Where the asking person hears of what. */
export const getNoticeSettings = async (
  context: ServiceContext,
  person: NoticeSubscriber,
  server: MailServerFacts | undefined,
): Promise<NoticeSettings> => {
  const { subscriptions, quietHours, webhook } = await inTransaction(context, async (trx) => ({
    ...(await findNoticeSettings(trx, person.userId)),
    webhook: await findNoticeWebhook(trx, person.userId),
  }));
  return {
    subscriptions: subscriptions.filter(isKnown),
    quietHours,
    mail: { server: server !== undefined, address: addressOf(person) },
    webhookUrl: webhook?.url ?? null,
    webhook:
      webhook === undefined
        ? null
        : {
            isStopped: webhook.stoppedAt !== null,
            problem: webhook.problem,
            sentAt: webhook.sentAt?.toISOString() ?? null,
          },
  };
};

/** Replaces it. Saving what is there already leaves no trace. @throws `ALERT-URL` for a webhook that may not be called. */
export const putNoticeSettings = async (
  context: ServiceContext,
  person: NoticeSubscriber,
  server: MailServerFacts | undefined,
  means: WebhookMeans | undefined,
  { subscriptions, quietHours, webhookUrl }: NoticeChoices,
): Promise<NoticeSettings> => {
  const { tenantId } = context;
  requireClean({ body: quietHours });
  const wanted = {
    subscriptions: subscriptions.filter(differs).toSorted((a, b) => place(a.type) - place(b.type)),
    quietHours,
  };
  await inTransaction(context, async (trx) => {
    const kept = await findNoticeSettings(trx, person.userId);
    const original = {
      ...kept,
      subscriptions: kept.subscriptions.filter(isKnown).toSorted((a, b) => place(a.type) - place(b.type)),
    };
    const { before } = await keepNoticeWebhook(trx, context, person, means, webhookUrl);
    if (canonicalJson(original) === canonicalJson(wanted) && before === webhookUrl) return;
    const at = new Date(context.clock.now());
    await saveNoticeSettings(trx, { tenantId, userId: person.userId, at }, wanted);
    await recordOwnSettings(trx, context, {
      original: { ...original, webhookUrl: before },
      modified: { ...wanted, webhookUrl },
    });
  });
  return getNoticeSettings(context, person, server);
};
