import type { TenantTransaction } from '../database/database.ts';
import { currentPosition } from '../log/current-position.ts';
import type { ListContent } from './list.repository.ts';

/** Rows of one chunk; a page of the screen touches one or two. */
export const LIST_CHUNK_ROWS = 500;

export type ListRow = readonly string[];

/** Which content of which list. */
export type ListContentKey = { readonly listId: string; readonly contentVersion: number };

/** Stores a content once and for all; rows keep their file order. */
export const insertListContent = async (
  trx: TenantTransaction,
  tenantId: string,
  key: ListContentKey,
  content: ListContent & { readonly rows: readonly ListRow[] },
  uploaded: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const ids = { tenant_id: tenantId, list_id: key.listId, content_version: key.contentVersion };
  await trx
    .insertInto('list_version')
    .values({
      ...ids,
      columns: [...content.columns],
      row_count: content.rowCount,
      size_bytes: content.sizeBytes,
      content_hash: content.contentHash,
      active_from_position: await currentPosition(trx),
      uploaded_by: uploaded.by,
      uploaded_at: uploaded.at,
    })
    .execute();
  for (let from = 0; from < content.rows.length; from += LIST_CHUNK_ROWS) {
    await trx
      .insertInto('list_chunk')
      .values({
        ...ids,
        first_ordinal: from + 1,
        rows: JSON.stringify(content.rows.slice(from, from + LIST_CHUNK_ROWS)),
      })
      .execute();
  }
};

/** Chunks fetched at once when a reader goes far: doubles from one. */
const MAX_CHUNKS_AT_ONCE = 16;

/**
 * Rows of a content in file order with their ordinals from 1, after a given ordinal. Chunks are fetched as the caller
 * goes on, so a page costs what it shows.
 */
export async function* listRows(
  trx: TenantTransaction,
  key: ListContentKey,
  afterOrdinal = 0,
): AsyncGenerator<{ readonly ordinal: number; readonly cells: ListRow }> {
  let from = Math.floor(afterOrdinal / LIST_CHUNK_ROWS) * LIST_CHUNK_ROWS + 1;
  for (let atOnce = 1; ; atOnce = Math.min(MAX_CHUNKS_AT_ONCE, atOnce * 2)) {
    const chunks = await trx
      .selectFrom('list_chunk')
      .select(['first_ordinal', 'rows'])
      .where('list_id', '=', key.listId)
      .where('content_version', '=', key.contentVersion)
      .where('first_ordinal', '>=', from)
      .orderBy('first_ordinal')
      .limit(atOnce)
      .execute();
    for (const { first_ordinal: first, rows } of chunks) {
      for (const [index, cells] of rows.entries()) {
        if (first + index > afterOrdinal) yield { ordinal: first + index, cells };
      }
    }
    if (chunks.length < atOnce) return;
    from += chunks.length * LIST_CHUNK_ROWS;
  }
}

/** Every row of a content, in file order. */
export const readListRows = async (trx: TenantTransaction, key: ListContentKey): Promise<readonly ListRow[]> => {
  const chunks = await trx
    .selectFrom('list_chunk')
    .select('rows')
    .where('list_id', '=', key.listId)
    .where('content_version', '=', key.contentVersion)
    .orderBy('first_ordinal')
    .execute();
  return chunks.flatMap((chunk) => chunk.rows);
};

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

/** Columns of a content; undefined for one that never was. */
export const findListColumns = async (
  trx: TenantTransaction,
  key: ListContentKey,
): Promise<readonly string[] | undefined> => {
  const row = await trx
    .selectFrom('list_version')
    .select('columns')
    .where('list_id', '=', key.listId)
    .where('content_version', '=', key.contentVersion)
    .executeTakeFirst();
  return row?.columns;
};
