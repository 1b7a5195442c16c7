import { SECOND_MS } from '@redoubt/kernel';
import { CallFailed, type HttpExchange } from './http-exchange.ts';
import { signatureHeaders } from '../../secrets/webhook-secrets.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
/** Why nothing is sent that cannot be signed. */
export const NO_SECRET = 'It has no signing secret that can be opened: make a new one.';

/** A message to a webhook; without a secret none is sent. */
export type WebhookMessage = {
  /** The same at every attempt. */
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly secret: string | undefined;
};

/** Sends a signed message; gives why it was not taken, in words, and null where it was. */
export const sendMessage = async (
  exchange: Pick<HttpExchange, 'send'>,
  { id, url, body, secret }: WebhookMessage,
  atMs: number,
): Promise<string | null> => {
  if (secret === undefined) return NO_SECRET;
  const headers = { 'content-type': 'application/json', ...signatureHeaders(secret, { id, body, atMs }) };
  try {
    const { status } = await exchange.send({ method: 'POST', url, headers, body, timeoutMs: TIMEOUT_MS });
    return status >= 200 && status < 300 ? null : `The receiver answered ${status}.`;
  } catch (error) {
    if (error instanceof CallFailed) return error.message;
    throw error;
  }
};
