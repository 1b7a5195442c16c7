import { fail } from '@redoubt/domain';
import { bearerToken, isAppError, type Clock } from '@redoubt/kernel';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import type { Caller } from '../callers/caller.ts';
import { callerOf } from './caller-of.ts';
import { MAX_LIFE_S } from './claims.ts';
import { createTokenCache } from './token-cache.ts';
import type { TrustedIssuer } from './trusted-issuer.ts';

export type TokenVerifier = {
  /**
   * Who an `Authorization` header speaks for. Throws `AUTH-TOKEN-MISSING`, `AUTH-TOKEN-INVALID` (parameter `reason`),
   * `AUTH-TOKEN-EXPIRED`, `AUTH-WRONG-TENANT`, `AUTH-NO-ROLE` (an application without an API role) or
   * `AUTH-PROVIDER-UNAVAILABLE` (the issuer's keys cannot be fetched).
   */
  readonly verify: (authorization: string | undefined) => Promise<Caller>;
};

type TokenVerifierOptions = {
  readonly issuers: readonly TrustedIssuer[];
  readonly clock: Clock;
  /** Verified tokens remembered; default 10,000. */
  readonly maxCachedTokens?: number;
};

const CLOCK_TOLERANCE_S = 60;
const KEY_COOLDOWN_MS = 5_000;
/** Longer than any real token; keeps hostile headers out of parser and cache. */
const MAX_TOKEN_LENGTH = 16_384;
/** Signatures with a public key only: a shared secret or none at all never passes. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const requireShortLife = ({ exp = 0, iat, nbf }: JWTPayload, nowMs: number): void => {
  const from = iat ?? nbf ?? nowMs / 1000;
  if (exp - from > MAX_LIFE_S + CLOCK_TOLERANCE_S) throw fail('AUTH-TOKEN-INVALID', { reason: 'lives too long' });
  // One that says it begins later than it does would live longer than it says.
  if (exp - nowMs / 1000 > MAX_LIFE_S + CLOCK_TOLERANCE_S)
    throw fail('AUTH-TOKEN-INVALID', { reason: 'lives too long' });
};

const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

const resolverOf = ({ issuer, keys }: TrustedIssuer): JWTVerifyGetKey => {
  if ('resolve' in keys) return keys.resolve;
  if ('jwks' in keys) return createLocalJWKSet(keys.jwks);
  const { jwksUri } = keys;
  const fetching = (): JWTVerifyGetKey =>
    createRemoteJWKSet(new URL(typeof jwksUri === 'string' ? jwksUri : jwksUri()), {
      cooldownDuration: KEY_COOLDOWN_MS,
    });
  let resolve: JWTVerifyGetKey | undefined;
  return async (header, token) => {
    try {
      resolve ??= fetching();
      return await resolve(header, token);
    } catch (error) {
      if (isAppError(error) || isAboutToken(error)) throw error;
      throw fail('AUTH-PROVIDER-UNAVAILABLE', { issuer }, error);
    }
  };
};

const bearerOf = (authorization: string | undefined): string => {
  const token = bearerToken(authorization);
  if (token === undefined) throw fail('AUTH-TOKEN-MISSING');
  if (token.length > MAX_TOKEN_LENGTH) throw fail('AUTH-TOKEN-INVALID', { reason: 'too long' });
  return token;
};

const failureOf = (error: unknown): Error => {
  if (isAppError(error)) return error;
  if (error instanceof errors.JWTExpired) return fail('AUTH-TOKEN-EXPIRED', {}, error);
  if (error instanceof errors.JWTClaimValidationFailed) {
    return fail('AUTH-TOKEN-INVALID', { reason: `claim ${error.claim}` }, error);
  }
  return fail('AUTH-TOKEN-INVALID', { reason: error instanceof errors.JOSEError ? error.code : 'unreadable' }, error);
};

const issuerOf = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    throw fail('AUTH-TOKEN-INVALID', { reason: 'not a token' }, error);
  }
};

/**
 * Verifies access tokens of any number of issuers: signature, issuer, audience, life time (one minute of tolerance),
 * tenant, and scope or role. A verified token is answered from memory until it expires.
 */
export const createTokenVerifier = ({
  issuers,
  clock,
  maxCachedTokens = 10_000,
}: TokenVerifierOptions): TokenVerifier => {
  const trustedByIssuer = new Map(
    issuers.map((trusted) => [trusted.issuer, { trusted, resolve: resolverOf(trusted) }] as const),
  );
  const cache = createTokenCache(clock, maxCachedTokens);

  const verifyFresh = async (token: string): Promise<Caller> => {
    const known = trustedByIssuer.get(issuerOf(token) ?? '');
    if (known === undefined) throw fail('AUTH-TOKEN-INVALID', { reason: 'issuer' });
    const { trusted, resolve } = known;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, resolve, {
        issuer: trusted.issuer,
        audience: [...trusted.audiences],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp'],
      });
      requireShortLife(payload, clock.now());
      const caller = callerOf(payload, protectedHeader, trusted);
      const expiresAtMs = (payload.exp ?? 0) * 1000;
      if (expiresAtMs > clock.now()) cache.set(token, caller, expiresAtMs);
      return caller;
    } catch (error) {
      throw failureOf(error);
    }
  };

  return {
    verify: async (authorization) => {
      const token = bearerOf(authorization);
      return cache.get(token) ?? verifyFresh(token);
    },
  };
};
