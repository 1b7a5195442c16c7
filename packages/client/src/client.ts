import {
  publicEventPath,
  type AccountAccepted,
  type AccountAnswer,
  type EventBody,
  type EventKind,
  type PurchaseAccepted,
  type PurchaseAnswer,
} from '@redoubt/contracts';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tokens } from './client-credentials.ts';
import { RedoubtError } from './redoubt-error.ts';

export type ClientOptions = {
  /** Address of the server, as in `https://fraud.example`. */
  readonly origin: string;
  /** The environment: its id, or the path of its API ids. */
  readonly environment: string;
  readonly tokens: Tokens;
  /** Longest a call takes with all its tries; 5,000 unless said otherwise. The shop decides by itself after it. */
  readonly timeoutMs?: number;
  /** Tries after the first one, of what may succeed later; 2 unless said otherwise. */
  readonly retries?: number;
};

export type SendOptions = {
  /** GUID of the call or of several made together; a new one unless said otherwise. Comes back in errors. */
  readonly correlationId?: string;
  readonly signal?: AbortSignal;
};

/** What an event is answered, by its kind. */
export type AnswerOf<Kind extends EventKind> = Kind extends 'purchase' | 'signUp'
  ? PurchaseAnswer
  : Kind extends 'accountCreation' | 'accountLogin'
    ? AccountAnswer
    : Kind extends `account${string}`
      ? AccountAccepted
      : PurchaseAccepted;

export type Client = {
  /**
   * Sends one event and gives its answer. What may succeed later is sent again with the same ids, which is safe: an
   * assessment is decided once, and other events are merged.
   *
   * @throws `RedoubtError` for any answer but 200, and where none came in time.
   */
  readonly send: <Kind extends EventKind>(
    kind: Kind,
    body: EventBody<Kind>,
    options?: SendOptions,
  ) => Promise<AnswerOf<Kind>>;
};

const TIMEOUT_MS = 5000;
const RETRIES = 2;
const FIRST_PAUSE_MS = 100;

const parse = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
};

const refusalOf = (response: Response, text: string): RedoubtError => {
  const { Message, message, Retryable } = parse(text);
  const said = [Message, message].find((one) => typeof one === 'string');
  const { status } = response;
  return new RedoubtError(said ?? `status ${status}`, {
    status,
    // Gateways in front of the server answer in their own words.
    retryable: typeof Retryable === 'boolean' ? Retryable : status === 429 || status >= 500,
    correlationId: response.headers.get('x-ms-correlation-id'),
  });
};

const pauseMsOf = (response: Response | null, attempt: number): number => {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : FIRST_PAUSE_MS * 2 ** attempt;
};

type Tried =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: RedoubtError; readonly response: Response | null };

/** A client of the public API for one environment. It keeps nothing but its token. */
export const createClient = (options: ClientOptions): Client => {
  const { origin, environment, tokens, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;

  const post = async (url: URL, text: string, correlationId: string, signal: AbortSignal): Promise<Tried> => {
    const token = await tokens.token(signal);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=utf-8',
      'x-ms-dfpenvid': environment,
      'x-ms-correlation-id': correlationId,
    };
    try {
      const response = await fetch(url, { method: 'POST', headers, body: text, signal });
      const answer = await response.text();
      if (response.status === 200) return { kind: 'answered', text: answer };
      if (response.status === 401) tokens.refused(token);
      return { kind: 'failed', error: refusalOf(response, answer), response };
    } catch (cause) {
      const facts = { status: null, retryable: true, correlationId };
      return { kind: 'failed', error: new RedoubtError(`${origin} does not answer`, facts, { cause }), response: null };
    }
  };

  const send: Client['send'] = async (kind, body, { correlationId = randomUUID(), signal: stop } = {}) => {
    const url = new URL(publicEventPath(kind, body), origin);
    const text = JSON.stringify(body);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
    let freshTokens = 0;
    for (let attempt = 0; ; attempt += 1) {
      const tried = await post(url, text, correlationId, signal);
      if (tried.kind === 'answered') return JSON.parse(tried.text) as AnswerOf<typeof kind>;
      const { error, response } = tried;
      // A token may have been taken back before its time; a new one is asked for once.
      const isStale = error.status === 401 && freshTokens === 0;
      if (isStale) freshTokens += 1;
      else if (!error.retryable || attempt >= retries || signal.aborted) throw error;
      else await delay(pauseMsOf(response, attempt), undefined, { signal }).catch(() => Promise.reject(error));
    }
  };

  return { send };
};
