import type { Account } from './identity.ts';

/** A token of the access to our API, and until when it may be sent. */
export type KeptToken = {
  readonly account: Account;
  readonly scopes: readonly string[];
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
};

/** In the storage of the tab: the token of the last answer of the provider. */
const TOKEN_KEY = 'DFP/Token';
/** In the storage of the browser: whom its tabs are signed in as. A tab that kept another one's token does not use it. */
const SIGNED_IN_KEY = 'DFP/SignedIn';

/** A token is renewed as long before its end as the library of the sign-in would. */
export const RENEWED_BEFORE_MS = 300_000;

const isText = (value: unknown): value is string => typeof value === 'string';

const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'tenantId', 'userId', 'username', 'name'].every((key) => isText(Reflect.get(value, key)));

const parse = (text: string): KeptToken | null => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return null;
  const { account, scopes, token, expiresAtMs } = value as Partial<Record<keyof KeptToken, unknown>>;
  if (!isAccount(account) || !isText(token) || typeof expiresAtMs !== 'number' || !Array.isArray(scopes)) return null;
  return { account, token, expiresAtMs, scopes: scopes.filter(isText) };
};

const isFor = (kept: KeptToken, scopes: readonly string[], nowMs: number): boolean =>
  kept.token !== '' &&
  kept.expiresAtMs - nowMs > RENEWED_BEFORE_MS &&
  kept.scopes.length === scopes.length &&
  kept.scopes.every((scope) => scopes.includes(scope));

/** What the library of the sign-in keeps in the tab while an answer of the provider is waited for. */
export const interactionKeys = (session: Storage): readonly string[] =>
  Object.keys(session).filter((key) => key.startsWith('msal.') && key.includes('interaction'));

/**
 * Tokens that outlive a reload, so that a start needs the library of the sign-in only where no person is signed in, or the token
 * is about to end. They stand in the storage of the tab: no other tab reads them, and they are gone with it.
 */
export const createKeptTokens = (session: Storage, local: Storage, now: () => number) => ({
  /** The token for these scopes; null where there is none that can be sent. */
  read: (scopes: readonly string[]): KeptToken | null => {
    try {
      const kept = interactionKeys(session).length > 0 ? null : parse(session.getItem(TOKEN_KEY) ?? 'null');
      if (kept === null || local.getItem(SIGNED_IN_KEY) !== kept.account.id) return null;
      return isFor(kept, scopes, now()) ? kept : null;
    } catch {
      return null;
    }
  },
  keep: (kept: KeptToken): void => {
    try {
      local.setItem(SIGNED_IN_KEY, kept.account.id);
      session.setItem(TOKEN_KEY, JSON.stringify(kept));
    } catch {
      // A full storage costs a slower start.
      session.removeItem(TOKEN_KEY);
    }
  },
  /** Of this tab alone: another person or more rights are asked for. */
  forget: (): void => session.removeItem(TOKEN_KEY),
  /** Of all tabs: the person signs out. */
  forgetEverywhere: (): void => {
    session.removeItem(TOKEN_KEY);
    local.removeItem(SIGNED_IN_KEY);
  },
});

export type KeptTokens = ReturnType<typeof createKeptTokens>;
