import type { Id } from '@redoubt/kernel';
import { environmentPath, type EnvironmentLink } from '../environment-tree/environment-path.ts';
import type { RoleHolder } from './people.ts';
import { capabilitiesOf } from './permissions.ts';
import type { Capabilities } from './role-matrix.ts';
import { directoryRolesOf, roleOf, ROLES, type Edition, type Role } from './roles.ts';

/** A role that was given to a person or a group. */
export type GivenRole = {
  readonly holder: RoleHolder;
  /** Directory id of a person, or id of a group. */
  readonly holderId: string;
  readonly role: string;
  /** Null: in the whole tenant. */
  readonly environmentId: Id | null;
  readonly expiresAtMs: number | null;
};

/** All that says who may do what in a tenant. */
export type AccessFacts = {
  readonly edition: Edition;
  readonly environments: readonly EnvironmentLink[];
  readonly given: readonly GivenRole[];
  /** Groups by the text that tokens name them with, without those that SCIM keeps. */
  readonly claims: ReadonlyMap<string, string>;
  /** Ids of the groups that SCIM put people in, by their directory id; what tokens say of these groups does not count. */
  readonly members?: ReadonlyMap<string, readonly string[]>;
  /** Directory ids of people who may do nothing now. */
  readonly disabled: ReadonlySet<string>;
};

/** A signed-in person as their token describes them. */
export type TokenFacts = {
  readonly userId: string;
  readonly roles: readonly string[];
  readonly wids: readonly string[];
  readonly groups: readonly string[];
};

export type AccessIndex = {
  readonly isDisabled: (userId: string) => boolean;
  /** Roles that a person holds in an environment at a moment; none where they are disabled. */
  readonly rolesIn: (person: TokenFacts, environmentId: Id, nowMs: number) => readonly Role[];
  readonly capabilitiesIn: (person: TokenFacts, environmentId: Id, nowMs: number) => Capabilities;
};

/** Roles as bits in the order of the edition: unions are sums, and what they allow together is worked out once. */
type Held = { readonly bit: number; readonly environmentId: Id | null; readonly expiresAtMs: number | null };

const NONE: readonly Held[] = [];

/** Names and unions of roles that are remembered. */
const MAX_NAMES = 1000;

/**
 * Answers what a person may do without asking a database: one look-up for what they and their groups were given, one for the
 * path of the environment. Its time does not grow with the number of environments or people.
 */
export const createAccessIndex = (facts: AccessFacts): AccessIndex => {
  const { edition, environments, given, claims, members, disabled } = facts;
  const byId = new Map(environments.map((environment) => [environment.id, environment]));
  const paths = new Map(
    environments.map(({ id }) => {
      const { parentIds, broken } = environmentPath(id, byId);
      return [id, new Set(broken ? [id] : [id, ...parentIds])] as const;
    }),
  );
  const held = { Person: new Map<string, Held[]>(), Group: new Map<string, Held[]>() };
  const roles: readonly Role[] = ROLES[edition];
  const bits = new Map<string, number>();
  /** Tokens name roles in several spellings, and what they like: names are read once, and forgotten before they grow many. */
  const bitOf = (name: string): number => {
    const before = bits.get(name);
    if (before !== undefined) return before;
    const role = roleOf(name);
    const at = role === undefined ? -1 : roles.indexOf(role);
    const bit = at < 0 ? 0 : 1 << at;
    if (bits.size > MAX_NAMES) bits.clear();
    bits.set(name, bit);
    return bit;
  };
  for (const { holder, holderId, role, environmentId, expiresAtMs } of given) {
    const one = { bit: bitOf(role), environmentId, expiresAtMs };
    const before = held[holder].get(holderId);
    if (before) before.push(one);
    else held[holder].set(holderId, [one]);
  }

  /** Bits of the roles that a person holds in an environment at a moment. */
  const bitsIn = (person: TokenFacts, environmentId: Id, nowMs: number): number => {
    const path = paths.get(environmentId);
    if (path === undefined || disabled.has(person.userId)) return 0;
    let found = 0;
    for (const name of person.roles) found |= bitOf(name);
    const take = (some: readonly Held[]): void => {
      for (const { bit, environmentId: place, expiresAtMs } of some) {
        if ((found & bit) !== 0 || (expiresAtMs !== null && expiresAtMs <= nowMs)) continue;
        if (place === null || path.has(place)) found |= bit;
      }
    };
    take(held.Person.get(person.userId) ?? NONE);
    for (const claim of person.groups) {
      const group = claims.get(claim);
      if (group !== undefined) take(held.Group.get(group) ?? NONE);
    }
    for (const group of members?.get(person.userId) ?? []) take(held.Group.get(group) ?? NONE);
    return found;
  };
  const rolesOfBits = (found: number): readonly Role[] => roles.filter((_role, at) => (found & (1 << at)) !== 0);
  const known = new Map<string, Capabilities>();

  return {
    isDisabled: (userId) => disabled.has(userId),
    rolesIn: (person, environmentId, nowMs) => rolesOfBits(bitsIn(person, environmentId, nowMs)),
    capabilitiesIn: (person, environmentId, nowMs) => {
      if (!paths.has(environmentId) || disabled.has(person.userId)) return {};
      const found = bitsIn(person, environmentId, nowMs);
      const key = `${found} ${person.wids.join()}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const capabilities = capabilitiesOf(rolesOfBits(found), edition, directoryRolesOf(person.wids));
      if (known.size > MAX_NAMES) known.clear();
      known.set(key, capabilities);
      return capabilities;
    },
  };
};
