import type { Id } from '@redoubt/kernel';
import type { RawRoute } from '../http/mount.ts';
import { pathOf, sendJson, type RawHandler } from '../http/raw-http.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { TokenDialect } from './token-request.ts';

export type DiscoveryOptions = {
  /** Scheme, host and port under which clients reach this server. */
  readonly origin: string;
  /** Issuer of every application token. */
  readonly issuer: string;
  readonly keys: SigningKeys;
  /** The tenant that an address names by its id or another name. */
  readonly findTenant: (name: string) => Promise<Id | undefined>;
  readonly onError: (error: unknown) => void;
};

/** Libraries keep the document for a day; an operator who moves the server is not to wait for that. */
const CACHE = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' };

/**
 * What identity libraries read before they ask for a token: OpenID Connect Discovery 1.0 and the key set, under the
 * addresses that clients of Entra ID derive from an authority (`https://<host>/<tenant>`). People do not sign in here;
 * the authorization address is in the document because libraries refuse one without it.
 */
export const discoveryRoutes = (options: DiscoveryOptions): readonly RawRoute[] => {
  const { origin, issuer, keys, findTenant, onError } = options;

  const documentOf = (tenant: string, dialect: TokenDialect) => {
    const base = `${origin}/${encodeURIComponent(tenant)}`;
    const oauth = `${base}/oauth2${dialect === 'v2' ? '/v2.0' : ''}`;
    return {
      issuer,
      authorization_endpoint: `${oauth}/authorize`,
      token_endpoint: `${oauth}/token`,
      jwks_uri: `${base}/discovery${dialect === 'v2' ? '/v2.0' : ''}/keys`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256'],
      grant_types_supported: ['client_credentials'],
      response_types_supported: ['token'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'tid', 'oid', 'roles'],
    };
  };

  const inTenant =
    (answer: (tenant: string) => object): RawHandler =>
    async (request, response) => {
      request.resume();
      try {
        if (request.method !== 'GET' && request.method !== 'HEAD') {
          const refusal = { error: 'invalid_request', error_description: 'This address answers GET only.' };
          return sendJson(response, 405, refusal, { allow: 'GET, HEAD' });
        }
        const tenant = decodeURIComponent(pathOf(request).split('/')[1] ?? '');
        if ((await findTenant(tenant)) === undefined) {
          const refusal = { error: 'invalid_tenant', error_description: 'There is no tenant of this id or domain.' };
          return sendJson(response, 400, refusal);
        }
        return sendJson(response, 200, answer(tenant), CACHE);
      } catch (error) {
        onError(error);
        const refusal = { error: 'temporarily_unavailable', error_description: 'Please try again.' };
        return sendJson(response, 503, refusal, { 'retry-after': '1' });
      }
    };

  const v1 = inTenant((tenant) => documentOf(tenant, 'v1'));
  const v2 = inTenant((tenant) => documentOf(tenant, 'v2'));
  const keySet = inTenant(() => keys.jwks);
  return [
    { url: '/:tenant/.well-known/openid-configuration', handle: v1 },
    { url: '/:tenant/v2.0/.well-known/openid-configuration', handle: v2 },
    { url: '/:tenant/discovery/keys', handle: keySet },
    { url: '/:tenant/discovery/v2.0/keys', handle: keySet },
  ];
};
