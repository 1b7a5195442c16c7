import { nameKey, type RunMode } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { RuleSetKey } from '../rules/rule-set.repository.ts';

/** A named copy of the rule list of an assessment. */
export type StoredBranch = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly assessment: string;
  readonly name: string;
  readonly apiName: string;
  /** Name of the branch it was copied from; null for production. */
  readonly source: string | null;
  readonly runMode: RunMode;
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: Date;
};

const columns = [
  'branch_id as id',
  'environment_id as environmentId',
  'assessment',
  'name',
  'api_name as apiName',
  'source',
  'run_mode as runMode',
  'version',
  'created_by as createdBy',
  'created_at as createdAt',
] as const;

type Place = Pick<RuleSetKey, 'environmentId' | 'assessment'>;

/** The branches of an assessment in an environment, oldest first. */
export const listBranches = async (trx: TenantTransaction, place: Place): Promise<readonly StoredBranch[]> =>
  trx
    .selectFrom('rule_branch')
    .select(columns)
    .where('environment_id', '=', place.environmentId)
    .where('assessment', '=', place.assessment)
    .orderBy('created_at')
    .orderBy('name_key')
    .execute();

/** Every branch of the tenant. */
export const listAllBranches = async (trx: TenantTransaction): Promise<readonly StoredBranch[]> =>
  trx.selectFrom('rule_branch').select(columns).orderBy('branch_id').execute();

/**
 * A branch by its API name, whatever its letter case; with `lock` no other transaction changes it until this
 * transaction ends.
 */
export const findBranch = async (
  trx: TenantTransaction,
  place: Place,
  apiName: string,
  lock = false,
): Promise<StoredBranch | undefined> => {
  const query = trx
    .selectFrom('rule_branch')
    .select(columns)
    .where('environment_id', '=', place.environmentId)
    .where('assessment', '=', place.assessment)
    .where('api_key', '=', apiName.toLowerCase());
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

export const insertBranch = async (
  trx: TenantTransaction,
  tenantId: Id,
  branch: Place & Pick<StoredBranch, 'id' | 'name' | 'apiName' | 'source' | 'runMode'>,
  created: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .insertInto('rule_branch')
    .values({
      tenant_id: tenantId,
      branch_id: branch.id,
      environment_id: branch.environmentId,
      assessment: branch.assessment,
      name: branch.name,
      name_key: nameKey(branch.name),
      api_name: branch.apiName,
      api_key: branch.apiName.toLowerCase(),
      source: branch.source,
      run_mode: branch.runMode,
      created_by: created.by,
      created_at: created.at,
    })
    .execute();
};

export const renameStoredBranch = async (trx: TenantTransaction, branchId: Id, name: string): Promise<void> => {
  await trx
    .updateTable('rule_branch')
    .set({ name, name_key: nameKey(name), version: sql`version + 1` })
    .where('branch_id', '=', branchId)
    .execute();
};

/** Deletes a branch with its rules, their drafts and its experiments. */
export const deleteStoredBranch = async (trx: TenantTransaction, branchId: Id): Promise<void> => {
  await trx.deleteFrom('rule_branch').where('branch_id', '=', branchId).execute();
};

/** How many promotions a rule list has seen. */
export const countPromotions = async (trx: TenantTransaction, place: Place): Promise<number> => {
  const row = await trx
    .selectFrom('rule_set')
    .select('promotions')
    .where('environment_id', '=', place.environmentId)
    .where('assessment', '=', place.assessment)
    .executeTakeFirst();
  return row?.promotions ?? 0;
};

export const addPromotion = async (trx: TenantTransaction, place: Place): Promise<void> => {
  await trx
    .updateTable('rule_set')
    .set({ promotions: sql`promotions + 1` })
    .where('environment_id', '=', place.environmentId)
    .where('assessment', '=', place.assessment)
    .execute();
};
