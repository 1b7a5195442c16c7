import type { DirectorySettings } from '../settings/identity-settings.ts';
import type { SignInFacts } from '../sign-in/sign-in-facts.ts';
import type { TenantRule, TrustedIssuer } from '../verification/trusted-issuer.ts';
import type { ProviderMetadata } from './discover-provider.ts';

const originOf = (address: string): string => new URL(address).origin;

/**
 * Issuers to trust for a directory of the operator's own. Entra ID signs with the same keys under two names: the one
 * discovered, and the older one that registrations without `requestedAccessTokenVersion: 2` still get. `jwksUri` is asked
 * for when a token comes, since the provider may be away when the server starts.
 */
export const trustedIssuersOf = (
  settings: DirectorySettings,
  jwksUri: () => string,
  apiAudiences: readonly string[],
): readonly TrustedIssuer[] => {
  const { issuer, tenantId, isEntra, audiences, personScope, claims, roleMap } = settings;
  const tenant: TenantRule = isEntra ? { claim: 'tid', allowed: [tenantId] } : { fixed: tenantId };
  const trusted: TrustedIssuer = {
    issuer,
    keys: { jwksUri },
    audiences: [...audiences, ...apiAudiences],
    tenant,
    personScope,
    claims,
    roleMap,
  };
  return isEntra ? [trusted, { ...trusted, issuer: `https://sts.windows.net/${tenantId}/` }] : [trusted];
};

/** What the browser's identity client must know of a directory of the operator's own. */
export const externalSignInFacts = (settings: DirectorySettings, metadata: ProviderMetadata): SignInFacts => {
  const { clientId, tenantId, tenantName, requestScope, isEntra, issuer } = settings;
  const shared = { appId: clientId, tenantName, scopes: [requestScope] };
  if (isEntra) {
    const { origin } = new URL(issuer);
    const authority = `${origin}/${tenantId}`;
    return { ...shared, tenantId, authority, knownAuthorities: [], authorityMetadata: null, origins: [origin] };
  }
  const { host, pathname } = new URL(issuer);
  const document = {
    issuer: metadata.issuer,
    authorization_endpoint: metadata.authorizationEndpoint,
    token_endpoint: metadata.tokenEndpoint,
    end_session_endpoint: metadata.endSessionEndpoint,
    jwks_uri: metadata.jwksUri,
  };
  const addresses = [metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.jwksUri];
  return {
    ...shared,
    // Accounts of such a provider carry no tenant id, so the console must not compare one.
    tenantId: 'organizations',
    authority: `https://${host}${pathname.endsWith('/') ? pathname : `${pathname}/`}`,
    knownAuthorities: [host],
    authorityMetadata: JSON.stringify(document),
    origins: [...new Set(addresses.map(originOf))],
  };
};
