import { RedoubtError } from './redoubt-error.ts';

/** Where tokens come from. */
export type Tokens = {
  readonly token: (signal: AbortSignal) => Promise<string>;
  /** Called when the server refused a token, so that the next one is a new one. */
  readonly refused: (token: string) => void;
};

export type ClientCredentials = {
  /** Token endpoint, as in `https://login.example/<tenant>/oauth2/v2.0/token`. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Such as `<resource>/.default`. */
  readonly scope: string;
};

/** A token is renewed this long before it ends, so that calls on their way still arrive with a good one. */
const RENEW_BEFORE_MS = 300_000;

type TokenAnswer = {
  readonly access_token?: unknown;
  readonly expires_in?: unknown;
  readonly error_description?: unknown;
  readonly error?: unknown;
};

const failed = (status: number | null, message: string, cause?: unknown): RedoubtError =>
  new RedoubtError(
    message,
    { status, retryable: status === null || status === 429 || status >= 500, correlationId: null },
    cause === undefined ? undefined : { cause },
  );

/** Tokens of OAuth 2.0 client credentials, fetched once and again in time. */
export const clientCredentials = (credentials: ClientCredentials, now: () => number = Date.now): Tokens => {
  const { tokenUrl, clientId, clientSecret, scope } = credentials;
  let current: { readonly token: string; readonly renewAtMs: number } | null = null;

  const renew = async (signal: AbortSignal): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
    const response = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form), signal }).catch(
      (error: unknown) => {
        throw failed(null, `${tokenUrl} does not answer`, error);
      },
    );
    const answer = (await response.json().catch(() => ({}))) as TokenAnswer;
    const { access_token: token, expires_in: seconds } = answer;
    if (!response.ok || typeof token !== 'string') {
      const reason = answer.error_description ?? answer.error;
      throw failed(
        response.status,
        `${tokenUrl} gives no token: ${typeof reason === 'string' ? reason : response.status}`,
      );
    }
    // The documented answer carries the life time as text, other issuers send a number.
    const lifeMs = Number(seconds) * 1000 || 0;
    current = { token, renewAtMs: now() + lifeMs - Math.min(RENEW_BEFORE_MS, lifeMs / 2) };
    return token;
  };

  return {
    token: (signal) => (current !== null && now() < current.renewAtMs ? Promise.resolve(current.token) : renew(signal)),
    refused: (token) => {
      if (current?.token === token) current = null;
    },
  };
};
