import type { Id } from '@redoubt/kernel';
import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** What a secret belongs to, for the box that seals it. */
export const webhookSecretPlace = (tenantId: Id, alertId: Id): string => `webhook ${tenantId} ${alertId}`;

/** The same for the webhook that notices of a person are sent to. */
export const noticeWebhookPlace = (tenantId: Id, userId: string): string => `notice webhook ${tenantId} ${userId}`;

/** The same for a secret of the destination of a subscription to events. */
export const traceSecretPlace = (tenantId: Id, subscriptionId: Id, name: string): string =>
  `event tracing ${tenantId} ${subscriptionId} ${name}`;

/** A secret in the form of Standard Webhooks: `whsec_` and base64. */
export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * Headers that prove who sent a message, by which receivers also refuse one that is replayed. Source: the specification of
 * Standard Webhooks, version 1 (standardwebhooks.com), symmetric signatures.
 *
 * @param id the same at every attempt.
 */
export const signatureHeaders = (
  secret: string,
  { id, body, atMs }: { readonly id: string; readonly body: string; readonly atMs: number },
): Readonly<Record<string, string>> => {
  const timestamp = Math.floor(atMs / 1000).toString();
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};
