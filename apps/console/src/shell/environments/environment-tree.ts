import type { EnvironmentSummary } from '@redoubt/contracts';
import { isAccessible, isInGroup } from '@redoubt/domain';
import type { PlacedEnvironment } from '../../app/environments.ts';

/** Why an environment cannot be opened; null where it can. */
export type ClosedReason = 'noAccess' | 'creating' | 'failed';

export const closedReason = (environment: EnvironmentSummary): ClosedReason | null => {
  if (isAccessible(environment)) return null;
  if (isInGroup(environment.status, 'pending')) return 'creating';
  return isInGroup(environment.status, 'failed') ? 'failed' : 'noAccess';
};

const LEFT: readonly EnvironmentSummary['status'][] = ['SoftDeleting', 'Deleting', 'DeleteFailed', 'Deleted'];

/** What is being deleted, or was, is left to the page that manages environments. */
export const isListed = ({ status }: EnvironmentSummary): boolean => !LEFT.includes(status);

/** The tree from its roots down, siblings by name; one whose parent is not listed counts as a root. */
export const environmentRows = (all: readonly EnvironmentSummary[]): readonly PlacedEnvironment[] => {
  const environments = all.filter(isListed);
  const ids = new Set(environments.map(({ id }) => id));
  const childrenOf = (parentId: string | null, depth: number, above: readonly string[]): readonly PlacedEnvironment[] =>
    environments
      .filter((one) =>
        parentId === null ? one.parentId === null || !ids.has(one.parentId) : one.parentId === parentId,
      )
      .filter(({ id }) => !above.includes(id))
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .flatMap((environment) => [
        { environment, depth },
        ...childrenOf(environment.id, depth + 1, [...above, environment.id]),
      ]);
  return childrenOf(null, 0, []);
};

/** Rows whose name or id contains the words searched for. */
export const searchRows = (rows: readonly PlacedEnvironment[], words: string): readonly PlacedEnvironment[] => {
  const wanted = words.trim().toLocaleLowerCase();
  if (!wanted) return rows;
  return rows.filter(
    ({ environment }) => environment.name.toLocaleLowerCase().includes(wanted) || environment.id.startsWith(wanted),
  );
};
