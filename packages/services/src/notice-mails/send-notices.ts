import { isQuiet } from '@redoubt/domain';
import { mailTexts } from '@redoubt/i18n/mail-texts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock, type Id } from '@redoubt/kernel';
import {
  claimNotices,
  claimNoticeWebhook,
  languagesOf,
  listQuietHours,
  listWaitingNotices,
  saveNoticeWebhookOutcome,
  type Database,
  type StoredNoticeWebhook,
  type WaitingNotice,
} from '@redoubt/storage';
import { createHash } from 'node:crypto';
import { createHttpExchange, type HttpExchange } from '../call-runtime/http/http-exchange.ts';
import { createReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { sendMessage } from '../call-runtime/http/send-message.ts';
import { accessOfSubscriber, FALLBACK_LANGUAGE, mayReadNotice } from './subscriber-access.ts';
import { addressIn, sayNotice, type MailedNotice } from './notice-mail.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { createSecretBox, type SecretBox } from '../secrets/secret-box.ts';
import { noticeWebhookPlace } from '../secrets/webhook-secrets.ts';
import { watchSteadily, type SteadyWatch } from '../watch-steadily.ts';

const EVERY_MS = 15 * SECOND_MS;
/** Older ones are not sent any more; longer than a weekend of quiet hours. */
const SENT_FOR_MS = 7 * DAY_MS;
/** At most so many of a tenant in one round, and in one message. */
const MOST_AT_ONCE = 2000;
const MOST_IN_MESSAGE = 100;
/** With the delays below, about a day. */
const MOST_FAILURES = 12;
const LONGEST_DELAY_MS = 4 * HOUR_MS;
/** Longer than a call may take: another node sends where this one ended. */
const LEASE_MS = MINUTE_MS;

export type NoticeWebhooks = {
  readonly database: Database;
  readonly clock: Clock;
  /** Of the console, without a slash at its end. */
  readonly origin: string;
  /** Behind sealed secrets: one key, or those before it as well. */
  readonly installationKey: string | readonly string[];
  /** Hosts and ranges in private networks that may be called, see `isAllowedTarget`. */
  readonly allowed: readonly string[];
};

type Dependencies = Pick<NoticeWebhooks, 'database' | 'clock' | 'origin'> & {
  readonly exchange: Pick<HttpExchange, 'send'>;
  readonly box: SecretBox;
};

/** A message that is to be sent to the webhook of one person. */
type Prepared = {
  readonly webhook: StoredNoticeWebhook;
  readonly body: string;
  readonly noticeIds: readonly string[];
};

/** The same for the same notices, so that a receiver knows what comes again. */
const messageId = (userId: string, noticeIds: readonly string[]): string =>
  `ntc_${createHash('sha256')
    .update([userId, ...noticeIds].join(' '))
    .digest('base64url')
    .slice(0, 32)}`;

/** What a person is to be sent now; undefined where that is nothing, or another node is at it. */
const prepare = (
  { database, clock, origin }: Dependencies,
  tenantId: Id,
  waiting: readonly WaitingNotice[],
): Promise<Prepared | undefined> =>
  database.inTenant(tenantId, async (trx) => {
    const [first] = waiting;
    if (first === undefined) return undefined;
    const { userId, username } = first;
    const at = new Date(clock.now());
    const webhook = await claimNoticeWebhook(trx, userId, { at, until: new Date(at.getTime() + LEASE_MS) });
    if (webhook === undefined) return undefined;
    const access = await accessOfSubscriber(trx, first, at);
    const sent = waiting.filter((each) => !each.isKnown && mayReadNotice(access, each)).slice(0, MOST_IN_MESSAGE);
    const dropped = waiting.filter((each) => each.isKnown || !mayReadNotice(access, each)).map(({ id }) => id);
    await claimNotices(trx, { tenantId, userId, at, channel: 'webhook', delivered: false }, dropped);
    if (sent.length === 0) {
      const { problem } = webhook;
      if (problem === null) await saveNoticeWebhookOutcome(trx, userId, { problem, at, nextTryAt: at });
      return undefined;
    }
    const languages = await languagesOf(trx, [username]);
    const texts = mailTexts(languages.get(username.toLowerCase()) ?? FALLBACK_LANGUAGE);
    const notices = sent.map((notice) => {
      const environment = access.environments.find(({ id }) => id === notice.environmentId);
      const named = environment && { id: environment.id, name: environment.friendlyName ?? environment.name };
      const said: MailedNotice = { ...notice, environment: named ?? null };
      const { id, type, severity, code, createdAt } = notice;
      const facts = { id, type, severity, code, createdAt: createdAt.toISOString() };
      return { ...facts, ...sayNotice(texts, said), environment: said.environment, link: addressIn(origin, said) };
    });
    const body = JSON.stringify({ type: 'notices', timestamp: at.toISOString(), data: { notices } });
    return { webhook, body, noticeIds: sent.map(({ id }) => id) };
  });

/** Sends one person what waits for them, and writes down what became of it. */
const sendToPerson = async (
  dependencies: Dependencies,
  tenantId: Id,
  waiting: readonly WaitingNotice[],
): Promise<void> => {
  const { database, clock, exchange, box } = dependencies;
  const userId = waiting[0]?.userId ?? '';
  const prepared = await prepare(dependencies, tenantId, waiting);
  if (prepared === undefined) return;
  const { webhook, body, noticeIds } = prepared;
  const secret = box.open(webhook.secret, noticeWebhookPlace(tenantId, userId));
  const message = { id: messageId(userId, noticeIds), url: webhook.url, body, secret };
  const problem = await sendMessage(exchange, message, clock.now());
  const at = new Date(clock.now());
  const failures = webhook.failures + 1;
  const isStopped = problem !== null && failures >= MOST_FAILURES;
  const delayMs = Math.min(LONGEST_DELAY_MS, MINUTE_MS * 2 ** (failures - 1));
  await database.inTenant(tenantId, async (trx) => {
    const nextTryAt = isStopped ? null : new Date(at.getTime() + delayMs);
    await saveNoticeWebhookOutcome(trx, userId, { problem, at, nextTryAt });
    if (problem === null)
      await claimNotices(trx, { tenantId, userId, at, channel: 'webhook', delivered: true }, noticeIds);
    if (!isStopped) return;
    await raiseNotice(
      trx,
      { clock, tenantId },
      {
        code: 'NOTICE-WEBHOOK-STOPPED',
        severity: 'Error',
        params: { host: new URL(webhook.url).host, count: failures },
        link: null,
        environmentId: null,
        recipientId: userId,
      },
    );
  });
};

/** Sends people of every tenant the notices they asked for, outside their quiet hours; of several nodes one does. */
const sendNotices = async (dependencies: Dependencies): Promise<void> => {
  const { database, clock } = dependencies;
  for (const { tenantId } of await database.listTenants()) {
    const waiting = await database.inTenant(tenantId, async (trx) => {
      const nowMs = clock.now();
      const quiet = [...(await listQuietHours(trx))].flatMap(([userId, hours]) =>
        isQuiet(hours, nowMs) ? [userId] : [],
      );
      const since = new Date(nowMs - SENT_FOR_MS);
      return listWaitingNotices(trx, { channel: 'webhook', at: new Date(nowMs), since, quiet, limit: MOST_AT_ONCE });
    });
    const byPerson = Map.groupBy(waiting, ({ userId }) => userId);
    // Receivers that are slow delay one another by ten seconds each at most, so they are asked at the same time.
    await Promise.all([...byPerson.values()].map((ofPerson) => sendToPerson(dependencies, tenantId, ofPerson)));
  }
};

/** Sends notices to webhooks of people: one round, and the end of its connections. */
export const createNoticeWebhooks = ({
  database,
  clock,
  origin,
  installationKey,
  allowed,
}: NoticeWebhooks): { readonly send: () => Promise<void>; readonly close: () => void } => {
  const exchange = createHttpExchange(createReachableAddresses(allowed));
  const dependencies = { database, clock, origin, exchange, box: createSecretBox(installationKey) };
  return { send: () => sendNotices(dependencies), close: exchange.close };
};

/** Looks at once and every quarter of a minute. */
export const watchNoticeWebhooks = (options: NoticeWebhooks): SteadyWatch => {
  const webhooks = createNoticeWebhooks(options);
  const watch = watchSteadily(options.database, webhooks.send, {
    everyMs: EVERY_MS,
    failed: 'notices could not be sent to webhooks; trying again',
  });
  return {
    ...watch,
    close: async () => {
      await watch.close();
      webhooks.close();
    },
  };
};
