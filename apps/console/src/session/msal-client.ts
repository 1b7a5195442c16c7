import {
  createStandardPublicClientApplication,
  type AccountInfo,
  type IPublicClientApplication,
} from '@azure/msal-browser';
import type { SiteConfiguration } from '@redoubt/contracts';
import { REDIRECT_PATH, type Account, type ProviderClient } from './identity.ts';

const FRAME_TIMEOUT_MS = 10_000;
const POPUP_TIMEOUT_MS = 60_000;
const REDIRECT_TIMEOUT_MS = 30_000;

const accountOf = (info: AccountInfo): Account => ({
  id: info.homeAccountId,
  tenantId: info.tenantId,
  userId: info.localAccountId,
  username: info.username,
  name: info.name ?? info.username,
});

/**
 * MSAL behind our port, with the settings of `docs/reference/console.md#start-up`. Its constructor throws where the
 * page is no secure context.
 */
export const createMsalClient = async (site: SiteConfiguration, origin: string): Promise<ProviderClient> => {
  const client: IPublicClientApplication = await createStandardPublicClientApplication({
    auth: {
      clientId: site.appId,
      authority: site.authority,
      knownAuthorities: [...site.knownAuthorities],
      ...(site.authorityMetadata ? { authorityMetadata: site.authorityMetadata } : {}),
      redirectUri: `${origin}${REDIRECT_PATH}`,
      postLogoutRedirectUri: `${origin}${REDIRECT_PATH}`,
    },
    cache: { cacheLocation: 'localStorage' },
    system: {
      iframeBridgeTimeout: FRAME_TIMEOUT_MS,
      popupBridgeTimeout: POPUP_TIMEOUT_MS,
      redirectNavigationTimeout: REDIRECT_TIMEOUT_MS,
      loggerOptions: { piiLoggingEnabled: false },
    },
  });
  const infoOf = (account: Account): AccountInfo => {
    const info = client.getAllAccounts().find((one) => one.homeAccountId === account.id);
    if (!info) throw Object.assign(new Error('The account has left the cache'), { errorCode: 'no_tokens_found' });
    return info;
  };
  return {
    finishRedirect: async () => {
      await client.handleRedirectPromise();
    },
    accounts: () => client.getAllAccounts().map(accountOf),
    signIn: () => client.loginRedirect({ scopes: [...site.scopes] }),
    token: async (account, scopes, forceRefresh) => {
      const answer = await client.acquireTokenSilent({ account: infoOf(account), scopes: [...scopes], forceRefresh });
      return { token: answer.accessToken, expiresAtMs: answer.expiresOn?.getTime() ?? null };
    },
    tokenByRedirect: (account, scopes) =>
      client.acquireTokenRedirect({
        scopes: [...scopes],
        ...(client.getAllAccounts().some((one) => one.homeAccountId === account.id)
          ? { account: infoOf(account) }
          : {}),
      }),
    signOut: async (account) => {
      // Another tab may have signed out before: the provider is asked to end its own sign-in all the same.
      const info = client.getAllAccounts().find((one) => one.homeAccountId === account.id);
      await client.logoutRedirect({
        ...(info ? { account: info } : {}),
        ...(info?.idToken ? { idTokenHint: info.idToken } : {}),
        postLogoutRedirectUri: `${origin}${REDIRECT_PATH}`,
      });
    },
  };
};
