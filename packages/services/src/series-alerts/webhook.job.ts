import { fail } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '@redoubt/kernel';
import { findWebhook, forgetAlertHistory, saveWebhookOutcome, type Database } from '@redoubt/storage';
import { createHttpExchange } from '../call-runtime/http/http-exchange.ts';
import { createReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { sendMessage } from '../call-runtime/http/send-message.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { createSecretBox, type SecretBox } from '../secrets/secret-box.ts';
import { webhookSecretPlace } from '../secrets/webhook-secrets.ts';

/** With the delays below, about a day. */
const MOST_ATTEMPTS = 12;
const LONGEST_DELAY_MS = 4 * HOUR_MS;
/** How long it is kept that a message was sent, or failed. */
const KEPT_DAYS = 30;
/** How long it is kept when an alert was open. */
const INCIDENTS_KEPT_DAYS = 395;

export type WebhookDelivery = {
  readonly database: Database;
  readonly clock: Clock;
  /** Behind sealed secrets: one key, or those before it as well. */
  readonly installationKey: string | readonly string[];
  /** Hosts and ranges in private networks that may be called, see `isAllowedTarget`. */
  readonly allowed: readonly string[];
};

/**
 * Sends messages to webhooks. One counts as taken with an answer of 2xx; all others are tried again, ever less often, for about a
 * day. One that was taken while its node ended may come twice, with the same `webhook-id`.
 */
export const createWebhookDelivery = (options: WebhookDelivery): JobRunner & { readonly close: () => void } => {
  const { database, clock, installationKey, allowed } = options;
  const exchange = createHttpExchange(createReachableAddresses(allowed));
  const box: SecretBox = createSecretBox(installationKey);
  const now = (): Date => new Date(clock.now());
  return {
    kind: 'webhook',
    mostAttempts: MOST_ATTEMPTS,
    retryDelayMs: (attempts) => Math.min(LONGEST_DELAY_MS, MINUTE_MS * 2 ** (attempts - 1)),
    run: async ({ tenantId, subjectId: id }, { report }) => {
      const found = await database.inTenant(tenantId, (trx) => findWebhook(trx, id));
      if (found?.state !== 'waiting' || found.body === null) return undefined;
      const { url, body, alertId } = found;
      const secret = found.secret === null ? undefined : box.open(found.secret, webhookSecretPlace(tenantId, alertId));
      const problem = await sendMessage(exchange, { id, url, body, secret }, clock.now());
      const state = problem === null ? 'sent' : 'waiting';
      await database.inTenant(tenantId, (trx) => saveWebhookOutcome(trx, id, { state, problem, at: now() }));
      if (problem !== null) throw fail('WEBHOOK-FAILED', { problem });
      report({ done: 1 });
      return undefined;
    },
    failed: async (trx, { tenantId, subjectId: id, environmentId }) => {
      const found = await findWebhook(trx, id);
      if (found?.state !== 'waiting') return;
      await saveWebhookOutcome(trx, id, { state: 'failed', problem: null, at: now() });
      await raiseNotice(
        trx,
        { clock, tenantId },
        {
          code: 'WEBHOOK-FAILED',
          severity: 'Error',
          params: { name: found.name },
          link: `/alerts?alert=${found.alertId}`,
          environmentId,
        },
      );
    },
    schedule: {
      everyMs: HOUR_MS,
      run: () =>
        forgetAlertHistory(database, {
          webhooks: new Date(clock.now() - KEPT_DAYS * DAY_MS),
          incidents: new Date(clock.now() - INCIDENTS_KEPT_DAYS * DAY_MS),
        }),
    },
    close: exchange.close,
  };
};
