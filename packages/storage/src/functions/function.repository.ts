import { nameKey, type FunctionDefinition } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { publicationRow, type Publication } from '../schema/publication.ts';

export type StoredFunction = {
  readonly id: string;
  readonly environmentId: string;
  readonly name: string;
  readonly description: string;
  readonly publishedVersion: number | null;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

export type StoredFunctionText = FunctionDefinition & { readonly samplePayload: Json };

export type StoredFunctionDraft = StoredFunctionText & {
  readonly basedOnVersion: number;
  readonly savedBy: string;
  readonly savedAt: Date;
};

export type StoredFunctionVersion = StoredFunctionText & Publication & { readonly version: number };

type Changed = { readonly by: string; readonly at: Date };

const functionColumns = [
  'fql_function.function_id as id',
  'fql_function.environment_id as environmentId',
  'fql_function.name',
  'fql_function.description',
  'fql_function.published_version as publishedVersion',
  'fql_function.changed_by as changedBy',
  'fql_function.changed_at as changedAt',
  'fql_function.version',
] as const;

/** One function of an environment; with `lock` no other transaction changes it until this one ends. */
export const findFunction = async (
  trx: TenantTransaction,
  environmentId: string,
  functionId: string,
  lock = false,
): Promise<StoredFunction | undefined> => {
  const query = trx
    .selectFrom('fql_function')
    .select(functionColumns)
    .where('function_id', '=', functionId)
    .where('environment_id', '=', environmentId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

/** Functions of an environment by name, published or not. */
export const listFunctions = async (
  trx: TenantTransaction,
  environmentId: string,
): Promise<readonly StoredFunction[]> =>
  trx
    .selectFrom('fql_function')
    .select(functionColumns)
    .where('environment_id', '=', environmentId)
    .orderBy('name_key')
    .execute();

export const insertFunction = async (
  trx: TenantTransaction,
  tenantId: string,
  stored: Pick<StoredFunction, 'id' | 'environmentId' | 'name' | 'description'>,
  changed: Changed,
): Promise<void> => {
  await trx
    .insertInto('fql_function')
    .values({
      tenant_id: tenantId,
      function_id: stored.id,
      environment_id: stored.environmentId,
      name: stored.name,
      name_key: nameKey(stored.name),
      description: stored.description,
      published_version: null,
      changed_by: changed.by,
      changed_at: changed.at,
    })
    .execute();
};

/** Changes a function and moves its tag on. */
export const updateFunction = async (
  trx: TenantTransaction,
  functionId: string,
  change: { readonly name?: string; readonly description?: string; readonly publishedVersion?: number | null },
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('fql_function')
    .set({
      ...(change.name === undefined ? {} : { name: change.name, name_key: nameKey(change.name) }),
      ...(change.description === undefined ? {} : { description: change.description }),
      ...(change.publishedVersion === undefined ? {} : { published_version: change.publishedVersion }),
      changed_by: changed.by,
      changed_at: changed.at,
      version: sql`version + 1`,
    })
    .where('function_id', '=', functionId)
    .execute();
};

/** With its draft and its versions. */
export const deleteFunction = async (trx: TenantTransaction, functionId: string): Promise<void> => {
  await trx.deleteFrom('fql_function').where('function_id', '=', functionId).execute();
};

export const findFunctionDraft = async (
  trx: TenantTransaction,
  functionId: string,
): Promise<StoredFunctionDraft | undefined> =>
  trx
    .selectFrom('fql_function_draft')
    .select([
      'parameters',
      'outputs',
      'sample_payload as samplePayload',
      'based_on_version as basedOnVersion',
      'saved_by as savedBy',
      'saved_at as savedAt',
    ])
    .where('function_id', '=', functionId)
    .executeTakeFirst();

const textColumns = ({ parameters, outputs, samplePayload }: StoredFunctionText) => ({
  parameters: JSON.stringify(parameters),
  outputs: JSON.stringify(outputs),
  sample_payload: JSON.stringify(samplePayload),
});

/** Writes the draft over the one before; where it was `merged`, it is based on another version from now on. */
export const saveFunctionDraft = async (
  trx: TenantTransaction,
  tenantId: string,
  functionId: string,
  draft: StoredFunctionDraft,
  merged = false,
): Promise<void> => {
  const content = { ...textColumns(draft), saved_by: draft.savedBy, saved_at: draft.savedAt };
  await trx
    .insertInto('fql_function_draft')
    .values({ tenant_id: tenantId, function_id: functionId, based_on_version: draft.basedOnVersion, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'function_id'])
        .doUpdateSet({ ...content, ...(merged ? { based_on_version: draft.basedOnVersion } : {}) }),
    )
    .execute();
};

export const deleteFunctionDraft = async (trx: TenantTransaction, functionId: string): Promise<void> => {
  await trx.deleteFrom('fql_function_draft').where('function_id', '=', functionId).execute();
};

const versionColumns = [
  'fql_function_version.parameters',
  'fql_function_version.outputs',
  'fql_function_version.sample_payload as samplePayload',
  'fql_function_version.function_version as version',
  'fql_function_version.content_hash as contentHash',
  'fql_function_version.published_by as publishedBy',
  'fql_function_version.published_at as publishedAt',
  'fql_function_version.note',
  'fql_function_version.restores',
] as const;

export const insertFunctionVersion = async (
  trx: TenantTransaction,
  tenantId: string,
  functionId: string,
  published: StoredFunctionVersion,
): Promise<void> => {
  await trx
    .insertInto('fql_function_version')
    .values({
      tenant_id: tenantId,
      function_id: functionId,
      function_version: published.version,
      ...textColumns(published),
      ...publicationRow(published),
    })
    .execute();
};

/** Published versions of a function, newest first. */
export const listFunctionVersions = async (
  trx: TenantTransaction,
  functionId: string,
): Promise<readonly StoredFunctionVersion[]> =>
  trx
    .selectFrom('fql_function_version')
    .select(versionColumns)
    .where('function_id', '=', functionId)
    .orderBy('function_version', 'desc')
    .execute();

/** A published function, as plans and symbol tables take it. */
export type PublishedFunction = Pick<StoredFunction, 'id' | 'environmentId' | 'name' | 'description'> &
  StoredFunctionVersion;

const publishedColumns = [
  'fql_function.function_id as id',
  'fql_function.environment_id as environmentId',
  'fql_function.name',
  'fql_function.description',
  ...versionColumns,
] as const;

/** Published functions by name: of one environment, or of the whole tenant. */
export const listPublishedFunctions = async (
  trx: TenantTransaction,
  environmentId?: string,
): Promise<readonly PublishedFunction[]> => {
  const query = trx
    .selectFrom('fql_function')
    .innerJoin('fql_function_version', (join) =>
      join
        .onRef('fql_function_version.tenant_id', '=', 'fql_function.tenant_id')
        .onRef('fql_function_version.function_id', '=', 'fql_function.function_id')
        .onRef('fql_function_version.function_version', '=', 'fql_function.published_version'),
    )
    .select(publishedColumns)
    .orderBy('fql_function.name_key');
  return (
    environmentId === undefined ? query : query.where('fql_function.environment_id', '=', environmentId)
  ).execute();
};

/** Versions of functions, published once and kept, for what still counts with them; those that are gone are left out. */
export const listFunctionsAt = async (
  trx: TenantTransaction,
  wanted: readonly { readonly functionId: string; readonly version: number }[],
): Promise<readonly PublishedFunction[]> => {
  if (wanted.length === 0) return [];
  const isWanted = new Set(wanted.map(({ functionId, version }) => `${functionId} ${version}`));
  const rows = await trx
    .selectFrom('fql_function')
    .innerJoin('fql_function_version', (join) =>
      join
        .onRef('fql_function_version.tenant_id', '=', 'fql_function.tenant_id')
        .onRef('fql_function_version.function_id', '=', 'fql_function.function_id'),
    )
    .select(publishedColumns)
    .where(
      'fql_function.function_id',
      'in',
      wanted.map(({ functionId }) => functionId),
    )
    .execute();
  return rows.filter(({ id, version }) => isWanted.has(`${id} ${version}`));
};
