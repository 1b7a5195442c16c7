import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A group of the directory that roles are given to. */
export type StoredGroup = {
  readonly id: string;
  readonly name: string;
  /** What tokens name it with. */
  readonly claim: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Set while SCIM keeps its members: what tokens say of it does not count then. */
  readonly provisionedAt: Date | null;
};

export const listGroups = async (trx: TenantTransaction): Promise<readonly StoredGroup[]> =>
  trx
    .selectFrom('access_group')
    .select([
      'group_id as id',
      'display_name as name',
      'claim',
      'created_by as createdBy',
      'created_at as createdAt',
      'provisioned_at as provisionedAt',
    ])
    .orderBy('display_name')
    .orderBy('group_id')
    .execute();

/** Adds a group. One with the claim must not be there. */
export const insertGroup = async (trx: TenantTransaction, tenantId: string, group: StoredGroup): Promise<void> => {
  await trx
    .insertInto('access_group')
    .values({
      tenant_id: tenantId,
      group_id: group.id,
      display_name: group.name,
      claim: group.claim,
      created_by: group.createdBy,
      created_at: group.createdAt,
      provisioned_at: group.provisionedAt,
    })
    .execute();
};

/** A person in a group that SCIM keeps. */
export type StoredMembership = { readonly groupId: string; readonly personId: string };

/** Members of the groups that SCIM keeps; of some only where these are named. */
export const listMemberships = (
  trx: TenantTransaction,
  groupIds?: readonly string[],
): Promise<readonly StoredMembership[]> =>
  trx
    .selectFrom('access_group_member')
    .select(['group_id as groupId', 'person_id as personId'])
    .$if(groupIds !== undefined, (query) => query.where(sql<boolean>`group_id = any(${[...(groupIds ?? [])]}::uuid[])`))
    .execute();
