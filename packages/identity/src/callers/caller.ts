import type { ApiRole, UsedToken } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';

/** A person signed in to the console, as their token describes them. */
export type PersonCaller = {
  readonly kind: 'person';
  readonly tenantId: Id;
  /** Directory object id (`oid`), else the subject. */
  readonly userId: string;
  readonly name: string;
  readonly username: string;
  /** Product role keys the token grants, mapped by the settings; what they allow is decided elsewhere. */
  readonly roles: readonly string[];
  /** Directory role ids; see `docs/reference/access.md#roles`. */
  readonly wids: readonly string[];
  /** Groups of the directory as the token names them; absent where the person acts through a personal access token. */
  readonly groups?: readonly string[];
  /** The token left groups out because the person is in too many: what is given to groups does not count then. */
  readonly groupsLeftOut?: boolean;
  /** The sign-in that the token came of; absent where the person acts through a personal access token. */
  readonly signIn?: SignIn;
  /** Set where the person acts through a personal access token. */
  readonly token?: UsedToken;
};

/** A sign-in, as the tokens that come of it describe it. */
export type SignIn = {
  /** What all tokens of it have in common and no other has; null where the provider does not say. */
  readonly key: string | null;
  /** When the person proved who they are, else when the token was issued. */
  readonly sinceMs: number;
};

/** A merchant's application that calls the public API. */
export type ApplicationCaller = {
  readonly kind: 'application';
  readonly tenantId: Id;
  readonly clientId: string;
  readonly apiRoles: readonly ApiRole[];
};

/** Who a verified token speaks for. */
export type Caller = PersonCaller | ApplicationCaller;
