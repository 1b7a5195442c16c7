import { directoryRolesOf, environmentPath, rolesOf, ROLES, type Edition, type EnvironmentLink } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { countHeldPlaces, type TenantTransaction } from '@redoubt/storage';
import { isInForce, type Directory } from './directory.ts';

/** How many people hold something in the same places. */
type HeldPlaces = {
  readonly people: number;
  /** Null for the whole tenant. */
  readonly places: ReadonlySet<Id | null>;
};

const EVERYWHERE: ReadonlySet<Id | null> = new Set([null]);

const isGlobal = (directoryRoles: readonly string[]): boolean =>
  directoryRolesOf(directoryRoles).includes('GlobalAdministrator');

/**
 * How many people can act in each environment: those with a role that counts there, from wherever, and global administrators
 * of the directory. Invited people count, as their roles wait for them; disabled people do not.
 *
 * People count once for the topmost environments where they hold something, and so in all below these. The time grows with
 * people and environments, not with their product.
 */
const countIn = (held: Iterable<HeldPlaces>, environments: readonly EnvironmentLink[]): ReadonlyMap<Id, number> => {
  const byId = new Map(environments.map((environment) => [environment.id, environment]));
  const above = new Map(environments.map(({ id }) => [id, environmentPath(id, byId).parentIds]));
  const begin = new Map<Id, number>();
  let everywhere = 0;
  for (const { people, places } of held) {
    if (places.has(null)) {
      everywhere += people;
      continue;
    }
    for (const place of places) {
      if (place === null || above.get(place)?.some((id) => places.has(id))) continue;
      begin.set(place, (begin.get(place) ?? 0) + people);
    }
  }
  return new Map(
    environments.map(({ id }) => {
      const path = [id, ...(above.get(id) ?? [])];
      return [id, path.reduce((sum, each) => sum + (begin.get(each) ?? 0), everywhere)];
    }),
  );
};

/** How many people can act in each environment, of a directory that was read. */
export const countPeople = (
  { people, grantsOf }: Pick<Directory, 'people' | 'grantsOf'>,
  environments: readonly EnvironmentLink[],
  nowMs: number,
): ReadonlyMap<Id, number> =>
  countIn(
    people.flatMap((person): HeldPlaces[] => {
      if (person.status === 'Disabled') return [];
      if (isGlobal(person.directoryRoles)) return [{ people: 1, places: EVERYWHERE }];
      const grants = grantsOf({ holder: 'Person', person }).filter((grant) => isInForce(grant, nowMs));
      return [{ people: 1, places: new Set(grants.map(({ environmentId }) => environmentId)) }];
    }),
    environments,
  );

/** The same, counted by the database: a page that names no person reads none. */
export const readPeopleCounts = async (
  trx: TenantTransaction,
  edition: Edition,
  environments: readonly EnvironmentLink[],
  nowMs: number,
): Promise<ReadonlyMap<Id, number>> => {
  const held = await countHeldPlaces(trx, ROLES[edition], new Date(nowMs));
  return countIn(
    held.map(({ people, places, tokenRoles, directoryRoles }) => ({
      people,
      places: isGlobal(directoryRoles) || rolesOf(tokenRoles, edition).length > 0 ? EVERYWHERE : new Set(places),
    })),
    environments,
  );
};
