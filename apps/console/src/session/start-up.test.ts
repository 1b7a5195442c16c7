import type { SiteConfiguration } from '@redoubt/contracts';
import { describe, expect, it, vi } from 'vitest';
import type { Account, IdentityClient } from './identity.ts';
import { chooseAccount, createTokenSource, INTERACTIVE_CODES, startUp } from './start-up.ts';

const account = (tenantId: string): Account => ({
  id: `u.${tenantId}`,
  tenantId,
  userId: 'u',
  username: 'u@example',
  name: 'U',
});

const site = (tenantId: string) => ({ tenantId, scopes: ['api/.default'] }) as unknown as SiteConfiguration;

const failure = (errorCode: string) => Object.assign(new Error(errorCode), { errorCode, correlationId: 'c-1' });

const client = (change: Partial<IdentityClient> = {}): IdentityClient => ({
  finishRedirect: vi.fn(async () => undefined),
  accounts: () => [],
  signIn: vi.fn(async () => undefined),
  token: vi.fn(async () => 'token'),
  tokenByRedirect: vi.fn(async () => undefined),
  signOut: vi.fn(async () => undefined),
  forgetInteraction: vi.fn(),
  ...change,
});

describe('the account', () => {
  it('is the one of the configured tenant, else the first', () => {
    const accounts = [account('a'), account('b')];
    expect(chooseAccount(accounts, 'b')?.tenantId).toBe('b');
    expect(chooseAccount(accounts, 'c')?.tenantId).toBe('a');
    expect(chooseAccount([], 'a')).toBeUndefined();
  });
});

describe('starting', () => {
  it('goes to sign-in when no account is signed in', async () => {
    const identity = client();
    expect(await startUp(identity, site('a'))).toEqual({ kind: 'redirecting' });
    expect(identity.signIn).toHaveBeenCalledOnce();
  });

  it('goes to sign-in when the account comes from another tenant than the configured one', async () => {
    const identity = client({ accounts: () => [account('b')] });
    expect(await startUp(identity, site('a'))).toEqual({ kind: 'redirecting' });
  });

  it('accepts any tenant where none is configured', async () => {
    const identity = client({ accounts: () => [account('b')] });
    expect(await startUp(identity, site('organizations'))).toEqual({ kind: 'signedIn', account: account('b') });
    expect(identity.signIn).not.toHaveBeenCalled();
  });

  it.each(['login_required', 'state_mismatch', 'nonce_mismatch'])('begins again after %s', async (code) => {
    const identity = client({ finishRedirect: () => Promise.reject(failure(code)), accounts: () => [account('a')] });
    expect(await startUp(identity, site('a'))).toEqual({ kind: 'redirecting' });
    expect(identity.signIn).toHaveBeenCalledOnce();
  });

  it('reports any other failure of the redirect with code and correlation id', async () => {
    const identity = client({ finishRedirect: () => Promise.reject(failure('access_denied')) });
    expect(await startUp(identity, site('a'))).toEqual({ kind: 'failed', code: 'access_denied', correlationId: 'c-1' });
    expect(identity.signIn).not.toHaveBeenCalled();
  });

  it('waits where another sign-in is already under way', async () => {
    const identity = client({ signIn: () => Promise.reject(failure('interaction_in_progress')) });
    expect(await startUp(identity, site('a'))).toEqual({ kind: 'redirecting' });
  });
});

describe('tokens', () => {
  it('are asked for silently with the scopes of the site', async () => {
    const identity = client();
    const token = createTokenSource(identity, account('a'), ['api/.default']);
    expect(await token(true)).toBe('token');
    expect(identity.token).toHaveBeenCalledWith(account('a'), ['api/.default'], true);
  });

  it.each(INTERACTIVE_CODES)('leave the page on %s', async (code) => {
    const identity = client({ token: () => Promise.reject(failure(code)) });
    const outcome = vi.fn();
    void createTokenSource(identity, account('a'), ['s'])(false).then(outcome, outcome);
    await vi.waitFor(() => expect(identity.tokenByRedirect).toHaveBeenCalledOnce());
    expect(outcome).not.toHaveBeenCalled();
  });

  it.each(['bad_token', 'monitor_window_timeout', 'native_account_unavailable'])('rethrow %s', async (code) => {
    const identity = client({ token: () => Promise.reject(failure(code)) });
    await expect(createTokenSource(identity, account('a'), ['s'])(false)).rejects.toMatchObject({ errorCode: code });
    expect(identity.tokenByRedirect).not.toHaveBeenCalled();
  });
});
