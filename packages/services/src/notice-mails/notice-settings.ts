import type { NoticeChoices, NoticeSettings } from '@redoubt/contracts';
import { DEFAULT_SUBSCRIPTION, NOTICE_TYPES, type NoticeSubscription, type NoticeType } from '@redoubt/domain';
import { canonicalJson } from '@redoubt/kernel';
import { findNoticeSettings, saveNoticeSettings } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { recordOwnSettings } from '../activity/record-own-settings.ts';
import type { ServiceContext } from '../context.ts';
import { addressOf } from '../mail/address-of.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';

/** A person who asks for mails. */
export type NoticeSubscriber = SignedInPerson & { readonly username: string };

const isKnown = ({ type }: NoticeSubscription): boolean => Object.hasOwn(NOTICE_TYPES, type);

const differs = ({ shown, mailed }: NoticeSubscription): boolean =>
  shown !== DEFAULT_SUBSCRIPTION.shown || mailed !== DEFAULT_SUBSCRIPTION.mailed;

const place = (type: NoticeType): number => Object.keys(NOTICE_TYPES).indexOf(type);

/** Where the asking person hears of what. */
export const getNoticeSettings = async (
  context: ServiceContext,
  person: NoticeSubscriber,
  server: MailServerFacts | undefined,
): Promise<NoticeSettings> => {
  const { subscriptions, quietHours } = await inTransaction(context, (trx) => findNoticeSettings(trx, person.userId));
  return {
    subscriptions: subscriptions.filter(isKnown),
    quietHours,
    mail: { server: server !== undefined, address: addressOf(person) },
  };
};

/** Replaces it. Saving what is there already leaves no trace. */
export const putNoticeSettings = async (
  context: ServiceContext,
  person: NoticeSubscriber,
  server: MailServerFacts | undefined,
  { subscriptions, quietHours }: NoticeChoices,
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
    if (canonicalJson(original) === canonicalJson(wanted)) return;
    const at = new Date(context.clock.now());
    await saveNoticeSettings(trx, { tenantId, userId: person.userId, at }, wanted);
    await recordOwnSettings(trx, context, { original, modified: wanted });
  });
  return getNoticeSettings(context, person, server);
};
