import type { CallAuthentication, ExternalCallDefinition } from '@redoubt/domain';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { createHash, createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto';
import { buildTokenRequest, type OpenedSecrets } from './call-request.ts';
import { CallFailed, type HttpExchange, type HttpRequest } from './http-exchange.ts';

type TokenAuthentication = Extract<CallAuthentication, { readonly tokenUrl: string }>;

/** Longest a token may take where nothing else is said. */
const TOKEN_TIMEOUT_MS = 5000;
/** A token without a life of its own is asked for again after this. */
const DEFAULT_LIFE_S = 300;
/** Share of its life after which a token is no longer used. */
const USED_SHARE = 0.9;
const ASSERTION_LIFE_S = 300;

const base64url = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signed statement of who the client is (RFC 7523), instead of a secret. */
const assertionOf = (
  { tokenUrl, applicationId, certificate }: Extract<CallAuthentication, { kind: 'directory' }>,
  key: string,
  nowMs: number,
): string => {
  const { raw } = new X509Certificate(certificate);
  const thumbprint = (algorithm: string): string => createHash(algorithm).update(raw).digest('base64url');
  const nowS = Math.floor(nowMs / 1000);
  const header = { alg: 'RS256', typ: 'JWT', x5t: thumbprint('sha1'), 'x5t#S256': thumbprint('sha256') };
  const claims = {
    aud: tokenUrl,
    iss: applicationId,
    sub: applicationId,
    jti: randomUUID(),
    nbf: nowS,
    exp: nowS + ASSERTION_LIFE_S,
  };
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), createPrivateKey(key)).toString('base64url')}`;
};

const form = (pairs: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(pairs).filter(([, value]) => value !== '')).toString();

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** User name and password as a header carries them. */
export const basicHeader = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** What is asked of a token address. */
const tokenRequest = (
  definition: ExternalCallDefinition,
  authentication: TokenAuthentication,
  secrets: OpenedSecrets,
  nowMs: number,
): Omit<HttpRequest, 'timeoutMs'> => {
  const secret = secrets['auth'] ?? '';
  const post = { method: 'POST', url: authentication.tokenUrl } as const;
  if (authentication.kind === 'directory') {
    const { audience, applicationId, certificate } = authentication;
    const proof =
      certificate !== ''
        ? {
            client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
            client_assertion: assertionOf(authentication, secret, nowMs),
          }
        : { client_secret: secret };
    const scope = `${audience.replace(/\/\.default$/, '')}/.default`;
    const asked = { grant_type: 'client_credentials', client_id: applicationId, scope, ...proof };
    return { ...post, headers: FORM, body: form(asked) };
  }
  const { client, clientId } = authentication;
  const basic = client === 'basic' ? { authorization: basicHeader(clientId, secret) } : {};
  if (authentication.kind === 'customToken') {
    const { headers, body } = buildTokenRequest(definition, authentication, secrets);
    return { ...post, headers: { ...headers, ...basic }, body };
  }
  const { scope, resource } = authentication;
  const inBody = client === 'basic' ? {} : { client_id: clientId, client_secret: secret };
  const asked = { grant_type: 'client_credentials', scope, resource, ...inBody };
  return { ...post, headers: { ...FORM, ...basic }, body: form(asked) };
};

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
};

/** Errors of a token address that are about the client itself (RFC 6749 §5.2). */
const CLIENT_ERRORS: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client']);

type Token = { readonly text: string; readonly untilMs: number };

const tokenOf = (status: number, text: string, field: string, nowMs: number): Token => {
  const answer = parsed(text);
  const members = isJsonObject(answer) ? answer : {};
  if (status < 200 || status > 299) {
    const isClient = CLIENT_ERRORS.has(members['error']);
    throw new CallFailed(isClient ? 'invalidApplication' : 'tokenFailure', `The token address answered ${status}.`);
  }
  const token = members[field];
  if (typeof token !== 'string' || token === '') {
    throw new CallFailed('tokenFailure', `The answer of the token address has no ${field}.`);
  }
  const life = Number(members['expires_in'] ?? DEFAULT_LIFE_S);
  return { text: token, untilMs: nowMs + (Number.isFinite(life) ? life : DEFAULT_LIFE_S) * 1000 * USED_SHARE };
};

/** Bearer tokens of one call: asked for once, kept until shortly before they end. */
export class AccessTokens {
  readonly #exchange: HttpExchange;
  readonly #nowMs: () => number;
  #kept: Token | undefined;
  #asking: Promise<Token> | undefined;

  constructor(exchange: HttpExchange, nowMs: () => number) {
    this.#exchange = exchange;
    this.#nowMs = nowMs;
  }

  /** @throws `CallFailed`: `tokenFailure`, `invalidApplication`, or why the token address was not reached. */
  async get(
    definition: ExternalCallDefinition,
    authentication: TokenAuthentication,
    secrets: OpenedSecrets,
  ): Promise<string> {
    if (this.#kept !== undefined && this.#kept.untilMs > this.#nowMs()) return this.#kept.text;
    // Events that need a token meanwhile wait for the same one.
    this.#asking ??= this.#ask(definition, authentication, secrets).finally(() => {
      this.#asking = undefined;
    });
    this.#kept = await this.#asking;
    return this.#kept.text;
  }

  /** Forgets a token that was not accepted. */
  drop(): void {
    this.#kept = undefined;
  }

  async #ask(
    definition: ExternalCallDefinition,
    authentication: TokenAuthentication,
    secrets: OpenedSecrets,
  ): Promise<Token> {
    const isCustom = authentication.kind === 'customToken';
    const nowMs = this.#nowMs();
    try {
      const request = tokenRequest(definition, authentication, secrets, nowMs);
      const timeoutMs = isCustom ? authentication.timeoutMs : TOKEN_TIMEOUT_MS;
      const { status, text } = await this.#exchange.send({ ...request, timeoutMs });
      return tokenOf(status, text, isCustom ? authentication.tokenField : 'access_token', nowMs);
    } catch (error) {
      if (error instanceof CallFailed && (error.outcome === 'tokenFailure' || error.outcome === 'invalidApplication'))
        throw error;
      const why = error instanceof CallFailed ? error.message : 'its certificate or key cannot be used.';
      throw new CallFailed('tokenFailure', `No token: ${why}`);
    }
  }
}
