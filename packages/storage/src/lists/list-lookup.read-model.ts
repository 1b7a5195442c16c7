import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { ListRow } from './list-chunks.ts';

/** Rows of a list, some of which may hold what is looked for. */
export type CandidateChunk = {
  readonly listId: string;
  /** Ordinal, from 1, of the first row. */
  readonly firstOrdinal: number;
  readonly rows: readonly ListRow[];
};

/**
 * Chunks of the current contents of an environment's lists whose text has a value somewhere, whatever its letter case;
 * lists by name, chunks in file order. The caller compares cell by cell.
 */
export const findCandidateChunks = async (
  trx: TenantTransaction,
  environmentId: string,
  value: string,
  limit: number,
): Promise<readonly CandidateChunk[]> => {
  // Cells stand in the chunk as JSON, so the value is looked for as JSON writes it.
  const written = JSON.stringify(value).slice(1, -1);
  const pattern = `%${written.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<CandidateChunk>`
    select list.list_id as "listId", place.first_ordinal::integer as "firstOrdinal", list_chunk.rows
      from list
      join list_version using (tenant_id, list_id, content_version)
      cross join lateral (
        select chunk_hash, 1 + sum(chunk_rows) over (order by at) - chunk_rows as first_ordinal
          from unnest(list_version.chunks, list_version.chunk_rows) with ordinality as chunk (chunk_hash, chunk_rows, at)
      ) place
      join list_chunk using (tenant_id, list_id, chunk_hash)
     where list.environment_id = ${environmentId}
       and list.deleted_at is null
       and upper(list_chunk.rows::text) like upper(${pattern})
     order by list.name_key, place.first_ordinal
     limit ${limit}`.execute(trx);
  return rows;
};
