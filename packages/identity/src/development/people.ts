import type { Id } from '@redoubt/kernel';

export type DevelopmentTenant = { readonly id: Id; readonly name: string };

/** A person one can sign in as, without a password, on a developer's own machine. */
export type DevelopmentPerson = {
  /** Directory object id. */
  readonly id: Id;
  readonly tenantId: Id;
  readonly username: string;
  readonly name: string;
  /** Product role keys put into the tokens. */
  readonly roles: readonly string[];
  /** Directory role ids put into the tokens. */
  readonly wids: readonly string[];
  /** Groups put into the tokens. */
  readonly groups?: readonly string[];
  /** Shown on the sign-in page instead of the role keys, such as "Administrator of Contoso EU only". */
  readonly description?: string;
};

/** Client id of the console at the development provider. */
export const DEVELOPMENT_CONSOLE_CLIENT_ID = '2b0f6f4e-5d5b-4f1c-9b57-7f5c3a1d0e11';

/** Audience of the console's access tokens. */
export const DEVELOPMENT_AUDIENCE = 'api://redoubt';

/** Scope of the console's access tokens. */
export const PERSON_SCOPE = 'access_as_user';

/** Claims of an id token and, beside the protocol's own, of an access token. */
export const claimsOf = (person: DevelopmentPerson): Readonly<Record<string, unknown>> => ({
  oid: person.id,
  tid: person.tenantId,
  ver: '2.0',
  name: person.name,
  preferred_username: person.username,
  wids: [...person.wids],
  roles: [...person.roles],
  groups: [...(person.groups ?? [])],
});
