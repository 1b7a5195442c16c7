import { allows, OWNER_ABSENCE_DAYS, type Permission } from '@redoubt/domain';
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

/** Something that people follow. */
export type FollowedAlert = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  /** What is watched, as subscriptions name it. */
  readonly cause: string;
  /** What its readers have to be allowed, when it is sent. */
  readonly permissions: readonly Permission[];
  /** Address inside the console, with a slash at its start. */
  readonly path: string;
  readonly say: (texts: MailTexts, environment: string) => AlertText;
};

/** Something that is above its threshold now. */
export type Alert = FollowedAlert & {
  /** Since when: one crossing. */
  readonly crossedAt: Date;
  /** For so long no one is mailed again about the same cause. */
  readonly silenceMs: number;
};

/** Puts the mails about an alert into the outbox, in the transaction that found it. */
export type AlertMails = (trx: TenantTransaction, alert: Alert) => Promise<void>;

/** Language of people who chose none. */
const FALLBACK = 'en-US';

/** Where a subscriber may still see what is watched; roles of their token count while they come here now and then. */
const environmentOf = async (
  trx: TenantTransaction,
  { environmentId, permissions }: FollowedAlert,
  { userId, roles, directoryRoles, seenAt }: DueSubscriber,
  at: Date,
): Promise<AccessibleEnvironment | undefined> => {
  const isHere = at.getTime() - seenAt.getTime() <= OWNER_ABSENCE_DAYS * DAY_MS;
  const person = { userId, roles: isHere ? roles : [], wids: isHere ? directoryRoles : [] };
  const { environments } = await loadPersonAccess(trx, person, at);
  const environment = environments.find(({ id }) => id === environmentId);
  return environment?.status === 'Active' && permissions.every((each) => allows(environment.capabilities, each))
    ? environment
    : undefined;
};

/** A person who follows an alert and may still see what it watches. */
export type Follower = { readonly subscriber: DueSubscriber; readonly environment: AccessibleEnvironment };

/** Those of some subscribers who may still see what is watched. */
export const followersOf = async (
  trx: TenantTransaction,
  alert: FollowedAlert,
  subscribers: readonly DueSubscriber[],
  at: Date,
): Promise<readonly Follower[]> => {
  const followers: Follower[] = [];
  for (const subscriber of subscribers) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, few people
    const environment = await environmentOf(trx, alert, subscriber, at);
    if (environment) followers.push({ subscriber, environment });
  }
  return followers;
};

/** Puts mails about an alert into the outbox, one for each follower with an address, in their language. */
export const mailFollowers = async (
  trx: TenantTransaction,
  { tenantId, environmentId, path, say }: FollowedAlert,
  followers: readonly Follower[],
  { at, origin }: { readonly at: Date; readonly origin: string },
): Promise<void> => {
  const languages = await languagesOf(
    trx,
    followers.flatMap(({ subscriber }) => subscriber.username ?? []),
  );
  const mails = followers.flatMap(({ subscriber, environment }): readonly Omit<NewMail, 'id' | 'createdAt'>[] => {
    const recipient = subscriber.username === null ? null : addressOf({ username: subscriber.username });
    if (recipient === null) return [];
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
    return [{ environmentId, scheduleId: null, senderId: subscriber.userId, recipient, subject: title, content }];
  });
  await queueMails(trx, { tenantId, senderName: 'Redoubt', at }, mails);
};

/**
 * Mails people about what they follow: each of them once for one crossing of one cause, and not again about the same cause within
 * its silence, however often it goes up and down. A crossing that outlasts the silence is mailed at its end. Called whenever
 * a cause is measured and is above; what was mailed is kept with the subscription.
 */
export const createAlertMails =
  ({ clock, origin }: { readonly clock: Clock; readonly origin: string }): AlertMails =>
  async (trx, alert) => {
    const at = new Date(clock.now());
    const since = new Date(clock.now() - alert.silenceMs);
    const subscribers = await claimDueSubscribers(trx, alert, { crossedAt: alert.crossedAt, at, since });
    await mailFollowers(trx, alert, await followersOf(trx, alert, subscribers, at), { at, origin });
  };
