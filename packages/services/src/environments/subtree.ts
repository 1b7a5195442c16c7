import { environmentPath, fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listEnvironments, type EnvironmentRecord, type TenantTransaction } from '@redoubt/storage';

export type Subtree = {
  /** The environment itself first, then its descendants by name. */
  readonly environments: readonly EnvironmentRecord[];
  readonly byId: ReadonlyMap<Id, EnvironmentRecord>;
};

/**
 * An environment with its descendants, and all environments of the tenant by id. Rights flow down, so a person who may
 * look into an environment may look into everything below it. Deleted environments are left out.
 *
 * @throws `ENV-UNKNOWN`.
 */
export const loadSubtree = async (trx: TenantTransaction, environmentId: Id): Promise<Subtree> => {
  const all = await listEnvironments(trx);
  const byId = new Map(all.map((environment) => [environment.id, environment]));
  const root = byId.get(environmentId);
  if (root === undefined) throw fail('ENV-UNKNOWN', { id: environmentId });
  const below = all.filter(
    ({ id, status }) => status !== 'Deleted' && environmentPath(id, byId).parentIds.includes(environmentId),
  );
  return { environments: [root, ...below], byId };
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
