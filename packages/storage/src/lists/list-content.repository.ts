import type { TenantTransaction } from '../database/database.ts';
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
  for (;;) {
    const chunk = await trx
      .selectFrom('list_chunk')
      .select('rows')
      .where('list_id', '=', key.listId)
      .where('content_version', '=', key.contentVersion)
      .where('first_ordinal', '=', from)
      .executeTakeFirst();
    if (chunk === undefined) return;
    for (const [index, cells] of chunk.rows.entries()) {
      if (from + index > afterOrdinal) yield { ordinal: from + index, cells };
    }
    from += LIST_CHUNK_ROWS;
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
