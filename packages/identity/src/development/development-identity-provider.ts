import { join } from 'node:path';
import { newId, type Clock, type Id } from '@redoubt/kernel';
import { SignJWT } from 'jose';
import type { RawRoute } from '../http/mount.ts';
import { pathOf, readForm, sendRedirect, sendText, type RawHandler } from '../http/raw-http.ts';
import type { IdentityLog } from '../identity-log.ts';
import { loadSigningKeys, type SigningKeys } from '../keys/signing-keys.ts';
import type { SignInFacts } from '../sign-in/sign-in-facts.ts';
import type { TrustedIssuer } from '../verification/trusted-issuer.ts';
import { loopbackRedirect, loopbackRefusal } from './loopback-guard.ts';
import { openSignInCode, SIGN_IN_PATH, type SignInCode } from './sign-in-code.ts';
import {
  claimsOf,
  DEVELOPMENT_AUDIENCE,
  DEVELOPMENT_CONSOLE_CLIENT_ID,
  PERSON_SCOPE,
  type DevelopmentPerson,
  type DevelopmentTenant,
} from './people.ts';
import { openSessionStore } from './session-store.ts';
import { SIGN_IN_CSS, SIGN_OUT_JS } from './sign-in-assets.ts';
import { ASSETS_PATH, codePage, failurePage, PAGE_HEADERS } from './sign-in-page.ts';
import { createTenantProvider, mountPathOf } from './tenant-provider.ts';

const TOKEN_LIFE_S = 3600;
/** What the link of the terminal opens. */
const LINK_PATH = `${SIGN_IN_PATH}/open`;

type DevelopmentIdentityProviderOptions = {
  /** `http://localhost:<port>`, the one origin of server, console and provider. */
  readonly origin: string;
  /** Folder that keeps keys and sessions (mode 700). */
  readonly dataDirectory: string;
  readonly tenants: readonly DevelopmentTenant[];
  readonly people: readonly DevelopmentPerson[];
  readonly clock: Clock;
  readonly log: IdentityLog;
  /** True where people of other machines may sign in with the code, over TLS. */
  readonly isShared?: boolean;
  /** Keys already loaded from the same folder, if any. */
  readonly keys?: SigningKeys;
};

export type DevelopmentIdentityProvider = {
  readonly routes: readonly RawRoute[];
  /** One issuer a tenant. */
  readonly trusted: readonly TrustedIssuer[];
  /** What the console needs to sign in to a tenant, the first by default; undefined for an unknown one. */
  readonly signInFacts: (tenantId?: Id) => SignInFacts | undefined;
  /** An access token as the sign-in would give it, for tests and scripts inside this process. */
  readonly issuePersonToken: (personId: Id) => Promise<string>;
  readonly signInCode: Pick<SignInCode, 'code' | 'isNew' | 'cookie'>;
  /** Opens the console and lets its browser sign in. */
  readonly signInLink: string;
  /** Writes pending sessions. */
  readonly close: () => Promise<void>;
};

const ASSETS: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  [`${ASSETS_PATH}/sign-in.css`]: { type: 'text/css', text: SIGN_IN_CSS },
  [`${ASSETS_PATH}/sign-out.js`]: { type: 'text/javascript', text: SIGN_OUT_JS },
};

/**
 * The OpenID Connect provider of `npm start`: one issuer a tenant below `/idp/<tenantId>/v2.0`, people without
 * passwords, and one code that a browser must show before it may sign in as any of them. It answers only to this machine
 * and refuses what a proxy announces to have passed on, unless it is shared: then TLS must stand in front.
 */
