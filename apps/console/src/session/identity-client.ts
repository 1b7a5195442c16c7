import {
  createStandardPublicClientApplication,
  type AccountInfo,
  type IPublicClientApplication,
} from '@azure/msal-browser';
import type { SiteConfiguration } from '@redoubt/contracts';

/** The account signed in, as the start-up rules need it. */
export type Account = {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly username: string;
  readonly name: string;
};

/** What the session asks of an identity client. Failures carry `errorCode` and `correlationId`. */
export type IdentityClient = {
  /** Takes in a pending redirect answer. */
  readonly finishRedirect: () => Promise<void>;
  readonly accounts: () => readonly Account[];
  /** Leaves the page. */
  readonly signIn: () => Promise<void>;
  readonly token: (account: Account, scopes: readonly string[], forceRefresh: boolean) => Promise<string>;
  /** Leaves the page. */
  readonly tokenByRedirect: (account: Account, scopes: readonly string[]) => Promise<void>;
  /** Leaves the page. */
  readonly signOut: (account: Account) => Promise<void>;
  /** Forgets an interaction that was never finished. */
  readonly forgetInteraction: () => void;
};

/** Blank page that receives every answer of the provider. */
export const REDIRECT_PATH = '/api/auth';
export const SIGNED_OUT_PATH = '/signed-out';

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

const forgetInteraction = (): void => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith('msal.') && key.includes('interaction')) sessionStorage.removeItem(key);
};

/**
 * MSAL behind our port, with the settings of `docs/reference/console.md#start-up`. Its constructor throws where the
 * page is no secure context.
 */
export const createMsalClient = async (site: SiteConfiguration, origin: string): Promise<IdentityClient> => {
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
      return answer.accessToken;
    },
    tokenByRedirect: (account, scopes) =>
      client.acquireTokenRedirect({
        scopes: [...scopes],
        ...(client.getAllAccounts().some((one) => one.homeAccountId === account.id)
          ? { account: infoOf(account) }
          : {}),
      }),
    signOut: async (account) => {
      const info = infoOf(account);
      await client.logoutRedirect({
        account: info,
        ...(info.idToken ? { idTokenHint: info.idToken } : {}),
        postLogoutRedirectUri: `${origin}${REDIRECT_PATH}`,
      });
    },
    forgetInteraction,
  };
};
