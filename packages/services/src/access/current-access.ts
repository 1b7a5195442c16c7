import { createAccessIndex, fail, type AccessIndex } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findTenant,
  listAssignments,
  listEnvironments,
  listGroups,
  listMemberships,
  listPeople,
  readAccessVersion,
  type Database,
  type StoredEnvironment,
  type TenantTransaction,
} from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';

/** Who may do what in a tenant, in memory. */
export type CurrentAccess = AccessIndex & { readonly environments: ReadonlyMap<Id, StoredEnvironment> };

type Remembered = { readonly version: number; readonly access: CurrentAccess };

/** Tenants that are remembered; the one that was used longest ago goes first. */
const MAX_TENANTS = 200;

const remembered = new WeakMap<Database, Map<Id, Remembered>>();

const load = async (trx: TenantTransaction): Promise<CurrentAccess> => {
  const tenant = await findTenant(trx);
  if (!tenant) throw fail('TENANT-NOT-SET-UP');
  const environments = await listEnvironments(trx);
  const assignments = await listAssignments(trx);
  const groups = await listGroups(trx);
  const people = await listPeople(trx);
  const userIds = new Map(people.map(({ id, userId }) => [id, userId]));
  const memberships = Map.groupBy(await listMemberships(trx), ({ personId }) => userIds.get(personId) ?? '');
  const index = createAccessIndex({
    edition: tenant.edition,
    environments,
    given: assignments.map(({ holder, holderId, role, environmentId, expiresAt }) => ({
      holder,
      holderId,
      role,
      environmentId,
      expiresAtMs: expiresAt?.getTime() ?? null,
    })),
    claims: new Map(
      groups.flatMap(({ id, claim, provisionedAt }) =>
        claim === null || provisionedAt !== null ? [] : [[claim, id] as const],
      ),
    ),
    members: new Map([...memberships].map(([userId, some]) => [userId, some.map(({ groupId }) => groupId)])),
    disabled: new Set(people.flatMap(({ status, userId }) => (status === 'Disabled' ? [userId] : []))),
  });
  return { ...index, environments: new Map(environments.map((environment) => [environment.id, environment])) };
};

/**
 * Who may do what now. Only the version is read while nothing changed, so a change made by whatever node counts for the next
 * call. For transactions that change nothing of it themselves: they would remember what may be taken back.
 *
 * Throws TENANT-NOT-SET-UP.
 */
export const currentAccess = async (
  trx: TenantTransaction,
  { database, tenantId, unitOfWork }: ServiceContext,
): Promise<CurrentAccess> => {
  // A shared transaction may have changed something.
  if (unitOfWork) return load(trx);
  const tenants = remembered.get(database) ?? new Map<Id, Remembered>();
  remembered.set(database, tenants);
  const version = await readAccessVersion(trx);
  const before = tenants.get(tenantId);
  tenants.delete(tenantId);
  // The version was read first: what is loaded is never older than it says.
  const now = before?.version === version ? before : { version, access: await load(trx) };
  tenants.set(tenantId, now);
  const [oldest] = tenants.keys();
  if (tenants.size > MAX_TENANTS && oldest !== undefined) tenants.delete(oldest);
  return now.access;
};