export const createDevelopmentIdentityProvider = async (
  options: DevelopmentIdentityProviderOptions,
): Promise<DevelopmentIdentityProvider> => {
  const { origin, tenants, people, clock, log } = options;
  const folder = join(options.dataDirectory, 'identity');
  const keys = options.keys ?? (await loadSigningKeys(folder));
  const store = await openSessionStore(folder, clock, (error) =>
    log.error({ err: error }, 'sign-in sessions not written'),
  );
  const providers = await Promise.all(
    tenants.map((tenant) => {
      const members = people.filter(({ tenantId }) => tenantId === tenant.id);
      return createTenantProvider({ origin, tenant, tenants, people: members, keys, store, clock, log });
    }),
  );

  const code = await openSignInCode(folder, origin.startsWith('https:'));

  const guarded =
    (handle: RawHandler): RawHandler =>
    async (request, response, address) => {
      const refusal = options.isShared === true ? undefined : loopbackRefusal(request);
      if (refusal !== undefined) {
        request.resume();
        return sendText(response, 403, 'text/html', failurePage('Sign-in refused', refusal), PAGE_HEADERS);
      }
      const elsewhere = loopbackRedirect(request, origin);
      if (elsewhere !== undefined) return sendRedirect(response, 308, elsewhere);
      try {
        return await handle(request, response, address);
      } catch (error) {
        log.info({ err: error }, 'sign-in page refused');
        if (response.headersSent) return void response.destroy();
        const sentence = 'This sign-in has expired or was started in another browser.';
        return sendText(response, 400, 'text/html', failurePage('Sign-in failed', sentence), PAGE_HEADERS);
      }
    };

  const askForCode = async (...[request, response]: Parameters<RawHandler>): Promise<void> => {
    const given = request.method === 'POST' ? ((await readForm(request)).get('code') ?? '') : undefined;
    if (given === undefined || !code.matches(given)) {
      return sendText(response, 200, 'text/html', codePage(given !== undefined), PAGE_HEADERS);
    }
    code.remember(response);
    return sendRedirect(response, 303, pathOf(request) === LINK_PATH ? '/' : pathOf(request));
  };

  const openLink = async (...[request, response, address]: Parameters<RawHandler>): Promise<void> => {
    const given = new URL(request.url ?? '', origin).searchParams.get('code') ?? '';
    if (request.method !== 'GET' || !code.matches(given)) return askForCode(request, response, address);
    code.remember(response);
    return sendRedirect(response, 303, '/');
  };

  const signIn: RawHandler = async (request, response, address) => {
    if (pathOf(request) === LINK_PATH) return openLink(request, response, address);
    const uid = pathOf(request).split('/')[2] ?? '';
    const provider = providers.find(({ tenant }) => store.hasInteraction(tenant.id, uid));
    if (provider === undefined) throw new Error('no such interaction');
    if (!code.isShownBy(request)) return askForCode(request, response, address);
    return provider.signIn(request, response, address);
  };

  const asset: RawHandler = async (request, response) => {
    const found = ASSETS[pathOf(request)];
    if (found === undefined) return sendText(response, 404, 'text/plain', 'Not found.');
    return sendText(response, 200, found.type, found.text);
  };

  return {
    routes: [
      ...providers.map(({ tenant, protocol }) => ({ url: `${mountPathOf(tenant.id)}/*`, handle: guarded(protocol) })),
      { url: `${ASSETS_PATH}/*`, handle: guarded(asset) },
      { url: `${SIGN_IN_PATH}/:uid`, handle: guarded(signIn) },
    ],
    trusted: providers.map(({ issuer, tenant }) => ({
      issuer,
      keys: { jwks: keys.jwks },
      audiences: [DEVELOPMENT_AUDIENCE],
      tenant: { claim: 'tid', allowed: [tenant.id] },
      personScope: PERSON_SCOPE,
    })),
    signInFacts: (tenantId) => {
      const found = tenantId === undefined ? providers[0] : providers.find(({ tenant }) => tenant.id === tenantId);
      if (found === undefined) return undefined;
      const { issuer, tenant } = found;
      const { host } = new URL(origin);
      return {
        appId: DEVELOPMENT_CONSOLE_CLIENT_ID,
        tenantId: tenant.id,
        tenantName: tenant.name,
        // The identity client insists on https in the authority's name; with the metadata at hand it never calls it.
        authority: `https://${host}${mountPathOf(tenant.id)}/`,
        knownAuthorities: [host],
        authorityMetadata: JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          end_session_endpoint: `${issuer}/session/end`,
          jwks_uri: `${issuer}/jwks`,
        }),
        scopes: [`${DEVELOPMENT_AUDIENCE}/${PERSON_SCOPE}`],
        origins: [],
      };
    },
    issuePersonToken: async (personId) => {
      const person = people.find(({ id }) => id === personId);
      if (person === undefined) throw new Error(`no development person ${personId}`);
      const nowS = Math.floor(clock.now() / 1000);
      return new SignJWT({ ...claimsOf(person), azp: DEVELOPMENT_CONSOLE_CLIENT_ID, scp: PERSON_SCOPE })
        .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: 'at+jwt' })
        .setIssuer(`${origin}${mountPathOf(person.tenantId)}`)
        .setSubject(person.id)
        .setAudience(DEVELOPMENT_AUDIENCE)
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + TOKEN_LIFE_S)
        .setJti(newId())
        .sign(keys.privateKey);
    },
    signInCode: code,
    signInLink: `${origin}${LINK_PATH}?code=${code.code}`,
    close: store.flush,
  };
};
