import { setMaxListeners } from 'node:events';
import { publicEventPath } from '@redoubt/contracts';
import type { EventKind } from '@redoubt/domain';
import { invariant, MINUTE_MS, SECOND_MS, type Clock, type JsonObject } from '@redoubt/kernel';
import { Pool } from 'undici';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import { createBackOff } from './back-off.ts';
import type { Connection } from './connection.ts';
import { createTokenSource, TokenServiceUnavailable } from './token-source.ts';

/** What became of an event. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly answer: string; readonly tookMs: number }
  /** The server will never take this event as it is. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

/** What became of an event that was sent among others; the answer is parsed. */
export type LineOutcome =
  | { readonly kind: 'accepted'; readonly answer: unknown }
  | Extract<SendOutcome, { readonly kind: 'refused' }>;

/** Posts events to the public API over kept-alive connections. */
export type EventClient = {
  /**
   * Sends one event and stays with it through a busy, stopping or unreachable server.
   *
   * @throws `CliError` when no event at all gets through: wrong secret, no role, unknown environment, server away for
   * too long. Rejects with the reason of the stop signal when that is aborted while waiting for another try.
   */
  readonly send: (kind: EventKind, body: JsonObject) => Promise<SendOutcome>;
  /**
   * The same to a path of the public API. A custom assessment that is not there refuses; it ends nothing.
   */
  readonly sendTo: (path: string, body: JsonObject) => Promise<SendOutcome>;
  /** Sends past events of one kind in one call, in their order; gives what became of each. Those that a busy server did not take are sent again. */
  readonly sendMany: (kind: EventKind, bodies: readonly JsonObject[]) => Promise<readonly LineOutcome[]>;
  readonly close: () => Promise<void>;
};

export type EventClientOptions = {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly concurrency: number;
  /** Marks events as past ones: their own time counts, and live monitors do not see them. */
  readonly historical: boolean;
};

const ANSWER_TIMEOUT_MS = 30 * SECOND_MS;
const GIVE_UP_AFTER_MS = 2 * MINUTE_MS;
const OWN_ASSESSMENTS = '/v1.0/assessment/';
const TOO_LARGE = 413;
const JSON_TYPE = 'application/json; charset=utf-8';
/** Several events, one in each line (`docs/reference/wire.md#many-past-events-in-one-call`). */
const LINES_TYPE = 'application/x-ndjson; charset=utf-8';

type Content = { readonly type: string; readonly text: string };

const errorBodySchema = z.object({ Message: z.string(), Retryable: z.boolean().optional() });
const lineSchema = z.object({ status: z.number(), answer: z.unknown() });
const unauthorizedSchema = z.object({ message: z.string() });

type Failure = { readonly message: string; readonly retryable: boolean };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * What a refusal says (`docs/reference/wire.md#errors`). Gateways in front answer in their own words: 5xx and 429 may
 * succeed later.
 */
const failureOf = (status: number, body: unknown): Failure => {
  const known = errorBodySchema.safeParse(body);
  const retryableByStatus = status === 429 || status >= 500;
  if (known.success) return { message: known.data.Message, retryable: known.data.Retryable ?? retryableByStatus };
  const unauthorized = unauthorizedSchema.safeParse(body);
  return {
    message: unauthorized.success ? unauthorized.data.message : `status ${status}`,
    retryable: retryableByStatus,
  };
};

const readFailure = (status: number, text: string): Failure => failureOf(status, parseJson(text));

const retryAfterMsOf = (header: string | string[] | undefined): number | null => {
  const seconds = Number(header);
  return header !== undefined && Number.isFinite(seconds) ? seconds * SECOND_MS : null;
};

