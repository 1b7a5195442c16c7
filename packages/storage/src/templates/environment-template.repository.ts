import { nameKey } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { StoredFile } from '../schema/authoring/template-tables.ts';
import { TEMPLATE_COLUMNS, templateRow, type StoredTemplate } from './template-columns.ts';

/** A template without its files. */
export type StoredEnvironmentTemplate = StoredTemplate & {
  /** Name of the environment that it was made of. */
  readonly source: string;
  readonly contents: Readonly<Record<string, number>>;
};

const columns = [...TEMPLATE_COLUMNS, 'source', 'contents'] as const;

/** Environment templates of several environments, by name. */
export const listEnvironmentTemplates = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
): Promise<readonly StoredEnvironmentTemplate[]> =>
  environmentIds.length === 0
    ? []
    : trx
        .selectFrom('environment_template')
        .select(columns)
        .where('environment_id', 'in', environmentIds)
        .orderBy('name_key')
        .execute();

/** One environment template of the tenant, with its files. */
export const findEnvironmentTemplate = (
  trx: TenantTransaction,
  templateId: string,
): Promise<(StoredEnvironmentTemplate & { readonly files: readonly StoredFile[] }) | undefined> =>
  trx
    .selectFrom('environment_template')
    .select([...columns, 'files'])
    .where('template_id', '=', templateId)
    .executeTakeFirst();

/** Takes the templates of an environment for this transaction, so that writers take turns: names and their number hold. */
export const lockEnvironmentTemplates = async (
  trx: TenantTransaction,
  tenantId: string,
  environmentId: string,
): Promise<void> => {
  const key = `environment templates ${tenantId} ${environmentId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
};

export const insertEnvironmentTemplate = async (
  trx: TenantTransaction,
  tenantId: string,
  template: Omit<StoredEnvironmentTemplate, 'version'> & { readonly files: readonly StoredFile[] },
): Promise<void> => {
  await trx
    .insertInto('environment_template')
    .values({
      ...templateRow(tenantId, template),
      source: template.source,
      contents: JSON.stringify(template.contents),
      files: JSON.stringify(template.files),
    })
    .execute();
};

/** Changes name and description and moves the tag on. */
export const renameEnvironmentTemplate = async (
  trx: TenantTransaction,
  templateId: string,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<void> => {
  await trx
    .updateTable('environment_template')
    .set({ name, name_key: nameKey(name), description, version: sql`version + 1` })
    .where('template_id', '=', templateId)
    .execute();
};

export const deleteEnvironmentTemplate = async (trx: TenantTransaction, templateId: string): Promise<void> => {
  await trx.deleteFrom('environment_template').where('template_id', '=', templateId).execute();
};
