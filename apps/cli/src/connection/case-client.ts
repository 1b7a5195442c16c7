import { SECOND_MS, type Clock, type JsonObject } from '@redoubt/kernel';
import { Pool } from 'undici';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Connection } from './connection.ts';
import { createTokenSource, TokenServiceUnavailable } from './token-source.ts';

/** What came of a call: its answer, or why there is none; `later` where another try may succeed. */
export type CaseAnswer =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'refused' | 'later'; readonly status: number; readonly message: string };

/** Calls about cases of the public API (`/v1.0/cases`). */
export type CaseClient = {
  /** @throws `CliError` where no call gets through: a wrong secret, no role for cases, a server without them. */
  readonly call: (method: 'GET' | 'POST', path: string, body?: JsonObject) => Promise<CaseAnswer>;
  readonly close: () => Promise<void>;
};

const COLLECTION = '/v1.0/cases';
const ANSWER_TIMEOUT_MS = 30 * SECOND_MS;
const NO_ANSWER = 0;

const errorSchema = z.object({ Message: z.string() });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const messageOf = (status: number, body: unknown): string => {
  const known = errorSchema.safeParse(body);
  return known.success ? known.data.Message : `status ${status}`;
};

export const createCaseClient = (connection: Connection, clock: Clock, concurrency: number): CaseClient => {
  const { origin, clientId, environment } = connection;
  const tokens = createTokenSource(connection, clock);
  const timeouts = { headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS };
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1, ...timeouts });

  const send = async (token: string, method: 'GET' | 'POST', path: string, body?: JsonObject) => {
    const response = await pool.request({
      method,
      path: `${COLLECTION}${path}`,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-ms-dfpenvid': environment,
        authorization: `Bearer ${token}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: parse(await response.body.text()) };
  };

  const call: CaseClient['call'] = async (method, path, body) => {
    for (let attempt = 1; ; attempt += 1) {
      let answer: Awaited<ReturnType<typeof send>>;
      let token = '';
      try {
        token = await tokens.token();
        answer = await send(token, method, path, body);
      } catch (error) {
        if (error instanceof CliError && !(error instanceof TokenServiceUnavailable)) throw error;
        return { kind: 'later', status: NO_ANSWER, message: (error as Error).message };
      }
      const { status } = answer;
      if (status === 200) return { kind: 'answer', body: answer.body };
      const message = messageOf(status, answer.body);
      if (status === 401 && attempt === 1) {
        tokens.refuse(token);
        continue;
      }
      if (status === 401 || status === 403)
        throw new CliError(
          `${origin} lets application ${clientId} work on no cases of environment ${environment} (${status}): ${message} The application needs the role Case_API.`,
        );
      return { kind: status === 429 || status >= 500 ? 'later' : 'refused', status, message };
    }
  };

  return { call, close: () => pool.close() };
};
