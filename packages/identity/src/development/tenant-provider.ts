import type { Clock } from '@redoubt/kernel';
import { isJsonObject } from '@redoubt/kernel';
import { decodeJwt } from 'jose';
import type Provider from 'oidc-provider';
import type { IdentityLog } from '../identity-log.ts';
import type { RawHandler } from '../http/raw-http.ts';
import { pathOf, readForm, sendRedirect, sendText } from '../http/raw-http.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { DevelopmentPerson, DevelopmentTenant } from './people.ts';
import { providerConfiguration } from './provider-configuration.ts';
import type { SessionStore } from './session-store.ts';
import { failurePage, PAGE_HEADERS, signInPage } from './sign-in-page.ts';

/** Where a tenant's provider is mounted; its issuer is the origin followed by this. */
export const mountPathOf = (tenantId: string): string => `/idp/${tenantId}/v2.0`;

export type TenantProvider = {
  readonly tenant: DevelopmentTenant;
  readonly issuer: string;
  /** Protocol endpoints below the mount path. */
  readonly protocol: RawHandler;
  /** The sign-in page and its form. */
  readonly signIn: RawHandler;
};

export type TenantProviderOptions = {
  readonly origin: string;
  readonly tenant: DevelopmentTenant;
  readonly tenants: readonly DevelopmentTenant[];
  /** People of this tenant. */
  readonly people: readonly DevelopmentPerson[];
  readonly keys: SigningKeys;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: IdentityLog;
};

/** Puts `client_info` beside the id token, from which Entra ID's clients make the home account id. */
const addClientInfo = (provider: Provider): void => {
  provider.use(async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (context.oidc?.route !== 'token' || context.status !== 200 || !isJsonObject(body)) return;
    if (typeof body['id_token'] !== 'string') return;
    const { oid, tid } = decodeJwt(body['id_token']);
    const info = Buffer.from(JSON.stringify({ uid: oid, utid: tid })).toString('base64url');
    context.body = { ...body, client_info: info };
  });
};

const logFailures = (provider: Provider, log: IdentityLog): void => {
  provider.on('server_error', (_context, error) => log.error(error, 'development sign-in failed'));
  provider.on('authorization.error', (_context, error) => log.info(error, 'authorization refused'));
  provider.on('grant.error', (_context, error) => log.info(error, 'token refused'));
  provider.on('end_session.error', (_context, error) => log.info(error, 'sign-out refused'));
};

/** One tenant's OpenID Connect provider, built on `oidc-provider`. */
export const createTenantProvider = async (options: TenantProviderOptions): Promise<TenantProvider> => {
  const { origin, tenant, tenants, people, keys, store, log } = options;
  // Loaded here, not at the top: an installation with a directory of its own never pays for it.
  const { default: OidcProvider, interactionPolicy } = await import('oidc-provider');
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);

  const mountPath = mountPathOf(tenant.id);
  const issuer = `${origin}${mountPath}`;
  const adapter = store.adapterFor(tenant.id);
  const provider = new OidcProvider(issuer, providerConfiguration({ origin, tenant, people, keys, adapter, policy }));
  addClientInfo(provider);
  logFailures(provider, log);
  const callback = provider.callback();
  const { protocol, host } = new URL(origin);
  // Behind TLS the library sees plain http and a host that the proxy chose; addresses are those browsers use.
  const outside = protocol === 'https:' ? { 'x-forwarded-proto': 'https', 'x-forwarded-host': host } : {};
  provider.proxy = protocol === 'https:';

  const showPage: RawHandler = async (request, response) => {
    const { params, session } = await provider.interactionDetails(request, response);
    const loginHint = params['login_hint'];
    const html = signInPage({
      tenant,
      people,
      otherTenants: tenants.filter(({ id }) => id !== tenant.id),
      signedInId: session?.accountId,
      loginHint: typeof loginHint === 'string' ? loginHint : undefined,
    });
    sendText(response, 200, 'text/html', html, PAGE_HEADERS);
  };

  const takeChoice: RawHandler = async (request, response) => {
    await provider.interactionDetails(request, response);
    const form = await readForm(request);
    if (form.has('cancel')) {
      const refusal = { error: 'access_denied', error_description: 'The person cancelled the sign-in.' };
      return sendRedirect(response, 303, await provider.interactionResult(request, response, refusal));
    }
    const person = people.find(({ id }) => id === form.get('person'));
    if (person === undefined) {
      const html = failurePage('Sign-in failed', 'This person is not known here. Go back and choose again.');
      return sendText(response, 400, 'text/html', html, PAGE_HEADERS);
    }
    const choice = { select_account: {}, login: { accountId: person.id, remember: true } };
    const next = await provider.interactionResult(request, response, choice, { mergeWithLastSubmission: false });
    return sendRedirect(response, 303, next);
  };

  return {
    tenant,
    issuer,
    protocol: async (request, response) => {
      // The library routes below its mount point and builds addresses from what was cut off.
      const url = request.url ?? '/';
      Object.assign(request, { originalUrl: url, url: url.slice(mountPath.length) || '/' });
      Object.assign(request.headers, outside);
      await callback(request, response);
    },
    signIn: async (request, response, address) => {
      if (request.method === 'GET') return showPage(request, response, address);
      if (request.method === 'POST') return takeChoice(request, response, address);
      log.info({ path: pathOf(request), method: request.method }, 'method refused');
      return sendText(response, 405, 'text/plain', 'Method not allowed.', { allow: 'GET, POST' });
    },
  };
};
