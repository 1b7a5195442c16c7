import type { TenantTransaction } from '../database/database.ts';
import type { StoredFile } from '../schema/authoring/template-tables.ts';

/** What an environment starts with, and who asked for it. */
export type EnvironmentCreation = {
  /** Name of the template; empty where the environment starts empty. */
  readonly template: string;
  readonly files: readonly StoredFile[];
  readonly askedById: string;
  readonly askedBy: string;
};

/** Keeps what an environment starts with until it is Active. */
export const insertCreation = async (
  trx: TenantTransaction,
  tenantId: string,
  environmentId: string,
  creation: EnvironmentCreation,
): Promise<void> => {
  await trx
    .insertInto('environment_creation')
    .values({
      tenant_id: tenantId,
      environment_id: environmentId,
      template: creation.template,
      files: JSON.stringify(creation.files),
      asked_by_id: creation.askedById,
      asked_by: creation.askedBy,
    })
    .execute();
};

/** Undefined for an environment that was created in full. */
export const findCreation = (trx: TenantTransaction, environmentId: string): Promise<EnvironmentCreation | undefined> =>
  trx
    .selectFrom('environment_creation')
    .select(['template', 'files', 'asked_by_id as askedById', 'asked_by as askedBy'])
    .where('environment_id', '=', environmentId)
    .executeTakeFirst();

export const deleteCreation = async (trx: TenantTransaction, environmentId: string): Promise<void> => {
  await trx.deleteFrom('environment_creation').where('environment_id', '=', environmentId).execute();
};
