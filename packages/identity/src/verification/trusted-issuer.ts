import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';

/** Where a person's facts stand in a token; dotted names reach into objects (`realm_access.roles`). */
export type ClaimNames = {
  /** First one present wins. */
  readonly userId: readonly string[];
  readonly name: readonly string[];
  readonly username: readonly string[];
  readonly roles: string;
  readonly directoryRoles: string;
  readonly groups: string;
};

/** Claim names of Entra ID and of the development provider. */
export const DEFAULT_CLAIM_NAMES: ClaimNames = {
  userId: ['oid', 'sub'],
  name: ['name'],
  username: ['preferred_username', 'upn', 'unique_name', 'email'],
  roles: 'roles',
  directoryRoles: 'wids',
  groups: 'groups',
};

/** How the tenant of a token is known: read from a claim and compared, or the same for every token of the issuer. */
export type TenantRule =
  | { readonly claim: string; readonly allowed: readonly string[] | 'any' }
  | { readonly fixed: string };

/** An issuer whose access tokens are accepted. */
export type TrustedIssuer = {
  /** Exact value of `iss`. */
  readonly issuer: string;
  /** Published keys: a document at hand, an address (or how to learn it) to fetch and cache it from, or a resolver. */
  readonly keys:
    | { readonly jwks: JSONWebKeySet }
    | { readonly jwksUri: string | (() => string) }
    | { readonly resolve: JWTVerifyGetKey };
  /** Accepted values of `aud`; one must match. */
  readonly audiences: readonly string[];
  readonly tenant: TenantRule;
  /** Scope that a person's token must carry, which also keeps id tokens out. */
  readonly personScope: string;
  readonly claims?: ClaimNames;
  /** Value of the roles claim → product role key; values without an entry are kept as they are. */
  readonly roleMap?: Readonly<Record<string, string>>;
};
