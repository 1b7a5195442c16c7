import type { EnvironmentSummary } from '@redoubt/contracts';
import { isAccessible } from '@redoubt/domain';

/** Remembered in the browser: the environment last worked in. */
export const LAST_ENVIRONMENT_KEY = 'DFP/Environment';

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The first of some texts that can be the id of an environment; null where none can. */
export const firstId = (ids: readonly (string | null | undefined)[]): string | null =>
  ids.find((id) => typeof id === 'string' && GUID.test(id)) ?? null;

/**
 * The environment to start in: the first accessible one of those preferred, else the first accessible root, else the first
 * accessible one. Undefined where none is accessible.
 */
export const startEnvironment = (
  environments: readonly EnvironmentSummary[],
  preferred: readonly (string | null)[],
): EnvironmentSummary | undefined => {
  const open = environments.filter(isAccessible).toSorted((one, other) => one.name.localeCompare(other.name));
  const wanted = preferred.find((id) => open.some((environment) => environment.id === id));
  return open.find(({ id }) => id === wanted) ?? open.find((environment) => environment.parentId === null) ?? open[0];
};
