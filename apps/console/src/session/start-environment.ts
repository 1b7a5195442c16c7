import type { EnvironmentSummary } from '@redoubt/contracts';
import { isAccessible } from '@redoubt/domain';

/** Remembered in the browser: the environment last worked in. */
export const LAST_ENVIRONMENT_KEY = 'DFP/Environment';

/**
 * The environment to start in: the one in the address, else the last used, else the first accessible root, else the
 * first accessible one. Undefined where none is accessible.
 */
export const startEnvironment = (
  environments: readonly EnvironmentSummary[],
  inAddress: string | null,
  lastUsed: string | null,
): EnvironmentSummary | undefined => {
  const open = environments.filter(isAccessible).toSorted((one, other) => one.name.localeCompare(other.name));
  const byId = (id: string | null) => open.find((environment) => environment.id === id);
  return byId(inAddress) ?? byId(lastUsed) ?? open.find((environment) => environment.parentId === null) ?? open[0];
};
