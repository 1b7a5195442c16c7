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

/** @param changesOnce whether the call must not be sent again where its answer was lost: it may have been done. */
type CallOptions = SendOptions & { readonly changesOnce?: boolean };

type Call<Answer> = (method: string, path: string, body: object | null, options?: CallOptions) => Promise<Answer>;

export type Transport = {
  /** The answer of one call, parsed. @throws `RedoubtError` */
  readonly call: Call<unknown>;
  /** The same as text, with the headers. */
  readonly callText: Call<{ readonly text: string; readonly headers: Headers }>;
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

type Request = {
  readonly url: URL;
  readonly method: string;
  readonly text: string | null;
  readonly correlationId: string;
};

type Tried =
  | { readonly kind: 'answered'; readonly text: string; readonly headers: Headers }
  | { readonly kind: 'failed'; readonly error: RedoubtError; readonly response: Response | null };

/** Calls with a token, within their time, tried again where that may help. */
export const createTransport = (options: ClientOptions): Transport => {
  const { origin, environment, tokens, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;

  const attempt = async (request: Request, signal: AbortSignal): Promise<Tried> => {
    const token = await tokens.token(signal);
    const { url, method, text, correlationId } = request;
    const headers = {
      authorization: `Bearer ${token}`,
      'x-ms-dfpenvid': environment,
      'x-ms-correlation-id': correlationId,
      ...(text === null ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    };
    try {
      const response = await fetch(url, { method, headers, body: text, signal });
      const answer = await response.text();
      if (response.ok) return { kind: 'answered', text: answer, headers: response.headers };
      if (response.status === 401) tokens.refused(token);
      return { kind: 'failed', error: refusalOf(response, answer), response };
    } catch (cause) {
      const facts = { status: null, retryable: true, correlationId };
      return { kind: 'failed', error: new RedoubtError(`${origin} does not answer`, facts, { cause }), response: null };
    }
  };

  const callText: Transport['callText'] = async (method, path, body, asked = {}) => {
    const { correlationId = randomUUID(), signal: stop, changesOnce = false } = asked;
    const text = body === null ? null : JSON.stringify(body);
    const request = { url: new URL(path, origin), method, text, correlationId };
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
    let freshTokens = 0;
    for (let tries = 0; ; tries += 1) {
      const tried = await attempt(request, signal);
      if (tried.kind === 'answered') return tried;
      const { error, response } = tried;
      // A token may have been taken back before its time; a new one is asked for once.
      const isStale = error.status === 401 && freshTokens === 0;
      if (isStale) freshTokens += 1;
      else if (!error.retryable || tries >= retries || signal.aborted || (changesOnce && response === null))
        throw error;
      else await delay(pauseMsOf(response, tries), undefined, { signal }).catch(() => Promise.reject(error));
    }
  };

  const call: Transport['call'] = async (...asked) => JSON.parse((await callText(...asked)).text) as unknown;

  return { call, callText };
};
