import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** A group as SCIM keeps it. */
export type ProvisionedGroup = {
  readonly id: Id;
  readonly name: string;
  readonly externalId: string | null;
  /** What tokens would name it with. */
  readonly claim: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date | null;
  readonly provisionedAt: Date | null;
  readonly removedAt: Date | null;
};

/** A person in a group. */
export type GroupMember = { readonly groupId: Id; readonly personId: Id; readonly name: string };

const COLUMNS = [
  'group_id as id',
  'display_name as name',
  'external_id as externalId',
  'claim',
  'created_at as createdAt',
  'changed_at as changedAt',
  'provisioned_at as provisionedAt',
  'removed_at as removedAt',
] as const;

/** The groups that SCIM keeps, by name, with their members. */
export const listProvisionedGroups = async (
  trx: TenantTransaction,
  id?: Id,
): Promise<readonly (ProvisionedGroup & { readonly members: readonly GroupMember[] })[]> => {
  const groups = await trx
    .selectFrom('access_group')
    .select(COLUMNS)
    .where('provisioned_at', 'is not', null)
    .where('removed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('group_id', '=', id ?? ''))
    .orderBy('display_name')
    .orderBy('group_id')
    .execute();
  const members = await trx
    .selectFrom('access_group_member as member')
    .innerJoin('person', (join) =>
      join.onRef('person.tenant_id', '=', 'member.tenant_id').onRef('person.person_id', '=', 'member.person_id'),
    )
    .select(['group_id as groupId', 'member.person_id as personId', 'display_name as name'])
    .$if(id !== undefined, (query) => query.where('group_id', '=', id ?? ''))
    .orderBy('display_name')
    .orderBy('member.person_id')
    .execute();
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
  return groups.map((group) => ({ ...group, members: byGroup.get(group.id) ?? [] }));
};

/** A group of the tenant by what tokens name it with, or by its id at the identity provider, also one that SCIM does not keep. */
export const findProvisionedGroup = (
  trx: TenantTransaction,
  { claim, externalId }: { readonly claim: string; readonly externalId: string | null },
): Promise<ProvisionedGroup | undefined> =>
  trx
    .selectFrom('access_group')
    .select(COLUMNS)
    .where((where) =>
      where.or([where('claim', '=', claim), ...(externalId === null ? [] : [where('external_id', '=', externalId)])]),
    )
    .orderBy('removed_at', (order) => order.asc().nullsFirst())
    .orderBy('group_id')
    .executeTakeFirst();

/** Writes name and ids of a group, which SCIM keeps from then on. */
export const saveProvisionedGroup = async (
  trx: TenantTransaction,
  id: Id,
  group: { readonly name: string; readonly externalId: string | null; readonly claim: string | null },
  at: Date,
): Promise<void> => {
  await trx
    .updateTable('access_group')
    .set((set) => ({
      display_name: group.name,
      external_id: group.externalId,
      claim: group.claim,
      provisioned_at: set.fn.coalesce('provisioned_at', set.val(at)),
      changed_at: at,
      removed_at: null,
      version: set('version', '+', 1),
    }))
    .where('group_id', '=', id)
    .execute();
  await trx
    .updateTable('role_assignment')
    .set({ display_name: group.name })
    .where('holder', '=', 'Group')
    .where('user_id', '=', id)
    .execute();
};

/** Adds people to a group and takes others out. */
export const setGroupMembers = async (
  trx: TenantTransaction,
  tenantId: Id,
  groupId: Id,
  changes: { readonly added: readonly Id[]; readonly removed: readonly Id[] },
): Promise<void> => {
  if (changes.removed.length > 0)
    await trx
      .deleteFrom('access_group_member')
      .where('group_id', '=', groupId)
      .where('person_id', 'in', [...changes.removed])
      .execute();
  for (let start = 0; start < changes.added.length; start += 1000) {
    const rows = changes.added.slice(start, start + 1000);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await trx
      .insertInto('access_group_member')
      .values(rows.map((personId) => ({ tenant_id: tenantId, group_id: groupId, person_id: personId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};

/** Takes all members out of a group and hides it from SCIM; it goes altogether where no role is given to it. */
export const removeProvisionedGroup = async (trx: TenantTransaction, id: Id, at: Date): Promise<void> => {
  await trx.deleteFrom('access_group_member').where('group_id', '=', id).execute();
  const given = await trx
    .selectFrom('role_assignment')
    .select('assignment_id')
    .where('holder', '=', 'Group')
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (given === undefined) await trx.deleteFrom('access_group').where('group_id', '=', id).execute();
  else
    await trx.updateTable('access_group').set({ removed_at: at, changed_at: at }).where('group_id', '=', id).execute();
};
