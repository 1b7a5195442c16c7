import { allows, ALERT_SILENCE_MS, OWNER_ABSENCE_DAYS, type Permission } from '@redoubt/domain';
import { mailTexts, type MailTexts } from '@redoubt/i18n/mail-texts';
import { DAY_MS, type Clock, type Id } from '@redoubt/kernel';
import {
  claimDueSubscribers,
  languagesOf,
  type DueSubscriber,
  type NewMail,
  type TenantTransaction,
} from '@redoubt/storage';
import { loadPersonAccess, type AccessibleEnvironment } from '../access/person-access.ts';
import { addressOf } from '../mail/address-of.ts';
import { htmlOf, plainTextOf, type MailDocument } from '../mail/html-mail.ts';
import { queueMails } from '../mail/outbox.ts';

/** What a mail about an alert says, in the language of its reader. */
export type AlertText = {
  readonly title: string;
  /** Sentences: what is above which threshold, and since when. */
  readonly lines: readonly string[];
  /** What the link to the page is called. */
  readonly link: string;
};

/** Something that is above its threshold now. */
export type Alert = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  /** What is watched, as subscriptions name it. */
  readonly cause: string;
  /** Since when it has been above: one crossing. */
  readonly crossedAt: Date;
  /** What its readers have to be allowed, when it is sent. */
  readonly permission: Permission;
  /** Address inside the console, with a slash at its start. */
  readonly path: string;
  readonly say: (texts: MailTexts, environment: string) => AlertText;
};

/** Puts the mails about an alert into the outbox, in the transaction that found it. */
export type AlertMails = (trx: TenantTransaction, alert: Alert) => Promise<void>;

/** Language of people who chose none. */
const FALLBACK = 'en-US';

/** Where a subscriber may still see what is watched; roles of their token count while they come here now and then. */
const environmentOf = async (
  trx: TenantTransaction,
  { environmentId, permission }: Alert,
  { userId, roles, directoryRoles, seenAt }: DueSubscriber,
  at: Date,
): Promise<AccessibleEnvironment | undefined> => {
  const isHere = at.getTime() - seenAt.getTime() <= OWNER_ABSENCE_DAYS * DAY_MS;
  const person = { userId, roles: isHere ? roles : [], wids: isHere ? directoryRoles : [] };
  const { environments } = await loadPersonAccess(trx, person, at);
  const environment = environments.find(({ id }) => id === environmentId);
  return environment?.status === 'Active' && allows(environment.capabilities, permission) ? environment : undefined;
};

/**
 * Mails people about what they follow: each of them once for one crossing of one cause, and not again about the same cause within
 * `ALERT_SILENCE_MS`, however often it goes up and down. A crossing that outlasts the silence is told at its end. Called whenever
 * a cause is measured and is above; what was told is kept with the subscription.
 */
export const createAlertMails =
  ({ clock, origin }: { readonly clock: Clock; readonly origin: string }): AlertMails =>
  async (trx, alert) => {
    const { tenantId, environmentId, crossedAt, path, say } = alert;
    const at = new Date(clock.now());
    const since = new Date(clock.now() - ALERT_SILENCE_MS);
    const subscribers = await claimDueSubscribers(trx, alert, { crossedAt, at, since });
    if (subscribers.length === 0) return;
    const languages = await languagesOf(
      trx,
      subscribers.flatMap(({ username }) => username ?? []),
    );
    const mails: Omit<NewMail, 'id' | 'createdAt'>[] = [];
    for (const subscriber of subscribers) {
      const recipient = subscriber.username === null ? null : addressOf({ username: subscriber.username });
      if (recipient === null) continue;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, few people
      const environment = await environmentOf(trx, alert, subscriber, at);
      if (environment === undefined) continue;
      const texts = mailTexts(languages.get(recipient.toLowerCase()) ?? FALLBACK);
      const { title, lines, link } = say(texts, environment.friendlyName ?? environment.name);
      const document: MailDocument = {
        language: texts.language,
        title,
        intro: lines,
        tables: [],
        link: { text: link, href: `${origin}${path}${path.includes('?') ? '&' : '?'}env=${environmentId}` },
        footer: [texts.mail('alert.why')],
      };
      const content = { text: plainTextOf(document), html: htmlOf(document), attachments: [] };
      mails.push({ environmentId, scheduleId: null, senderId: subscriber.userId, recipient, subject: title, content });
    }
    await queueMails(trx, { tenantId, senderName: 'Redoubt', at }, mails);
  };
