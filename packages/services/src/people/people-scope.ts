import { allows, environmentPath, fail, rolesOf, rolesToGrant, ROLES, type Edition, type Role } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import { loadPersonAccess, type PersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';

/** Where something was given, seen from an environment. */
export type Place = 'here' | 'above' | 'below' | 'elsewhere';

/** What a person may see and give of the roles of others, seen from one environment. */
export type PeopleScope = {
  readonly access: PersonAccess;
  readonly edition: Edition;
  readonly userId: string;
  readonly environmentId: Id;
  /** From the environment to its root. */
  readonly path: readonly Id[];
  /** Null stands for the whole tenant. */
  readonly placeOf: (environmentId: Id | null) => Place;
  /** Whether they see what is given there: along the path, below it, and where they may look by themselves. */
  readonly sees: (environmentId: Id | null) => boolean;
  /** Name of an environment they may open; the id of any other. */
  readonly nameOf: (environmentId: Id | null) => string | null;
  /** Roles that they may give and take there. */
  readonly rolesToGive: (environmentId: Id | null) => readonly Role[];
};

/** Reads the scope; rights are those of now, not those of a token alone. */
export const readPeopleScope = async (
  trx: TenantTransaction,
  { clock, environmentId }: Pick<EnvironmentContext, 'clock' | 'environmentId'>,
  person: SignedInPerson,
): Promise<PeopleScope> => {
  const access = await loadPersonAccess(trx, person, new Date(clock.now()));
  const { edition } = access.tenant;
  const byId = new Map(access.environments.map((environment) => [environment.id, environment]));
  const pathOf = (id: Id): readonly Id[] => [id, ...environmentPath(id, byId).parentIds];
  const path = pathOf(environmentId);
  const roots = access.environments.filter(({ parentId }) => parentId === null);
  const places = new Map<Id | null, Place>([[null, 'above']]);
  for (const { id } of access.environments) {
    const place = id === environmentId ? 'here' : path.includes(id) ? 'above' : pathOf(id).includes(environmentId);
    places.set(id, place === true ? 'below' : place === false ? 'elsewhere' : place);
  }
  const placeOf = (id: Id | null): Place => places.get(id) ?? 'elsewhere';
  const gives = new Map<Id, readonly Role[]>();
  const inOne = (id: Id): readonly Role[] => {
    const { roles = [], capabilities = {} } = byId.get(id) ?? {};
    // The scope of a personal access token takes the right away, but not the roles.
    const may = allows(capabilities, 'accessControlPeople:write');
    const known = gives.get(id) ?? (may ? rolesToGrant(roles, edition, access.directoryRoles) : []);
    gives.set(id, known);
    return known;
  };
  const everywhere = ROLES[edition].filter(
    (role) => roots.length > 0 && roots.every((root) => inOne(root.id).includes(role)),
  );
  return {
    access,
    edition,
    userId: person.userId,
    environmentId,
    path,
    placeOf,
    sees: (id) =>
      placeOf(id) !== 'elsewhere' ||
      (id !== null && allows(byId.get(id)?.capabilities ?? {}, 'accessControlPeople:read')),
    nameOf: (id) => {
      if (id === null) return null;
      const environment = byId.get(id);
      return environment?.hasAccess ? (environment.friendlyName ?? environment.name) : id;
    },
    rolesToGive: (id) => (id === null ? everywhere : inOne(id)),
  };
};

/**
 * Refuses to give or take roles that are not theirs to give there.
 *
 * @throws `ENV-UNKNOWN` where they hold nothing, `ACCESS-ROLE-REFUSED` with the first such role.
 */
export const requireMayGive = (scope: PeopleScope, environmentId: Id | null, roles: readonly string[]): void => {
  const environment = scope.access.environments.find(({ id }) => id === environmentId);
  if (environmentId !== null && !environment?.hasAccess) throw fail('ENV-UNKNOWN', { id: environmentId });
  const allowed = new Set<string>(scope.rolesToGive(environmentId));
  // Names of the other edition mean nothing here, and may go.
  const refused = roles.find((role) => !allowed.has(role) && rolesOf([role], scope.edition).length > 0);
  if (refused === undefined) return;
  throw fail('ACCESS-ROLE-REFUSED', { role: refused, environment: scope.nameOf(environmentId) ?? '*' });
};
