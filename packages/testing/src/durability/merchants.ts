import { setTimeout as delay } from 'node:timers/promises';
import { createSimulator } from '../simulator/index.ts';
import type { DemonstrationFacts } from './server-process.ts';

/** Merchants who send, and send the same event again until it is answered 200, as the answers advise. */
export type Merchants = {
  /** Purchase id → the body that was answered. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Statuses, chargebacks and labels that were answered; one that was sent again may be stored twice. */
  readonly observations: () => number;
  /** Events that needed more than one call. */
  readonly repeated: () => number;
  /** Calls that were sent away with Retry-After, by status. */
  readonly refused: (status: 429 | 503) => number;
  /** Resolves with the first answer to a call that began after this one. */
  readonly nextAnswer: () => Promise<void>;
  /** Ends after what is under way has been answered. @throws what a merchant could not get over. */
  readonly stop: () => Promise<void>;
  /** Ends without sending again what was refused or cut off. */
  readonly giveUp: () => Promise<void>;
};

export type MerchantsOptions = {
  readonly facts: DemonstrationFacts;
  readonly origin: string;
  readonly count: number;
  readonly seed: number;
};

const PATHS = {
  purchase: '/v1.0/MerchantServices/events/Purchase',
  purchaseStatus: '/v1.0/MerchantServices/events/PurchaseStatus',
  chargeback: '/v1.0/MerchantServices/events/Chargeback',
  label: '/v1.0/MerchantServices/events/Label',
} as const;
const ANSWER_WITHIN_MS = 10_000;
const PAUSE_MS = 25;
/** Days until a label or a chargeback pass in a second. */
const DELAY_SCALE = 1 / 86_400;

/** A token of the demonstration merchant, as any merchant gets one. */
export const fetchMerchantToken = async (
  facts: Pick<DemonstrationFacts, 'tokenUrlV2' | 'clientId' | 'clientSecret' | 'resource'>,
  origin: string,
): Promise<string> => {
  const response = await fetch(new URL(new URL(facts.tokenUrlV2).pathname, origin), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: facts.clientId,
      client_secret: facts.clientSecret,
      scope: `${facts.resource}/.default`,
    }),
  });
  if (!response.ok) throw new Error(`No token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
};

/** True for an answer that asks, in the documented words, to send the same call again. */
const asksToRepeat = (response: Response, text: string): boolean =>
  (response.status === 429 || response.status === 503) &&
  response.headers.get('retry-after') === '1' &&
  (JSON.parse(text) as { Retryable?: boolean }).Retryable === true;

export const startMerchants = async ({ facts, origin, count, seed }: MerchantsOptions): Promise<Merchants> => {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await fetchMerchantToken(facts, origin)}`,
    'x-ms-dfpenvid': facts.environmentId,
  };
  const simulator = createSimulator({ seed, nowMs: Date.now(), delayScale: DELAY_SCALE, population: 500 });
  const acknowledged = new Map<string, string>();
  const listeners = new Set<(begunMs: number) => void>();
  let observations = 0;
  let repeated = 0;
  const refused = { 429: 0, 503: 0 };
  let stopped = false;
  let gaveUp = false;

  const call = async (path: string, body: string): Promise<string | undefined> => {
    let response: Response;
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      response = await fetch(`${origin}${path}`, { method: 'POST', headers, body, signal });
      const text = await response.text();
      if (response.ok) return text;
      if (asksToRepeat(response, text)) {
        refused[response.status as 429 | 503] += 1;
        return undefined;
      }
      throw new Error(`${path} was answered ${response.status}: ${text}`);
    } catch (error) {
      // The connection broke: it is unknown whether the event was stored.
      if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return undefined;
      throw error;
    }
  };

  const sendOne = async (): Promise<void> => {
    const { kind, body } = simulator.next(Date.now());
    const text = JSON.stringify(body);
    for (let attempt = 1; ; attempt += 1) {
      const begunMs = performance.now();
      const answer = await call(PATHS[kind], text);
      if (answer === undefined) {
        if (gaveUp) return;
        await delay(PAUSE_MS);
        continue;
      }
      if (attempt > 1) repeated += 1;
      if (typeof body.purchaseId === 'string' && kind === 'purchase') acknowledged.set(body.purchaseId, answer);
      else observations += 1;
      for (const listener of listeners) listener(begunMs);
      return;
    }
  };
  const merchant = async (): Promise<void> => {
    while (!stopped) await sendOne();
  };
  const all = Promise.all(Array.from({ length: count }, merchant));
  all.catch(() => undefined);

  return {
    acknowledged,
    observations: () => observations,
    repeated: () => repeated,
    refused: (status) => refused[status],
    nextAnswer: () => {
      const fromMs = performance.now();
      const answered = new Promise<void>((resolve) => {
        const listener = (begunMs: number): void => {
          if (begunMs < fromMs) return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
      });
      return Promise.race([answered, all.then(() => undefined)]);
    },
    stop: async () => {
      stopped = true;
      await all;
    },
    giveUp: async () => {
      stopped = true;
      gaveUp = true;
      await all;
    },
  };
};
