import type { RegisteredApplication } from './application-directory.ts';
import type { OAuthErrorCode } from './token-error.ts';

/** One request for a token, before anything of it is believed. */
export type TokenAttempt = {
  /** As it stands in the token address. */
  readonly tenant: string;
  readonly clientId: string;
  /** IP address it came from, as far as the proxies in front are trusted. */
  readonly address: string;
};

type RefusedTokenAttempt = TokenAttempt & {
  readonly code: OAuthErrorCode;
  /** What the caller was answered. */
  readonly message: string;
  /** The application on record, proven or not; undefined where there is none. */
  readonly application: Pick<RegisteredApplication, 'clientId' | 'tenantId'> | undefined;
  readonly correlationId: string;
};

/** Port to what limits, counts and records token requests. */
export type TokenGuard = {
  /** Milliseconds until one more attempt is answered, 0 for now; takes it from the limits. */
  readonly admit: (attempt: TokenAttempt) => number;
  readonly issued: (attempt: TokenAttempt) => void;
  /** Never waits and never throws. */
  readonly refused: (attempt: RefusedTokenAttempt) => void;
};
