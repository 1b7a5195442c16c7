import { isQuiet, noticeTypesFor, OWNER_ABSENCE_DAYS } from '@redoubt/domain';
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
import { loadPersonAccess, type PersonAccess } from '../access/person-access.ts';
import { addressOf } from '../mail/address-of.ts';
import { htmlOf, plainTextOf } from '../mail/html-mail.ts';
import { queueMails } from '../mail/outbox.ts';
import { noticeMail } from './notice-mail.ts';
import { watchSteadily, type SteadyWatch } from '../watch-steadily.ts';

/** How often it is looked for notices to mail: those that come together go into one mail. */
const EVERY_MS = 15 * SECOND_MS;
/** Older ones are not mailed any more; longer than a weekend of quiet hours. */
const MAILED_FOR_MS = 7 * DAY_MS;
/** At most so many of a tenant in one round. */
const MOST_AT_ONCE = 2000;
/** Language of people who chose none. */
const FALLBACK = 'en-US';

type NoticeMails = {
  readonly database: Database;
  readonly clock: Clock;
  /** Of the console, without a slash at its end. */
  readonly origin: string;
};

/** Whether a person may read a notice now. */
const mayRead = ({ environments }: PersonAccess, { type, environmentId }: WaitingNotice): boolean =>
  environments.some(
    ({ id, capabilities }) =>
      (environmentId === null || id === environmentId) && noticeTypesFor(capabilities).includes(type),
  );

/** What a subscriber may do now; roles of their token count while they come here now and then. */
const accessOf = (
  trx: TenantTransaction,
  { userId, roles, directoryRoles, seenAt }: WaitingNotice,
  at: Date,
): Promise<PersonAccess> => {
  const isHere = at.getTime() - seenAt.getTime() <= OWNER_ABSENCE_DAYS * DAY_MS;
  return loadPersonAccess(trx, { userId, roles: isHere ? roles : [], wids: isHere ? directoryRoles : [] }, at);
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
  const access = await accessOf(trx, first, at);
  const told = recipient === null ? [] : waiting.filter((each) => !each.isKnown && mayRead(access, each));
  const claim = { tenantId, userId, at };
  const toldIds = new Set(told.map(({ id }) => id));
  const others = waiting.flatMap(({ id }) => (toldIds.has(id) ? [] : [id]));
  await claimNotices(trx, { ...claim, mailed: false }, others);
  const claimed = await claimNotices(trx, { ...claim, mailed: true }, [...toldIds]);
  const notices = told.filter(({ id }) => claimed.has(id));
  const place = access.environments.find(({ id }) => id === notices[0]?.environmentId) ?? access.environments[0];
  if (recipient === null || notices.length === 0 || place === undefined) return;
  const languages = await languagesOf(trx, [recipient]);
  const texts = mailTexts(languages.get(recipient.toLowerCase()) ?? FALLBACK);
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
