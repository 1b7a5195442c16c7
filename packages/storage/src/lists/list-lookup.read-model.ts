import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { ListRow } from './list-content.repository.ts';

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
  return trx
    .selectFrom('list')
    .innerJoin('list_chunk', (join) =>
      join
        .onRef('list_chunk.tenant_id', '=', 'list.tenant_id')
        .onRef('list_chunk.list_id', '=', 'list.list_id')
        .onRef('list_chunk.content_version', '=', 'list.content_version'),
    )
    .select(['list.list_id as listId', 'list_chunk.first_ordinal as firstOrdinal', 'list_chunk.rows'])
    .where('list.environment_id', '=', environmentId)
    .where('list.deleted_at', 'is', null)
    .where(sql<boolean>`upper(list_chunk.rows::text) like upper(${pattern})`)
    .orderBy('list.name_key')
    .orderBy('list_chunk.first_ordinal')
    .limit(limit)
    .execute();
};
