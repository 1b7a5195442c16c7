import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdentityClient } from './identity-client.ts';
import { ANY_TENANT, type Account, type ProviderClient } from './identity.ts';
import { createKeptTokens, RENEWED_BEFORE_MS } from './kept-token.ts';

/** As browsers have it: entries are properties. */
const METHODS = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value;
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key];
  },
};
const createStorage = (): Storage => Object.create(METHODS) as Storage;

let session = createStorage();
let local = createStorage();

const NOW_MS = 1_000_000;
const account: Account = { id: 'u.t', tenantId: 't', userId: 'u', username: 'u@example', name: 'U' };
const scopes = ['api/.default'];

const provider = (change: Partial<ProviderClient> = {}): ProviderClient => ({
  finishRedirect: vi.fn(async () => undefined),
  accounts: () => [account],
  signIn: vi.fn(async () => undefined),
  token: vi.fn(async () => ({ token: 'issued', expiresAtMs: NOW_MS + 3_600_000 })),
  tokenByRedirect: vi.fn(async () => undefined),
  signOut: vi.fn(async () => undefined),
  ...change,
});

const setUp = async (site: { tenantId?: string } = {}, nowMs = NOW_MS, given = provider()) => {
  const createProvider = vi.fn(async () => given);
  const kept = createKeptTokens(session, local, () => nowMs);
  const client = await createIdentityClient({ scopes, tenantId: ANY_TENANT, ...site }, { kept, createProvider });
  return { client, createProvider, given };
};

const signedIn = async (): Promise<void> => {
  const { client } = await setUp();
  await client.token(account, scopes, false);
};

beforeEach(() => {
  session = createStorage();
  local = createStorage();
});

describe('the library of the sign-in', () => {
  it('is loaded where no token is kept', async () => {
    const { client, createProvider, given } = await setUp();
    expect(createProvider).toHaveBeenCalledOnce();
    await client.finishRedirect();
    expect(given.finishRedirect).toHaveBeenCalledOnce();
    expect(client.accounts()).toEqual([account]);
  });

  it('is not loaded after a reload, while the token is good', async () => {
    await signedIn();
    const { client, createProvider } = await setUp();
    await client.finishRedirect();
    expect(client.accounts()).toEqual([account]);
    expect(await client.token(account, scopes, false)).toBe('issued');
    expect(createProvider).not.toHaveBeenCalled();
  });

  it('renews a token that is refused, or is about to end', async () => {
    await signedIn();
    const { client, given } = await setUp();
    await client.token(account, scopes, true);
    expect(given.token).toHaveBeenCalledWith(account, scopes, true);
    const late = await setUp({}, NOW_MS + 3_600_000 - RENEWED_BEFORE_MS);
    expect(late.createProvider).toHaveBeenCalledOnce();
  });

  it('is asked again where it did not come', async () => {
    await signedIn();
    const { client, createProvider } = await setUp();
    createProvider.mockRejectedValueOnce(new Error('offline'));
    await expect(client.token(account, scopes, true)).rejects.toThrow('offline');
    expect(await client.token(account, scopes, true)).toBe('issued');
  });
});

describe('a kept token is not used', () => {
  it.each([
    ['for another tenant', () => setUp({ tenantId: 'other' })],
    [
      'where an answer of the provider waits',
      () => {
        session.setItem('msal.interaction.status', '{}');
        return setUp();
      },
    ],
    [
      'where another person signed in since',
      () => {
        local.setItem('DFP/SignedIn', 'somebody');
        return setUp();
      },
    ],
    [
      'where it is damaged',
      () => {
        session.setItem('DFP/Token', '{"token":"issued"}');
        return setUp();
      },
    ],
  ])('%s', async (_case, start) => {
    await signedIn();
    expect((await start()).createProvider).toHaveBeenCalledOnce();
  });

  it('after the person signed out, in any tab', async () => {
    await signedIn();
    const { client, given } = await setUp();
    await client.signOut(account);
    expect(given.signOut).toHaveBeenCalledWith(account);
    expect([...Object.keys(session), ...Object.keys(local)]).toEqual([]);
    expect((await setUp()).createProvider).toHaveBeenCalledOnce();
  });
});
