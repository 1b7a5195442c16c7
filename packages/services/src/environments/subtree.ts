import { environmentPath, fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listEnvironments, type EnvironmentRecord, type TenantTransaction } from '@redoubt/storage';

export type Subtree = {
  /** The environment itself first, then its descendants by name. */
  readonly environments: readonly EnvironmentRecord[];
  readonly byId: ReadonlyMap<Id, EnvironmentRecord>;
};

/** An environment first, then those below it; deleted ones are left out. Empty where there is no such environment. */
export const environmentsFrom = (
  environmentId: Id,
  byId: ReadonlyMap<Id, EnvironmentRecord>,
): readonly EnvironmentRecord[] => {
  const root = byId.get(environmentId);
  if (root === undefined) return [];
  const below = [...byId.values()].filter(
    ({ id, status }) => status !== 'Deleted' && environmentPath(id, byId).parentIds.includes(environmentId),
  );
  return [root, ...below];
};

/**
 * An environment with its descendants, and all environments of the tenant by id. Rights flow down, so a person who may
 * look into an environment may look into everything below it. Deleted environments are left out.
 *
 * @throws `ENV-UNKNOWN`.
 */
export const loadSubtree = async (trx: TenantTransaction, environmentId: Id): Promise<Subtree> => {
  const byId = new Map((await listEnvironments(trx)).map((environment) => [environment.id, environment]));
  const environments = environmentsFrom(environmentId, byId);
  if (environments.length === 0) throw fail('ENV-UNKNOWN', { id: environmentId });
  return { environments, byId };
};

/** Ids of the subtree, or of the environment alone. */
export const scopeIds = (subtree: Subtree, includeChildren: boolean): readonly Id[] =>
  (includeChildren ? subtree.environments : subtree.environments.slice(0, 1)).map(({ id }) => id);

/** Ids of the environments whose rules decide there: those of the scope, and all above. */
export const decidingEnvironmentIds = (subtree: Subtree, includeChildren: boolean): readonly Id[] => {
  const ids = scopeIds(subtree, includeChildren);
  const [own] = ids;
  return own === undefined ? ids : [...environmentPath(own, subtree.byId).parentIds, ...ids];
};
