import type { TenantTransaction } from '../database/database.ts';
import type { ListContentKey, ListProvenance } from './list-content.repository.ts';
import type { ListContent } from './list.repository.ts';

/** One content of a list, and the position of the log after which it was the current one. */
export type ListContentVersion = ListContentKey & {
  readonly environmentId: string;
  readonly name: string;
  readonly contentHash: string;
  readonly activeFromPosition: number;
};

/** Every content that the lists of some environments have had, oldest first; lists that are gone left out. */
export const listContentVersions = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
): Promise<readonly ListContentVersion[]> =>
  trx
    .selectFrom('list')
    .innerJoin('list_version', (join) =>
      join.onRef('list_version.tenant_id', '=', 'list.tenant_id').onRef('list_version.list_id', '=', 'list.list_id'),
    )
    .select([
      'list.list_id as listId',
      'list.environment_id as environmentId',
      'list.name',
      'list_version.content_version as contentVersion',
      'list_version.content_hash as contentHash',
      'list_version.active_from_position as activeFromPosition',
    ])
    .where('list.environment_id', 'in', environmentIds)
    .where('list.deleted_at', 'is', null)
    .orderBy('list_version.content_version')
    .execute();

/** A content of a list without its rows, and how it came to be. */
export type StoredListVersion = ListContent &
  Pick<ListProvenance, 'by' | 'at' | 'origin'> & {
    readonly contentVersion: number;
    readonly restoredVersion: number | null;
  };

const select = (trx: TenantTransaction, listId: string) =>
  trx
    .selectFrom('list_version')
    .select([
      'content_version as contentVersion',
      'columns',
      'row_count as rowCount',
      'size_bytes as sizeBytes',
      'content_hash as contentHash',
      'expiry_column as expiryColumn',
      'source',
      'origin',
      'restored_version as restoredVersion',
      'uploaded_by as by',
      'uploaded_at as at',
    ])
    .where('list_id', '=', listId);

/** A content of a list; undefined for one that never was. */
export const findListVersion = async (
  trx: TenantTransaction,
  { listId, contentVersion }: ListContentKey,
): Promise<StoredListVersion | undefined> =>
  select(trx, listId).where('content_version', '=', contentVersion).executeTakeFirst();

/** Contents of a list, newest first, older than a given one. */
export const listVersionsOf = async (
  trx: TenantTransaction,
  listId: string,
  page: { readonly before: number; readonly limit: number },
): Promise<readonly StoredListVersion[]> =>
  select(trx, listId)
    .where('content_version', '<', page.before)
    .orderBy('content_version', 'desc')
    .limit(page.limit)
    .execute();
