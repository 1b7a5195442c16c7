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

/** Tenant id of an installation that admits any tenant. */
export const ANY_TENANT = 'organizations';

/** A token as the provider gives it; without an end it is not kept. */
export type IssuedToken = { readonly token: string; readonly expiresAtMs: number | null };

/** The client of the provider itself: its tokens say until when they are good. */
export type ProviderClient = Omit<IdentityClient, 'token' | 'forgetInteraction'> & {
  readonly token: (account: Account, scopes: readonly string[], forceRefresh: boolean) => Promise<IssuedToken>;
};

/** Blank page that receives every answer of the provider. */
export const REDIRECT_PATH = '/api/auth';
export const SIGNED_OUT_PATH = '/signed-out';
