import { directoryRolesOf, environmentPath, type EnvironmentLink } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { isInForce, type Directory } from './directory.ts';

/**
 * How many people can act in each environment: those with a role that counts there, from wherever, and global administrators
 * of the directory. Invited people count, as their roles wait for them; disabled people do not.
 *
 * A person counts once for the topmost environments where they hold something, and so in all below these. The time grows with
 * people and environments, not with their product.
 */
export const countPeople = (
  { people, grantsOf }: Pick<Directory, 'people' | 'grantsOf'>,
  environments: readonly EnvironmentLink[],
  nowMs: number,
): ReadonlyMap<Id, number> => {
  const byId = new Map(environments.map((environment) => [environment.id, environment]));
  const above = new Map(environments.map(({ id }) => [id, environmentPath(id, byId).parentIds]));
  const begin = new Map<Id, number>();
  let everywhere = 0;
  for (const person of people) {
    if (person.status === 'Disabled') continue;
    const grants = grantsOf({ holder: 'Person', person }).filter((grant) => isInForce(grant, nowMs));
    const places = new Set(grants.map(({ environmentId }) => environmentId));
    if (places.has(null) || directoryRolesOf(person.directoryRoles).includes('GlobalAdministrator')) {
      everywhere += 1;
      continue;
    }
    for (const place of places) {
      if (place === null || above.get(place)?.some((id) => places.has(id))) continue;
      begin.set(place, (begin.get(place) ?? 0) + 1);
    }
  }
  return new Map(
    environments.map(({ id }) => {
      const path = [id, ...(above.get(id) ?? [])];
      return [id, path.reduce((sum, each) => sum + (begin.get(each) ?? 0), everywhere)];
    }),
  );
};
