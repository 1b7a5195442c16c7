import { MINUTE_MS, SECOND_MS, type Clock } from '@redoubt/kernel';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Connection } from './connection.ts';

/** Access tokens by client credentials, fetched once and again in time before they expire. */
export type TokenSource = {
  readonly token: () => Promise<string>;
  /** Forgets the token the server has just refused, unless a newer one is there already. */
  readonly refuse: (token: string) => void;
};

/** No answer, or only one that says "later": unlike a wrong secret, a retry may succeed. */
export class TokenServiceUnavailable extends CliError {}

/** Tokens this close to their end are replaced: requests on their way must still arrive with a good one. */
const REFRESH_BEFORE_MS = 5 * MINUTE_MS;

// The documented answer carries the life time as text, other issuers send a number.
const answerSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional() });

const refusalText = (status: number, body: unknown): string => {
  const refusal = refusalSchema.safeParse(body);
  return refusal.success ? (refusal.data.error_description ?? refusal.data.error) : `status ${status}`;
};

const fetchToken = async (connection: Connection): Promise<z.output<typeof answerSchema>> => {
  const { tokenUrl, clientId, clientSecret, resource } = connection;
  let response: Response;
  try {
    response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: `${resource}/.default`,
      }),
      signal: AbortSignal.timeout(30 * SECOND_MS),
    });
  } catch (error) {
    throw new TokenServiceUnavailable(`${tokenUrl} does not answer. Is the server running? Start it with npm start.`, {
      cause: error,
    });
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.status === 429 || response.status >= 500) {
    throw new TokenServiceUnavailable(`${tokenUrl} gives no token at the moment: status ${response.status}.`);
  }
  if (!response.ok) {
    throw new CliError(
      `${tokenUrl} gives application ${clientId} no token: ${refusalText(response.status, body)}. Check the client id, its secret and the resource.`,
    );
  }
  const answer = answerSchema.safeParse(body);
  if (!answer.success) throw new CliError(`${tokenUrl} did not answer with a token. Check --token-url.`);
  return answer.data;
};

export const createTokenSource = (connection: Connection, clock: Clock): TokenSource => {
  let current: { readonly token: string; readonly refreshMs: number } | null = null;
  let pending: Promise<string> | null = null;

  const renew = async (): Promise<string> => {
    const answer = await fetchToken(connection);
    const lifeMs = answer.expires_in * SECOND_MS;
    current = { token: answer.access_token, refreshMs: clock.now() + lifeMs - Math.min(REFRESH_BEFORE_MS, lifeMs / 2) };
    return answer.access_token;
  };

  return {
    token: () => {
      if (current !== null && clock.now() < current.refreshMs) return Promise.resolve(current.token);
      pending ??= renew().finally(() => {
        pending = null;
      });
      return pending;
    },
    refuse: (token) => {
      if (current?.token === token) current = null;
    },
  };
};
