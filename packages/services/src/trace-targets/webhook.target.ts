import { CallFailed, createHttpExchange, type HttpExchange } from '../call-runtime/http/http-exchange.ts';
import { NO_SECRET } from '../call-runtime/http/send-message.ts';
import { signatureHeaders } from '../secrets/webhook-secrets.ts';
import { sendInLanes } from './send-in-lanes.ts';
import { TraceTargetError, type TraceMessage, type TraceTargetAdapter } from './trace-target.ts';

const TIMEOUT_MS = 10_000;
/** Requests in flight at the same time; messages of one key go one after the other. */
const MOST_IN_FLIGHT = 16;
/** The secret that the product makes for the subscription. */
export const SIGNING_SECRET = 'signing';

const failureOfStatus = (status: number, id: string): TraceTargetError => {
  const said = `The receiver answered ${status}.`;
  if (status === 401 || status === 403)
    return new TraceTargetError('unauthorized', `${said} Check the address, and that it knows the signing secret.`);
  if (status === 404 || status === 410) return new TraceTargetError('notFound', said);
  if (status === 413) return new TraceTargetError('tooLarge', said, { refusedId: id });
  if (status === 408 || status === 425 || status === 429 || status >= 500) return new TraceTargetError('busy', said);
  // A redirect is a wrong address; every other 4xx is about what was sent.
  return new TraceTargetError('refused', said, status >= 400 ? { refusedId: id } : {});
};

const failureOfCall = (error: unknown): TraceTargetError => {
  if (!(error instanceof CallFailed)) throw error;
  const { outcome, message } = error;
  if (outcome === 'addressRefused') return new TraceTargetError('addressRefused', message, { cause: error });
  return new TraceTargetError(outcome === 'timeout' ? 'timeout' : 'unreachable', message, { cause: error });
};

/**
 * Sends every event as a request of its own, signed as Standard Webhooks (as alerts and notices are), with its id as
 * `webhook-id`. Any answer of 2xx accepts it.
 */
export const openWebhook: TraceTargetAdapter = (settings, secrets, { addresses, now }) => {
  const url = String(settings['url']);
  const secret = secrets[SIGNING_SECRET];
  const exchange: HttpExchange = createHttpExchange(addresses);

  const post = async ({ id, name, body }: TraceMessage, signal: AbortSignal): Promise<void> => {
    if (secret === undefined) throw new TraceTargetError('settings', NO_SECRET);
    signal.throwIfAborted();
    const signature = signatureHeaders(secret, { id, body, atMs: now() });
    const headers = { 'content-type': 'application/json', 'event-name': name, ...signature };
    const answer = await exchange
      .send({ method: 'POST', url, headers, body, timeoutMs: TIMEOUT_MS })
      .catch((error: unknown) => Promise.reject(failureOfCall(error)));
    if (answer.status < 200 || answer.status >= 300) throw failureOfStatus(answer.status, id);
  };

  return {
    send: (messages, signal) => sendInLanes(messages, MOST_IN_FLIGHT, (message) => post(message, signal)),
    check: async (signal) => {
      const body = JSON.stringify({
        name: 'FraudProtection.Test',
        version: '1.0',
        metadata: { timestamp: new Date(now()).toISOString() },
      });
      await post({ id: `test-${now()}`, key: 'test', name: 'FraudProtection.Test', body }, signal);
      return { host: new URL(url).host };
    },
    close: async () => exchange.close(),
  };
};
