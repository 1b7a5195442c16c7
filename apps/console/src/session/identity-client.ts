import type { SiteConfiguration } from '@redoubt/contracts';
import { loadChunk } from '../routes/chunk.ts';
import { ANY_TENANT, type IdentityClient, type ProviderClient } from './identity.ts';
import { interactionKeys, type KeptTokens } from './kept-token.ts';

/** The library of the sign-in, a fifth of the scripts of the start. */
const loadProvider = () => loadChunk(() => import('./msal-client.ts'));

/** Loads the library of the sign-in ahead of the next renewal, which a newer version of the console might not have it for. */
export const preloadProvider = { preload: (): void => void loadProvider().catch(() => undefined) };

export type IdentityDependencies = {
  readonly kept: KeptTokens;
  readonly createProvider: () => Promise<ProviderClient>;
};

/**
 * Signs in through the provider, whose library is loaded at once where no token is kept from before a reload, and else when a
 * token must be renewed or the person leaves.
 */
export const createIdentityClient = async (
  { scopes: usual, tenantId }: Pick<SiteConfiguration, 'scopes' | 'tenantId'>,
  { kept: tokens, createProvider }: IdentityDependencies,
): Promise<IdentityClient> => {
  const last = tokens.read(usual);
  const isOfTenant = tenantId === ANY_TENANT || tenantId === last?.account.tenantId;
  let kept = isOfTenant ? last : null;
  let ready: ProviderClient | undefined;
  let coming: Promise<ProviderClient> | undefined;
  const provider = async (): Promise<ProviderClient> => {
    coming ??= createProvider();
    try {
      return (ready = await coming);
    } catch (error) {
      coming = undefined;
      throw error;
    }
  };
  if (kept === null) await provider();
  const forget = (): void => {
    kept = null;
    tokens.forget();
  };
  return {
    finishRedirect: async () => {
      await ready?.finishRedirect();
    },
    accounts: () => (kept === null ? (ready?.accounts() ?? []) : [kept.account]),
    signIn: async () => {
      forget();
      await (await provider()).signIn();
    },
    token: async (account, scopes, forceRefresh) => {
      const known = forceRefresh ? null : tokens.read(scopes);
      if (known?.account.id === account.id) return known.token;
      const { token, expiresAtMs } = await (await provider()).token(account, scopes, forceRefresh);
      if (expiresAtMs !== null) tokens.keep({ account, scopes, token, expiresAtMs });
      return token;
    },
    tokenByRedirect: async (account, scopes) => {
      forget();
      await (await provider()).tokenByRedirect(account, scopes);
    },
    signOut: async (account) => {
      kept = null;
      tokens.forgetEverywhere();
      await (await provider()).signOut(account);
    },
    forgetInteraction: () => {
      for (const key of interactionKeys(sessionStorage)) sessionStorage.removeItem(key);
    },
  };
};

/** The provider of a site, once its library has come. */
export const createProviderOf = async (site: SiteConfiguration, origin: string): Promise<ProviderClient> =>
  (await loadProvider()).createMsalClient(site, origin);
