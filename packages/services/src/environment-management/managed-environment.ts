import type { ProvisionedEnvironment } from '@redoubt/contracts';
import { environmentPath, fail, pathNames } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listEnvironments, type EnvironmentRecord, type TenantTransaction } from '@redoubt/storage';
import { tagOf } from '../version-tag.ts';
import type { ChangingContext } from './change-environment.ts';

/** Who manages environments by API, and below which one. */
export type ManagingContext = ChangingContext & {
  /** The environment whose descendants are managed: checked, never from a body. */
  readonly environmentId: Id;
};

export type ManagedEnvironments = {
  readonly all: readonly EnvironmentRecord[];
  readonly byId: ReadonlyMap<Id, EnvironmentRecord>;
  readonly scope: EnvironmentRecord;
};

/** Every environment of the tenant that is not gone, with the one that the caller works below. */
export const readManaged = async (
  trx: TenantTransaction,
  { environmentId }: Pick<ManagingContext, 'environmentId'>,
): Promise<ManagedEnvironments> => {
  const all = (await listEnvironments(trx)).filter(({ status }) => status !== 'Deleted');
  const byId = new Map(all.map((environment) => [environment.id, environment]));
  const scope = byId.get(environmentId);
  if (scope === undefined) throw fail('ENV-UNKNOWN', { environment: environmentId });
  return { all, byId, scope };
};

export const isBelow = ({ byId, scope }: ManagedEnvironments, id: Id): boolean =>
  environmentPath(id, byId).parentIds.includes(scope.id);

/** A descendant by its id; others do not exist for the caller. @throws `ENV-UNKNOWN` */
export const requireManaged = (managed: ManagedEnvironments, id: string): EnvironmentRecord => {
  const found = managed.byId.get(id.toLowerCase());
  if (found === undefined || !isBelow(managed, found.id)) throw fail('ENV-UNKNOWN', { environment: id.slice(0, 200) });
  return found;
};

/** An environment as the public API tells of it. */
export const toProvisioned = (record: EnvironmentRecord, { byId }: ManagedEnvironments): ProvisionedEnvironment => ({
  environmentId: record.id,
  parentEnvironmentId: record.parentId,
  name: record.name,
  friendlyName: record.friendlyName,
  description: record.description,
  tags: [...record.tags],
  kind: record.kind,
  customerApiId: record.customerApiId,
  path: pathNames(record.id, byId),
  status: record.status,
  statusReason: record.statusReason,
  geography: record.geography,
  deviceFingerprintingId: record.deviceFingerprintingId,
  createdAt: record.createdAt.toISOString(),
  changedAt: record.changedAt.toISOString(),
  undoUntil: record.purgeAt?.toISOString() ?? null,
  version: tagOf(record.version),
});
