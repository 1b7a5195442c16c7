import { environmentPath, type EnvironmentLink } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';

/** The root of the tree an environment stands in. */
export const rootOf = (environments: readonly EnvironmentLink[], id: Id): Id => {
  const byId = new Map(environments.map((environment) => [environment.id, environment]));
  return environmentPath(id, byId).parentIds.at(-1) ?? id;
};
