import type { AdapterFactory, Configuration, interactionPolicy } from 'oidc-provider';
import type { SigningKeys } from '../keys/signing-keys.ts';
import {
  claimsOf,
  DEVELOPMENT_AUDIENCE,
  DEVELOPMENT_CONSOLE_CLIENT_ID,
  PERSON_SCOPE,
  type DevelopmentPerson,
  type DevelopmentTenant,
} from './people.ts';
import { failurePage, PAGE_HEADERS, signOutPage } from './sign-in-page.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const PROTOCOL_SCOPES = 'openid offline_access profile email';

/** What a console token may be asked for; `.default` is Entra ID's word for "whatever was granted". */
const RESOURCE_SCOPES = `${DEVELOPMENT_AUDIENCE}/${PERSON_SCOPE} ${DEVELOPMENT_AUDIENCE}/.default`;

/** Pages the identity client may come back to: hidden frame, redirect and sign-out. */
const RETURN_PATHS = ['/api/auth', '/auth-redirect.html', '/'];

export type ProviderConfigurationOptions = {
  readonly origin: string;
  readonly tenant: DevelopmentTenant;
  readonly people: readonly DevelopmentPerson[];
  readonly keys: SigningKeys;
  readonly adapter: AdapterFactory;
  readonly policy: interactionPolicy.DefaultPolicy;
};

/**
 * Settings of `oidc-provider` for one tenant, shaped so that the browser's identity client behaves as against Entra ID:
 * no consent page, refresh tokens without asking, account choice on demand, tenant and object id in every token.
 */
export const providerConfiguration = (options: ProviderConfigurationOptions): Configuration => {
  const { origin, tenant, people, keys, adapter, policy } = options;
  const personById = new Map(people.map((person) => [person.id, person]));
  const returnAddresses = RETURN_PATHS.map((path) => `${origin}${path}`);
  const cookiePrefix = `redoubt_${tenant.id.slice(0, 8)}`;

  return {
    adapter,
    clients: [
      {
        client_id: DEVELOPMENT_CONSOLE_CLIENT_ID,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: returnAddresses,
        post_logout_redirect_uris: returnAddresses,
      },
    ],
    jwks: { keys: [keys.privateJwk] },
    cookies: {
      keys: [...keys.cookieKeys],
      names: {
        session: `${cookiePrefix}_session`,
        interaction: `${cookiePrefix}_interaction`,
        resume: `${cookiePrefix}_resume`,
      },
    },
    // The console's own pages: browsers name the origin with same-origin posts too.
    clientBasedCORS: (_context, asking) => asking === origin,
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    scopes: PROTOCOL_SCOPES.split(' '),
    claims: {
      openid: ['sub', 'tid', 'oid', 'ver', 'wids', 'roles'],
      profile: ['name', 'preferred_username', 'login_hint'],
      email: ['email'],
    },
    findAccount: (_context, id) => {
      const person = personById.get(id);
      if (person === undefined) return undefined;
      const { username } = person;
      return {
        accountId: id,
        claims: () => ({ sub: id, ...claimsOf(person), login_hint: username, email: username }),
      };
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.set(PAGE_HEADERS);
          context.body = signOutPage(form);
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => DEVELOPMENT_AUDIENCE,
        // Without it a code exchange that names no resource would get an opaque token for the user-info endpoint.
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: RESOURCE_SCOPES,
          audience: DEVELOPMENT_AUDIENCE,
          accessTokenTTL: HOUR_S,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    interactions: { policy, url: (_context, interaction) => `/idp-login/${interaction.uid}` },
    issueRefreshToken: (_context, client, source) => {
      if (!client.grantTypeAllowed('refresh_token')) return false;
      // The library grants `offline_access` only with a consent prompt, which Entra ID's clients never ask for.
      if (!source.scopes.has('offline_access')) source.scope = `${source.scope ?? ''} offline_access`;
      return true;
    },
    // Two tabs may use the same refresh token at once, as they may with Entra ID.
    rotateRefreshToken: false,
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider, result } = oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
      const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      if (existing !== undefined) return existing;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(PROTOCOL_SCOPES);
      grant.addResourceScope(DEVELOPMENT_AUDIENCE, RESOURCE_SCOPES);
      await grant.save();
      return grant;
    },
    extraTokenClaims: ({ oidc: { entities } }, token) => {
      const person = 'accountId' in token ? personById.get(token.accountId) : undefined;
      if (person === undefined) return undefined;
      const { sessionUid: sid, authTime } = entities.AuthorizationCode ?? entities.RefreshToken ?? {};
      return { ...claimsOf(person), azp: token.clientId, scp: PERSON_SCOPE, sid, auth_time: authTime };
    },
    ttl: {
      AccessToken: HOUR_S,
      IdToken: HOUR_S,
      AuthorizationCode: 300,
      Interaction: HOUR_S,
      RefreshToken: DAY_S,
      Session: 7 * DAY_S,
      Grant: 7 * DAY_S,
    },
    renderError: (context, { error, error_description: description }) => {
      context.set(PAGE_HEADERS);
      context.type = 'html';
      context.body = failurePage('Sign-in failed', description === undefined ? error : `${error}: ${description}`);
    },
  };
};