export const createEventClient = (options: EventClientOptions): EventClient => {
  const { connection, clock, stop, concurrency, historical } = options;
  const tokens = createTokenSource(connection, clock);
  const backOff = createBackOff(clock);
  // Every sender may be waiting for its next try when the stop comes.
  setMaxListeners(0, stop);
  const pool = new Pool(connection.origin, {
    connections: concurrency,
    pipelining: 1,
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  });
  const headers = {
    'x-ms-dfpenvid': connection.environment,
    ...(historical ? { 'x-redoubt-mode': 'historical' } : {}),
  };

  /** Nothing of the call is stored: the rows stay to be sent. */
  const noLines = (why: string): CliError =>
    new CliError(`${connection.origin} does not take events in lines (${why}).`);

  const giveUpIfFailingTooLong = (reason: string, cause?: unknown): void => {
    if (backOff.failingForMs() < GIVE_UP_AFTER_MS) return;
    throw new CliError(`${connection.origin} has taken no event for two minutes: ${reason}.`, { cause });
  };

  const post = async (
    path: string,
    { type, text }: Content,
    token: string,
  ): Promise<{ status: number; text: string; retryAfterMs: number | null } | Error> => {
    try {
      const response = await pool.request({
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': type, authorization: `Bearer ${token}` },
        body: text,
      });
      return {
        status: response.statusCode,
        text: await response.body.text(),
        retryAfterMs: retryAfterMsOf(response.headers['retry-after']),
      };
    } catch (error) {
      return error as Error;
    }
  };

  let wasConnected = false;
  /** A token, or null where the token service is away for the moment; at the very start that is a mistake of ours. */
  const tokenOrNull = async (): Promise<string | null> => {
    try {
      const token = await tokens.token();
      wasConnected = true;
      return token;
    } catch (error) {
      if (!(error instanceof TokenServiceUnavailable) || !wasConnected) throw error;
      giveUpIfFailingTooLong(error.message, error);
      backOff.failed(null);
      return null;
    }
  };

  const call = async (path: string, content: Content): Promise<SendOutcome> => {
    const mayBeMissing = path.startsWith(OWN_ASSESSMENTS);
    let tokenRefusals = 0;
    for (;;) {
      await backOff.ready(stop);
      const token = await tokenOrNull();
      if (token === null) continue;
      const startMs = clock.now();
      const response = await post(path, content, token);
      if (response instanceof Error) {
        giveUpIfFailingTooLong(response.message, response);
        backOff.failed(null);
        continue;
      }
      if (response.status === 200) {
        return { kind: 'accepted', answer: response.text, tookMs: clock.now() - startMs };
      }
      const { status } = response;
      const { message, retryable } = readFailure(status, response.text);
      if (status === 401 && tokenRefusals === 0) {
        tokenRefusals += 1;
        tokens.refuse(token);
      } else if (status === 401 || status === 403 || (status === 404 && !mayBeMissing)) {
        throw new CliError(
          `${connection.origin} refuses events of application ${connection.clientId} for environment ${connection.environment} (${status}): ${message}`,
        );
      } else if (retryable) {
        giveUpIfFailingTooLong(message);
        backOff.failed(response.retryAfterMs);
      } else {
        return { kind: 'refused', status, message };
      }
    }
  };

  const sendTo: EventClient['sendTo'] = async (path, body) => {
    const outcome = await call(path, { type: JSON_TYPE, text: JSON.stringify(body) });
    backOff.succeeded();
    return outcome;
  };

  /** One call for several events; what it says of each, null where the event is to be sent again. */
  const sendLines = async (kind: EventKind, texts: readonly string[]): Promise<readonly (LineOutcome | null)[]> => {
    const outcome = await call(publicEventPath(kind, {}), { type: LINES_TYPE, text: texts.join('\n') });
    if (outcome.kind === 'refused') {
      if (outcome.status !== TOO_LARGE) throw noLines(`${outcome.status}: ${outcome.message}`);
      if (texts.length === 1) return [outcome];
      const middle = texts.length >> 1;
      return [...(await sendLines(kind, texts.slice(0, middle))), ...(await sendLines(kind, texts.slice(middle)))];
    }
    const answered = outcome.answer.split('\n');
    let later: string | undefined;
    const outcomes = texts.map((_text, index): LineOutcome | null => {
      const read = lineSchema.safeParse(parseJson(answered[index] ?? ''));
      if (!read.success) throw noLines('its answer has no line for each event');
      const { status, answer } = read.data;
      if (status === 200) return { kind: 'accepted', answer };
      const { message, retryable } = failureOf(status, answer);
      if (!retryable) return { kind: 'refused', status, message };
      later = message;
      return null;
    });
    if (outcomes.some((each) => each !== null)) backOff.succeeded();
    if (later !== undefined) {
      giveUpIfFailingTooLong(later);
      backOff.failed(null);
    }
    return outcomes;
  };

  const sendMany: EventClient['sendMany'] = async (kind, bodies) => {
    const texts = bodies.map((body) => JSON.stringify(body));
    const outcomes = new Map<number, LineOutcome>();
    for (let open = [...texts.keys()]; open.length > 0; open = open.filter((index) => !outcomes.has(index))) {
      const part = await sendLines(
        kind,
        open.map((index) => texts[index] ?? ''),
      );
      for (const [at, index] of open.entries()) {
        const outcome = part[at];
        if (outcome) outcomes.set(index, outcome);
      }
    }
    return texts.map((_text, index) => {
      const outcome = outcomes.get(index);
      invariant(outcome, 'each event was answered');
      return outcome;
    });
  };

  return {
    send: (kind, body) => sendTo(publicEventPath(kind, body), body),
    sendTo,
    sendMany,
    close: () => pool.close(),
  };
};
