import { isQuiet } from '@redoubt/domain';
import { mailTexts } from '@redoubt/i18n/mail-texts';
import { DAY_MS, SECOND_MS, type Clock, type Id } from '@redoubt/kernel';
import {
  claimNotices,
  languagesOf,
  listQuietHours,
  listWaitingNotices,
  type Database,
  type TenantTransaction,
  type WaitingNotice,
} from '@redoubt/storage';
import { addressOf } from '../mail/address-of.ts';
import { htmlOf, plainTextOf } from '../mail/html-mail.ts';
import { queueMails } from '../mail/outbox.ts';
import { noticeMail } from './notice-mail.ts';
import { accessOfSubscriber, FALLBACK_LANGUAGE, mayReadNotice } from './subscriber-access.ts';
import { watchSteadily, type SteadyWatch } from '../watch-steadily.ts';

/** How often it is looked for notices to mail: those that come together go into one mail. */
const EVERY_MS = 15 * SECOND_MS;
/** Older ones are not mailed any more; longer than a weekend of quiet hours. */
const MAILED_FOR_MS = 7 * DAY_MS;
/** At most so many of a tenant in one round. */
const MOST_AT_ONCE = 2000;

type NoticeMails = {
  readonly database: Database;
  readonly clock: Clock;
  /** Of the console, without a slash at its end. */
  readonly origin: string;
};

/** Mails one person what waits for them; what they know, or may not read, is left out for good. */
const mailPerson = async (
  trx: TenantTransaction,
  { clock, origin, tenantId }: Omit<NoticeMails, 'database'> & { readonly tenantId: Id },
  waiting: readonly WaitingNotice[],
): Promise<void> => {
  const [first] = waiting;
  if (first === undefined) return;
  const { userId } = first;
  const recipient = addressOf(first);
  const at = new Date(clock.now());
  const access = await accessOfSubscriber(trx, first, at);
  const told = recipient === null ? [] : waiting.filter((each) => !each.isKnown && mayReadNotice(access, each));
  const claim = { tenantId, userId, at, channel: 'mail' } as const;
  const toldIds = new Set(told.map(({ id }) => id));
  const others = waiting.flatMap(({ id }) => (toldIds.has(id) ? [] : [id]));
  await claimNotices(trx, { ...claim, delivered: false }, others);
  const claimed = await claimNotices(trx, { ...claim, delivered: true }, [...toldIds]);
  const notices = told.filter(({ id }) => claimed.has(id));
  const place = access.environments.find(({ id }) => id === notices[0]?.environmentId) ?? access.environments[0];
  if (recipient === null || notices.length === 0 || place === undefined) return;
  const languages = await languagesOf(trx, [recipient]);
  const texts = mailTexts(languages.get(recipient.toLowerCase()) ?? FALLBACK_LANGUAGE);
  const nameOf = (id: string) => {
    const environment = access.environments.find((each) => each.id === id);
    return environment && { id, name: environment.friendlyName ?? environment.name };
  };
  const document = noticeMail(
    texts,
    origin,
    notices.map((notice) => ({
      ...notice,
      environment: (notice.environmentId === null ? null : nameOf(notice.environmentId)) ?? null,
    })),
  );
  const content = { text: plainTextOf(document), html: htmlOf(document), attachments: [] };
  const mail = { environmentId: place.id, scheduleId: null, senderId: userId, recipient, subject: document.title };
  await queueMails(trx, { tenantId, senderName: 'Redoubt', at }, [{ ...mail, content }]);
};

/** Mails people of every tenant the notices they asked for, outside their quiet hours; of several nodes one does. */
export const mailNotices = async ({ database, clock, origin }: NoticeMails): Promise<void> => {
  for (const { tenantId } of await database.listTenants()) {
    await database.inTenant(tenantId, async (trx) => {
      const nowMs = clock.now();
      const quiet = [...(await listQuietHours(trx))].flatMap(([userId, hours]) =>
        isQuiet(hours, nowMs) ? [userId] : [],
      );
      const waiting = await listWaitingNotices(trx, {
        channel: 'mail',
        at: new Date(nowMs),
        since: new Date(nowMs - MAILED_FOR_MS),
        quiet,
        limit: MOST_AT_ONCE,
      });
      const byPerson = Map.groupBy(waiting, ({ userId }) => userId);
      for (const ofPerson of byPerson.values()) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
        await mailPerson(trx, { clock, origin, tenantId }, ofPerson);
      }
    });
  }
};

/** Looks at once and every quarter of a minute. */
export const watchNoticeMails = (options: NoticeMails): SteadyWatch =>
  watchSteadily(options.database, () => mailNotices(options), {
    everyMs: EVERY_MS,
    failed: 'notices could not be mailed; trying again',
  });
