import { invariant } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { currentPosition } from '../log/current-position.ts';
import { ListChunker, type ListChunk, type ListChunks, type ListRow } from './list-chunks.ts';
import type { ListContent } from './list.repository.ts';
import type { ListOrigin } from '../schema/authoring/list-tables.ts';

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

/** Chunks that go to the database, or come from it, at once. */
const CHUNKS_AT_ONCE = 16;

/** Keeps chunks that are not kept yet, and notes all of them in their order. */
class ChunkWriter {
  readonly #trx: TenantTransaction;
  readonly #of: { readonly tenant_id: string; readonly list_id: string };
  readonly #hashes: string[] = [];
  readonly #rowCounts: number[] = [];
  #waiting: ListChunk[] = [];

  constructor(trx: TenantTransaction, tenantId: string, listId: string) {
    this.#trx = trx;
    this.#of = { tenant_id: tenantId, list_id: listId };
  }

  /** Notes a chunk that is kept. */
  share(hash: string, rowCount: number): void {
    this.#hashes.push(hash);
    this.#rowCounts.push(rowCount);
  }

  async write(chunk: ListChunk | undefined): Promise<void> {
    if (!chunk) return;
    this.share(chunk.hash, chunk.rowCount);
    this.#waiting.push(chunk);
    if (this.#waiting.length === CHUNKS_AT_ONCE) await this.#flush();
  }

  async end(): Promise<ListChunks> {
    await this.#flush();
    return { hashes: this.#hashes, rowCounts: this.#rowCounts };
  }

  async #flush(): Promise<void> {
    const waiting = new Map(this.#waiting.map((chunk) => [chunk.hash, chunk]));
    this.#waiting = [];
    if (waiting.size === 0) return;
    const kept = await this.#trx
      .selectFrom('list_chunk')
      .select('chunk_hash')
      .where('list_id', '=', this.#of.list_id)
      .where('chunk_hash', 'in', [...waiting.keys()])
      .execute();
    for (const { chunk_hash: hash } of kept) waiting.delete(hash);
    if (waiting.size === 0) return;
    await this.#trx
      .insertInto('list_chunk')
      .values([...waiting.values()].map(({ hash, text }) => ({ ...this.#of, chunk_hash: hash, rows: text })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Keeps rows as they come, in their order; `insertListVersion` says in the same transaction which content they are.
 * Chunks that the list had before are not written again.
 */
export const writeListRows = async (
  trx: TenantTransaction,
  tenantId: string,
  listId: string,
  rows: AsyncIterable<ListRow> | Iterable<ListRow>,
): Promise<ListChunks> => {
  const writer = new ChunkWriter(trx, tenantId, listId);
  const chunker = new ListChunker();
  for await (const row of rows) await writer.write(chunker.add(row));
  await writer.write(chunker.end());
  return writer.end();
};

/** The chunks of a content. */
export const readListChunks = async (
  trx: TenantTransaction,
  { listId, contentVersion }: ListContentKey,
): Promise<ListChunks> => {
  const version = await trx
    .selectFrom('list_version')
    .select(['chunks as hashes', 'chunk_rows as rowCounts'])
    .where('list_id', '=', listId)
    .where('content_version', '=', contentVersion)
    .executeTakeFirst();
  invariant(version, `content ${contentVersion} of list ${listId} is kept`);
  return version;
};

/** Rows of some chunks of a list, by the hash of the chunk. */
export const readChunkRows = async (
  trx: TenantTransaction,
  listId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, readonly ListRow[]>> => {
  if (hashes.length === 0) return new Map();
  const found = await trx
    .selectFrom('list_chunk')
    .select(['chunk_hash', 'rows'])
    .where('list_id', '=', listId)
    .where('chunk_hash', 'in', [...new Set(hashes)])
    .execute();
  return new Map(found.map(({ chunk_hash: hash, rows }) => [hash, rows]));
};

const rowsOf = (rows: ReadonlyMap<string, readonly ListRow[]>, hash: string): readonly ListRow[] => {
  const found = rows.get(hash);
  invariant(found, `chunk ${hash} is kept as long as a content names it`);
  return found;
};

/** What is done to the rows of a content. */
export type ListRowEdits = {
  /** Rows that are replaced, or taken away with null, by ordinal from 1. */
  readonly changed: ReadonlyMap<number, ListRow | null>;
  /** Rows that come behind the others. */
  readonly added: AsyncIterable<ListRow> | Iterable<ListRow>;
  /** Whether there are such rows. */
  readonly hasAdded: boolean;
  /** Called with each replaced row as it was. */
  readonly onChanged?: (ordinal: number, before: ListRow) => void;
};

/**
 * Keeps the content that edits make of another. Chunks without an edit are shared, but for those up to where the borders
 * of both contents meet again.
 */
export const writeEditedRows = async (
  trx: TenantTransaction,
  tenantId: string,
  key: ListContentKey,
  { changed, added, hasAdded, onChanged }: ListRowEdits,
): Promise<ListChunks> => {
  const before = await readListChunks(trx, key);
  const writer = new ChunkWriter(trx, tenantId, key.listId);
  const chunker = new ListChunker();
  const ordinals = [...changed.keys()].toSorted((a, b) => b - a);
  let first = 1;
  for (const [at, hash] of before.hashes.entries()) {
    const rowCount = before.rowCounts[at] ?? 0;
    const isEdited = (ordinals.at(-1) ?? Number.POSITIVE_INFINITY) < first + rowCount;
    // The last chunk may end where the rows do: rows that come behind it belong into it.
    const goesOn = hasAdded && at === before.hashes.length - 1;
    if (chunker.isAtBorder && !isEdited && !goesOn) {
      writer.share(hash, rowCount);
    } else {
      const rows = rowsOf(await readChunkRows(trx, key.listId, [hash]), hash);
      for (const [index, row] of rows.entries()) {
        const ordinal = first + index;
        const other = changed.get(ordinal);
        if (ordinals.at(-1) === ordinal) {
          ordinals.pop();
          onChanged?.(ordinal, row);
        }
        if (other !== null) await writer.write(chunker.add(other ?? row));
      }
    }
    first += rowCount;
  }
  for await (const row of added) await writer.write(chunker.add(row));
  await writer.write(chunker.end());
  return writer.end();
};

/** Says once and for all what a content is; `chunks` are none where the rows are kept elsewhere. */
export const insertListVersion = async (
  trx: TenantTransaction,
  tenantId: string,
  key: ListContentKey,
  content: ListContent & { readonly chunks: ListChunks | null },
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
      chunks: [...(content.chunks?.hashes ?? [])],
      chunk_rows: [...(content.chunks?.rowCounts ?? [])],
      uploaded_by: provenance.by,
      uploaded_at: provenance.at,
    })
    .execute();
};

/** Rows of a content chunk by chunk, from the one that holds a row on; fetched as the caller goes on. */
async function* chunksFrom(
  trx: TenantTransaction,
  key: ListContentKey,
  ordinal: number,
): AsyncGenerator<{ readonly first: number; readonly rows: readonly ListRow[] }> {
  const { hashes, rowCounts } = await readListChunks(trx, key);
  let at = 0;
  let first = 1;
  for (; at < hashes.length && first + (rowCounts[at] ?? 0) <= ordinal; at += 1) first += rowCounts[at] ?? 0;
  for (let atOnce = 1; at < hashes.length; atOnce = Math.min(CHUNKS_AT_ONCE, atOnce * 2)) {
    const wanted = hashes.slice(at, at + atOnce);
    const found = await readChunkRows(trx, key.listId, wanted);
    for (const hash of wanted) {
      const rows = rowsOf(found, hash);
      yield { first, rows };
      first += rows.length;
    }
    at += wanted.length;
  }
}

/**
 * Rows of a content in file order with their ordinals from 1, after a given ordinal. Chunks are fetched as the caller
 * goes on, so a page costs what it shows.
 */
export async function* listRows(
  trx: TenantTransaction,
  key: ListContentKey,
  afterOrdinal = 0,
): AsyncGenerator<{ readonly ordinal: number; readonly cells: ListRow }> {
  for await (const { first, rows } of chunksFrom(trx, key, afterOrdinal + 1)) {
    for (const [index, cells] of rows.entries()) {
      if (first + index > afterOrdinal) yield { ordinal: first + index, cells };
    }
  }
}

/** Every row of a content, in file order; read in pages, between which others get their turn. */
export const readListRows = async (trx: TenantTransaction, key: ListContentKey): Promise<readonly ListRow[]> => {
  const found: ListRow[] = [];
  for await (const { rows } of chunksFrom(trx, key, 1)) for (const row of rows) found.push(row);
  return found;
};
