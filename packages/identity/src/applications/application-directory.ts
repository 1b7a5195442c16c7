import type { ApiRole } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';

/** What the token endpoints must know about an application; its lifecycle lives elsewhere. */
export type RegisteredApplication = {
  readonly clientId: string;
  readonly tenantId: Id;
  /** Other names by which the tenant may stand in the token address, such as its domain. */
  readonly tenantNames?: readonly string[];
  readonly apiRoles: readonly ApiRole[];
  /** Certificates in force, as PEM; empty for applications with a secret. */
  readonly certificates?: readonly string[];
  /** True where the secret is one of the application's in force; compares hashes in constant time. */
  readonly verifySecret: (secret: string) => Promise<boolean>;
};

/** An assertion that proved an application, as long as it could be used again. */
export type UsedAssertion = {
  readonly tenantId: Id;
  readonly clientId: string;
  readonly id: string;
  readonly expiresAtMs: number;
};

/** Port to the applications on record, implemented on the database. */
export type ApplicationDirectory = {
  /**
   * An application that may get tokens now; undefined where unknown, expired or revoked, found out by the same reads.
   *
   * @param tenant as it stands in the token address: id or another name.
   */
  readonly find: (clientId: string, tenant: string) => Promise<RegisteredApplication | undefined>;
  /** What `verifySecret` costs, for a secret that has no application to belong to. */
  readonly verifyNoSecret: (secret: string) => Promise<false>;
  /** The tenant that an address names, by its id or another name; undefined where there is none. */
  readonly findTenant: (name: string) => Promise<Id | undefined>;
  /** Remembers an assertion on every node; false where it was used before. */
  readonly spend: (assertion: UsedAssertion) => Promise<boolean>;
};
