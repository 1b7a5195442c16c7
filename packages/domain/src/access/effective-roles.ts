import type { Id } from '@redoubt/kernel';
import { environmentPath, type EnvironmentLink } from '../environment-tree/environment-path.ts';
import { rolesOf, type Edition, type Role } from './roles.ts';

/** A role given to a person in one environment. */
export type RoleAssignment = { readonly environmentId: Id; readonly role: string };

/**
 * Roles held in each environment. Roles of the token count in the whole tenant: at every root. Rights flow down to
 * child environments, so what is taken away above is gone below unless it was also given there. Environments whose path
 * to the root is broken inherit nothing.
 */
export const effectiveRoles = (
  environments: readonly EnvironmentLink[],
  edition: Edition,
  tenantRoles: readonly string[],
  assignments: readonly RoleAssignment[],
): ReadonlyMap<Id, readonly Role[]> => {
  const byId = new Map(environments.map((environment) => [environment.id, environment]));
  const assigned = new Map<Id, string[]>();
  for (const { environmentId, role } of assignments) {
    assigned.set(environmentId, [...(assigned.get(environmentId) ?? []), role]);
  }
  return new Map(
    environments.map(({ id }) => {
      const { parentIds, broken } = environmentPath(id, byId);
      const from = broken ? [id] : [id, ...parentIds];
      const names = from.flatMap((each) => assigned.get(each) ?? []);
      return [id, rolesOf([...names, ...tenantRoles], edition)];
    }),
  );
};
