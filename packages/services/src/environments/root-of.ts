import { rootIdOf, type EnvironmentLink } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';

/** The root of the tree an environment stands in. */
export const rootOf = (environments: readonly EnvironmentLink[], id: Id): Id =>
  rootIdOf(id, new Map(environments.map((environment) => [environment.id, environment])));
