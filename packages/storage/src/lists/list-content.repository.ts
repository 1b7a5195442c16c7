import type { TenantTransaction } from '../database/database.ts';
import { currentPosition } from '../log/current-position.ts';
import type { ListContent } from './list.repository.ts';
import type { ListOrigin } from './list-tables.ts';

/** Rows of one chunk; a page of the screen touches one or two. */
export const LIST_CHUNK_ROWS = 500;

export type ListRow = readonly string[];

/** Which content of which list. */
export type ListContentKey = { readonly listId: string; readonly contentVersion: number };

/** How a content came to be. */
export type ListProvenance = {
  readonly by: string;
  readonly at: Date;
  readonly origin: ListOrigin;
  /** The version a roll-back brought back. */
  readonly restoredVersion?: number;
};

/** Keeps rows of a content as they come, in their order; `insertListVersion` says in the same transaction what they are. */
export const writeListRows = async (
  trx: TenantTransaction,
  tenantId: string,
  key: ListContentKey,
  rows: AsyncIterable<ListRow> | Iterable<ListRow>,
): Promise<void> => {
  let firstOrdinal = 1;
  let chunk: ListRow[] = [];
  const flush = async (): Promise<void> => {
    await trx
      .insertInto('list_chunk')
      .values({
        tenant_id: tenantId,
        list_id: key.listId,
        content_version: key.contentVersion,
        first_ordinal: firstOrdinal,
        rows: JSON.stringify(chunk),
      })
      .execute();
    firstOrdinal += chunk.length;
    chunk = [];
  };
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length === LIST_CHUNK_ROWS) await flush();
  }
  if (chunk.length > 0) await flush();
};

/** Keeps the rows of an earlier content as those of another. */
export const copyListRows = async (trx: TenantTransaction, key: ListContentKey, toVersion: number): Promise<void> => {
  await trx
    .insertInto('list_chunk')
    .columns(['tenant_id', 'list_id', 'content_version', 'first_ordinal', 'rows'])
    .expression((from) =>
      from
        .selectFrom('list_chunk')
        .select((select) => [
          'tenant_id',
          'list_id',
          select.val(toVersion).as('content_version'),
          'first_ordinal',
          'rows',
        ])
        .where('list_id', '=', key.listId)
        .where('content_version', '=', key.contentVersion),
    )
    .execute();
};

/** Says once and for all what a content is. */
export const insertListVersion = async (
  trx: TenantTransaction,
  tenantId: string,
  key: ListContentKey,
  content: ListContent,
  provenance: ListProvenance,
): Promise<void> => {
  await trx
    .insertInto('list_version')
    .values({
      tenant_id: tenantId,
      list_id: key.listId,
      content_version: key.contentVersion,
      columns: [...content.columns],
      row_count: content.rowCount,
      size_bytes: content.sizeBytes,
      content_hash: content.contentHash,
      expiry_column: content.expiryColumn,
      active_from_position: await currentPosition(trx),
      origin: provenance.origin,
      source: content.source ? JSON.stringify(content.source) : null,
      restored_version: provenance.restoredVersion ?? null,
      uploaded_by: provenance.by,
      uploaded_at: provenance.at,
    })
    .execute();
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
