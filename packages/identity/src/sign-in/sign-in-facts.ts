/**
 * What the browser's identity client must know; the identity part of `GET /config.json` (`siteConfiguration` in
 * contracts). Served at run time, so another directory needs no new build.
 */
export type SignInFacts = {
  /** Client id of the console at the provider. */
  readonly appId: string;
  /** Tenant that may sign in, or `organizations` where the provider has no tenants of its own. */
  readonly tenantId: string;
  readonly tenantName: string;
  readonly authority: string;
  readonly knownAuthorities: readonly string[];
  /** JSON text of the provider's addresses where the client must not look for them itself. */
  readonly authorityMetadata: string | null;
  readonly scopes: readonly string[];
  /** Other origins the browser talks to while signing in: content security policy, `connect-src` and `frame-src`. */
  readonly origins: readonly string[];
};
