import { newId, type Clock } from '@redoubt/kernel';
import { SignJWT } from 'jose';
import type { RawRoute } from '../http/mount.ts';
import { FormError, pathOf, readForm, sendJson, type RawHandler } from '../http/raw-http.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { TrustedIssuer } from '../verification/trusted-issuer.ts';
import type { ApplicationDirectory, RegisteredApplication } from './application-directory.ts';
import { createAssertionVerifier } from './client-assertion.ts';
import { statusOf, TokenError } from './token-error.ts';
import { readTokenRequest, type ClientCredential, type TokenDialect } from './token-request.ts';

/** Resources that clients of the original ask tokens for (`api.md` §1). */
export const DEFAULT_API_AUDIENCES = [
  'https://api.dfp.microsoft.com',
  'https://api.dfp.microsoft-int.com',
  'https://api.dfp.dynamics.com',
  'https://api.dfp.dynamics-int.com',
] as const;

const LIFE_TIME_S = 3600;

export type TokenServiceOptions = {
  /** Scheme, host and port under which clients reach this server; part of the issuer. */
  readonly origin: string;
  readonly keys: SigningKeys;
  readonly directory: ApplicationDirectory;
  /** Resources a token may be asked for. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
};

export type TokenService = {
  /** `/<tenant>/oauth2/token` and `/<tenant>/oauth2/v2.0/token`. */
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

const normalised = (resource: string): string => resource.replace(/\/+$/, '').toLowerCase();

const matchesTenant = (application: RegisteredApplication, tenant: string): boolean =>
  [application.tenantId, ...(application.tenantNames ?? [])].some(
    (name) => name.toLowerCase() === tenant.toLowerCase(),
  );

/**
 * Issues one-hour access tokens to merchants' applications by client credentials (secret, or assertion signed with a
 * certificate), in both dialects of `api.md` §1. Answers carry numbers as text, as documented; refusals have the form
 * of RFC 6749. An unknown application and a wrong secret are answered alike.
 */
export const createTokenService = (options: TokenServiceOptions): TokenService => {
  const { origin, keys, directory, audiences, clock, onError } = options;
  const issuer = `${origin}/oauth2`;
  const verifyAssertion = createAssertionVerifier(clock, directory.spend);
  const audienceByName = new Map(audiences.map((audience) => [normalised(audience), audience]));

  const isProven = async (
    application: RegisteredApplication,
    credential: ClientCredential,
    tenant: string,
  ): Promise<boolean> => {
    if (credential.kind === 'secret') return application.verifySecret(credential.secret);
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

  const answer = async (
    tenant: string,
    dialect: TokenDialect,
    form: ReadonlyMap<string, string>,
    authorization: string | undefined,
  ): Promise<Readonly<Record<string, string>>> => {
    const { clientId, credential, resource } = readTokenRequest(form, dialect, authorization);
    const application = await directory.find(clientId, tenant);
    if (
      application === undefined ||
      !matchesTenant(application, tenant) ||
      !(await isProven(application, credential, tenant))
    ) {
      throw new TokenError('invalid_client', 'The client is unknown in this tenant, or its credential is wrong.');
    }
    const audience = audienceByName.get(normalised(resource));
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

  const refuse = (error: TokenError): Readonly<Record<string, string>> => ({
    error: error.code,
    error_description: error.message,
    timestamp: new Date(clock.now()).toISOString(),
    correlation_id: newId(),
  });

  const handlerOf =
    (dialect: TokenDialect): RawHandler =>
    async (request, response) => {
      try {
        if (request.method !== 'POST') {
          request.resume();
          const body = refuse(new TokenError('invalid_request', 'The token endpoint answers POST only.'));
          return sendJson(response, 405, body, { allow: 'POST' });
        }
        const form = await readForm(request);
        const tenant = decodeURIComponent(pathOf(request).split('/')[1] ?? '');
        return sendJson(response, 200, await answer(tenant, dialect, form, request.headers.authorization));
      } catch (error) {
        const refusal = error instanceof FormError ? new TokenError('invalid_request', error.message) : error;
        if (refusal instanceof TokenError) {
          const status = statusOf(refusal.code);
          const challenge: Record<string, string> = status === 401 ? { 'www-authenticate': 'Basic realm="token"' } : {};
          return sendJson(response, status, refuse(refusal), challenge);
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
