import { listNameKey, type ListSourceDefinition } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type StoredList = {
  readonly id: string;
  readonly environmentId: string;
  readonly name: string;
  readonly description: string;
  readonly contentVersion: number;
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly contentHash: string;
  /** Column that says when a row expires; null where rows never do. */
  readonly expiryColumn: string | null;
  /** Where the rows are kept; null where they are here. */
  readonly source: ListSourceDefinition | null;
  /** Sealed: what opens that place. */
  readonly secret: string | null;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

/** A content of a list, without its rows. */
export type ListContent = Pick<StoredList, 'columns' | 'rowCount' | 'sizeBytes' | 'contentHash' | 'expiryColumn'> & {
  readonly source?: ListSourceDefinition | null;
};

const select = (trx: TenantTransaction) =>
  trx
    .selectFrom('list')
    .innerJoin('list_version', (join) =>
      join
        .onRef('list_version.tenant_id', '=', 'list.tenant_id')
        .onRef('list_version.list_id', '=', 'list.list_id')
        .onRef('list_version.content_version', '=', 'list.content_version'),
    )
    .select([
      'list.list_id as id',
      'list.environment_id as environmentId',
      'list.name',
      'list.description',
      'list.content_version as contentVersion',
      'list_version.columns',
      'list_version.row_count as rowCount',
      'list_version.size_bytes as sizeBytes',
      'list_version.content_hash as contentHash',
      'list_version.expiry_column as expiryColumn',
      'list_version.source',
      'list.secret',
      'list.changed_by as changedBy',
      'list.changed_at as changedAt',
      'list.version',
    ])
    .where('list.deleted_at', 'is', null);

/** Lists by name: of one environment, or of the whole tenant. */
export const listLists = async (trx: TenantTransaction, environmentId?: string): Promise<readonly StoredList[]> => {
  const query = select(trx).orderBy('list.name_key');
  return (environmentId === undefined ? query : query.where('list.environment_id', '=', environmentId)).execute();
};

/** One list of an environment; with `lock` no other transaction changes it until this one ends. */
export const findList = async (
  trx: TenantTransaction,
  environmentId: string,
  listId: string,
  lock = false,
): Promise<StoredList | undefined> => {
  const query = select(trx).where('list.environment_id', '=', environmentId).where('list.list_id', '=', listId);
  return (lock ? query.forUpdate('list') : query).executeTakeFirst();
};

export const isListNameTaken = async (
  trx: TenantTransaction,
  environmentId: string,
  name: string,
): Promise<boolean> => {
  const row = await trx
    .selectFrom('list')
    .select('list_id')
    .where('environment_id', '=', environmentId)
    .where('name_key', '=', listNameKey(name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
};

export const insertList = async (
  trx: TenantTransaction,
  tenantId: string,
  list: Pick<StoredList, 'id' | 'environmentId' | 'name' | 'description'> & { readonly secret?: string | null },
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .insertInto('list')
    .values({
      tenant_id: tenantId,
      list_id: list.id,
      environment_id: list.environmentId,
      name: list.name,
      name_key: listNameKey(list.name),
      description: list.description,
      secret: list.secret ?? null,
      content_version: 1,
      changed_by: changed.by,
      changed_at: changed.at,
      deleted_at: null,
    })
    .execute();
};

/** Changes a list and moves its tag on. A deleted one keeps its contents. */
export const updateList = async (
  trx: TenantTransaction,
  listId: string,
  change: {
    readonly description?: string;
    readonly contentVersion?: number;
    readonly secret?: string | null;
    readonly deleted?: true;
  },
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('list')
    .set({
      ...(change.description === undefined ? {} : { description: change.description }),
      ...(change.contentVersion === undefined ? {} : { content_version: change.contentVersion }),
      ...(change.secret === undefined ? {} : { secret: change.secret }),
      ...(change.deleted === undefined ? {} : { deleted_at: changed.at }),
      changed_by: changed.by,
      changed_at: changed.at,
      version: sql`version + 1`,
    })
    .where('list_id', '=', listId)
    .execute();
};
