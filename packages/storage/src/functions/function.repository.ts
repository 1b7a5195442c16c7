import { nameKey, type FunctionDefinition } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { versionedStore, type VersionStamp } from '../versions/versioned-store.ts';

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

export type StoredFunctionVersion = StoredFunctionText & VersionStamp & { readonly contentHash: string };

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

/** Drafts and versions of functions. */
export const functionStore = versionedStore<StoredFunctionText, { readonly contentHash: string }, 'fql_function'>({
  table: 'fql_function',
  key: 'function',
  texts: { parameters: 'parameters', outputs: 'outputs', samplePayload: 'sample_payload' },
  kept: { contentHash: 'content_hash' },
  json: ['parameters', 'outputs', 'samplePayload'],
});

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
