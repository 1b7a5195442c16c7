import { setTimeout as sleep } from 'node:timers/promises';
import { newId, SECOND_MS, type Clock } from '@redoubt/kernel';
import { SignJWT } from 'jose';
import type { RawRoute } from '../http/mount.ts';
import { FormError, pathOf, readForm, sendJson, type RawHandler } from '../http/raw-http.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { TrustedIssuer } from '../verification/trusted-issuer.ts';
import type { ApplicationDirectory, RegisteredApplication } from './application-directory.ts';
import { createAssertionVerifier } from './client-assertion.ts';
import { discoveryRoutes } from './discovery.ts';
import { audienceFinder } from './resource.ts';
import { statusOf, TokenError } from './token-error.ts';
import type { TokenAttempt, TokenGuard } from './token-guard.ts';
import { readTokenRequest, type ClientCredential, type TokenDialect, type TokenRequest } from './token-request.ts';

/** Resources that clients of the original ask tokens for (`docs/reference/wire.md#tokens`). */
export const DEFAULT_API_AUDIENCES = [
  'https://api.dfp.microsoft.com',
  'https://api.dfp.microsoft-int.com',
  'https://api.dfp.dynamics.com',
  'https://api.dfp.dynamics-int.com',
] as const;

const LIFE_TIME_S = 3600;
/**
 * A refused credential is answered no sooner than this, so that the time tells no known client id from an unknown one:
 * more than the slow hash of a secret from an earlier release takes.
 */
const MIN_REFUSAL_MS = 100;
/**
 * A request above the limits is answered no sooner than this: a client that asks again with each answer slows down.
 */
const MIN_LIMITED_MS = 1000;

type TokenServiceOptions = {
  /** Scheme, host and port under which clients reach this server; part of the issuer. */
  readonly origin: string;
  readonly keys: SigningKeys;
  readonly directory: ApplicationDirectory;
  readonly guard: TokenGuard;
  /** Resources a token may be asked for. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
};

export type TokenService = {
  /** `/<tenant>/oauth2/token` and `/<tenant>/oauth2/v2.0/token`, and what libraries read before they ask there. */
  readonly routes: readonly RawRoute[];
  /** What the verifier must trust for these tokens to be accepted. */
  readonly trusted: TrustedIssuer;
  /** A token for an application that was proven otherwise: good for this server, by its own origin as resource. */
  readonly tokenFor: (
    application: Pick<RegisteredApplication, 'clientId' | 'tenantId' | 'apiRoles'>,
  ) => Promise<string>;
  /** Issuer of every application token. */
  readonly issuer: string;
};

const headersOf = ({ code, retryAfterS }: TokenError): Readonly<Record<string, string>> => ({
  ...(code === 'invalid_client' ? { 'www-authenticate': 'Basic realm="token"' } : {}),
  ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
});

/** Holds the answer to a refused request back, counted from its arrival. */
const holdUntil = async (startedAtMs: number, { code }: TokenError): Promise<void> => {
  const holds: Partial<Record<TokenError['code'], number>> = {
    invalid_client: MIN_REFUSAL_MS,
    temporarily_unavailable: MIN_LIMITED_MS,
  };
  const leftMs = startedAtMs + (holds[code] ?? 0) - performance.now();
  if (leftMs > 0) await sleep(leftMs);
};

const matchesTenant = (application: RegisteredApplication, tenant: string): boolean =>
  [application.tenantId, ...(application.tenantNames ?? [])].some(
    (name) => name.toLowerCase() === tenant.toLowerCase(),
  );

/**
 * Issues one-hour access tokens to merchants' applications by client credentials (secret, or assertion signed with a
 * certificate), in both dialects of `docs/reference/wire.md#tokens`. Answers carry numbers as text, as documented;
 * refusals have the form of RFC 6749. An unknown application and a wrong secret are answered alike, in the same time.
 */
