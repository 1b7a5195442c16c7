import type { SiteConfiguration } from '@redoubt/contracts';
import { ANY_TENANT, type Account, type IdentityClient } from './identity.ts';

/** Codes that send a person from a silent request to an interactive one (`docs/reference/console.md#start-up`). */
export const INTERACTIVE_CODES: readonly string[] = [
  'consent_required',
  'interaction_required',
  'login_required',
  'no_tokens_found',
  'invalid_grant',
];

/** Redirect answers after which sign-in simply starts again. */
const RESTART_CODES: readonly string[] = [
  'login_required',
  'state_mismatch',
  'nonce_mismatch',
  'invalid_base64_string',
];

const codeIn = (error: unknown, name: 'errorCode' | 'correlationId'): string | null => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : null;
  return typeof value === 'string' && value !== '' ? value : null;
};

export const identityCode = (error: unknown): string => codeIn(error, 'errorCode') ?? 'unknown';
export const identityCorrelationId = (error: unknown): string | null => codeIn(error, 'correlationId');

/** Step 3: the account of the configured tenant, else the first. */
export const chooseAccount = (accounts: readonly Account[], tenantId: string): Account | undefined =>
  accounts.find((account) => account.tenantId === tenantId) ?? accounts[0];

/** Step 4: no account is signed in, or the account comes from another tenant than the one configured. */
export const mustSignIn = (account: Account | undefined, tenantId: string): account is undefined =>
  account === undefined || (tenantId !== ANY_TENANT && account.tenantId !== tenantId);

export type StartUp =
  | { readonly kind: 'redirecting' }
  | { readonly kind: 'signedIn'; readonly account: Account }
  | { readonly kind: 'failed'; readonly code: string; readonly correlationId: string | null };

const failed = (error: unknown): StartUp => ({
  kind: 'failed',
  code: identityCode(error),
  correlationId: identityCorrelationId(error),
});

const signIn = async (client: IdentityClient): Promise<StartUp> => {
  try {
    await client.signIn();
    return { kind: 'redirecting' };
  } catch (error) {
    if (identityCode(error) === 'interaction_in_progress') return { kind: 'redirecting' };
    return failed(error);
  }
};

/**
 * Steps 2 to 4 of `docs/reference/console.md#start-up`: take in a redirect, choose the account, go to sign-in where
 * there is none.
 */
export const startUp = async (client: IdentityClient, site: SiteConfiguration): Promise<StartUp> => {
  try {
    await client.finishRedirect();
  } catch (error) {
    if (!RESTART_CODES.includes(identityCode(error))) return failed(error);
    client.forgetInteraction();
    return signIn(client);
  }
  const account = chooseAccount(client.accounts(), site.tenantId);
  if (mustSignIn(account, site.tenantId)) return signIn(client);
  return { kind: 'signedIn', account };
};

/**
 * Tokens for calls (`docs/reference/console.md#start-up`): silent first; five codes leave the page for an interactive
 * request, which ends this page, so the promise then stays open; any other error is the caller's.
 */
export const createTokenSource =
  (client: IdentityClient, account: Account, scopes: readonly [string, ...string[]]) =>
  async (forceRefresh: boolean): Promise<string> => {
    try {
      return await client.token(account, scopes, forceRefresh);
    } catch (error) {
      if (!INTERACTIVE_CODES.includes(identityCode(error))) throw error;
      await client.tokenByRedirect(account, scopes);
      return new Promise<string>(() => undefined);
    }
  };
