import type { ApiRole } from '@redoubt/domain';
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