export const createTokenService = (options: TokenServiceOptions): TokenService => {
  const { origin, keys, directory, guard, audiences, clock, onError } = options;
  const issuer = `${origin}/oauth2`;
  const verifyAssertion = createAssertionVerifier(clock, directory.spend);
  const audienceOf = audienceFinder(audiences);

  const isProven = async (
    application: RegisteredApplication | undefined,
    credential: ClientCredential,
    tenant: string,
  ): Promise<boolean> => {
    if (credential.kind === 'secret') {
      return application?.verifySecret(credential.secret) ?? directory.verifyNoSecret(credential.secret);
    }
    if (application === undefined) return false;
    const base = `${origin}/${tenant}/oauth2`;
    await verifyAssertion(application, credential.assertion, [`${base}/token`, `${base}/v2.0/token`, issuer]);
    return true;
  };

  const issue = async (
    application: Pick<RegisteredApplication, 'clientId' | 'tenantId' | 'apiRoles'>,
    audience: string,
    dialect: TokenDialect,
  ): Promise<string> => {
    const { clientId, tenantId, apiRoles } = application;
    const nowS = Math.floor(clock.now() / 1000);
    const client = dialect === 'v1' ? { appid: clientId, ver: '1.0' } : { azp: clientId, ver: '2.0' };
    return new SignJWT({ ...client, idtyp: 'app', tid: tenantId, oid: clientId, roles: [...apiRoles] })
      .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(nowS)
      .setNotBefore(nowS)
      .setExpirationTime(nowS + LIFE_TIME_S)
      .setJti(newId())
      .sign(keys.privateKey);
  };

  const findIn = async ({ clientId, tenant }: TokenAttempt): Promise<RegisteredApplication | undefined> => {
    const found = await directory.find(clientId, tenant);
    return found !== undefined && matchesTenant(found, tenant) ? found : undefined;
  };

  /** Takes as long for an unknown application as for a wrong credential. */
  const prove = async (
    application: RegisteredApplication | undefined,
    credential: ClientCredential,
    tenant: string,
  ): Promise<RegisteredApplication> => {
    if ((await isProven(application, credential, tenant)) && application !== undefined) return application;
    throw new TokenError('invalid_client', 'The client is unknown in this tenant, or its credential is wrong.');
  };

  const tokenBody = async (
    application: RegisteredApplication,
    dialect: TokenDialect,
    resource: string,
  ): Promise<Readonly<Record<string, string>>> => {
    const audience = audienceOf(resource);
    if (audience === undefined) throw new TokenError('invalid_resource', `The resource ${resource} is not known here.`);
    const token = await issue(application, audience, dialect);
    const nowS = Math.floor(clock.now() / 1000);
    const lifeTime = {
      token_type: 'Bearer',
      expires_in: String(LIFE_TIME_S - 1),
      ext_expires_in: String(LIFE_TIME_S - 1),
    };
    if (dialect === 'v2') return { ...lifeTime, access_token: token };
    return {
      ...lifeTime,
      expires_on: String(nowS + LIFE_TIME_S - 1),
      not_before: String(nowS),
      resource,
      access_token: token,
    };
  };

  const admit = (attempt: TokenAttempt): void => {
    const waitMs = guard.admit(attempt);
    if (waitMs > 0) {
      throw new TokenError('temporarily_unavailable', 'Too many token requests; keep a token until it expires.', {
        retryAfterS: Math.ceil(waitMs / SECOND_MS),
      });
    }
  };

  /** Lets a proven application have its token; what is refused from the limits on is recorded. */
  const answer = async (
    from: Omit<TokenAttempt, 'clientId'>,
    dialect: TokenDialect,
    { clientId, credential, resource }: TokenRequest,
    correlationId: string,
  ): Promise<Readonly<Record<string, string>>> => {
    const attempt = { ...from, clientId };
    const startedAtMs = performance.now();
    let application: RegisteredApplication | undefined;
    try {
      admit(attempt);
      application = await findIn(attempt);
      const body = await tokenBody(await prove(application, credential, from.tenant), dialect, resource);
      guard.issued(attempt);
      return body;
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      guard.refused({ ...attempt, application, code: error.code, message: error.message, correlationId });
      await holdUntil(startedAtMs, error);
      throw error;
    }
  };

  const refuse = (error: TokenError, correlationId: string): Readonly<Record<string, string>> => ({
    error: error.code,
    error_description: error.message,
    timestamp: new Date(clock.now()).toISOString(),
    correlation_id: correlationId,
  });

  const handlerOf =
    (dialect: TokenDialect): RawHandler =>
    async (request, response, address) => {
      const correlationId = newId();
      try {
        if (request.method !== 'POST') {
          request.resume();
          const body = refuse(
            new TokenError('invalid_request', 'The token endpoint answers POST only.'),
            correlationId,
          );
          return sendJson(response, 405, body, { allow: 'POST' });
        }
        const asked = readTokenRequest(await readForm(request), dialect, request.headers.authorization);
        const tenant = decodeURIComponent(pathOf(request).split('/')[1] ?? '');
        return sendJson(response, 200, await answer({ tenant, address }, dialect, asked, correlationId));
      } catch (error) {
        const refusal = error instanceof FormError ? new TokenError('invalid_request', error.message) : error;
        if (refusal instanceof TokenError) {
          return sendJson(response, statusOf(refusal.code), refuse(refusal, correlationId), headersOf(refusal));
        }
        onError(error);
        return sendJson(
          response,
          503,
          { error: 'temporarily_unavailable', error_description: 'Please try again.' },
          { 'retry-after': '1' },
        );
      }
    };

  return {
    routes: [
      { url: '/:tenant/oauth2/token', handle: handlerOf('v1') },
      { url: '/:tenant/oauth2/v2.0/token', handle: handlerOf('v2') },
      ...discoveryRoutes({ origin, issuer, keys, findTenant: directory.findTenant, onError }),
    ],
    trusted: {
      issuer,
      keys: { jwks: keys.jwks },
      audiences,
      tenant: { claim: 'tid', allowed: 'any' },
      personScope: 'access_as_user',
    },
    tokenFor: (application) => issue(application, audiences[0] ?? origin, 'v2'),
    issuer,
  };
};
