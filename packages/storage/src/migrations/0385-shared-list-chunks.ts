import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';
import { ListChunker, listContentHash, type ListChunk } from '../lists/list-chunks.ts';

type Version = {
  readonly tenant_id: string;
  readonly list_id: string;
  readonly content_version: number;
  readonly columns: string[];
  readonly expiry_column: string | null;
};

/** Cuts the rows of a content anew and keeps the chunks that no earlier content of the list had. */
const cutAnew = async (db: Kysely<never>, version: Version): Promise<void> => {
  const { tenant_id: tenantId, list_id: listId, content_version: contentVersion } = version;
  const chunker = new ListChunker();
  const hashes: string[] = [];
  const rowCounts: number[] = [];
  const keep = async (chunk: ListChunk | undefined): Promise<void> => {
    if (!chunk) return;
    hashes.push(chunk.hash);
    rowCounts.push(chunk.rowCount);
    await sql`
      insert into list_chunk (tenant_id, list_id, chunk_hash, rows)
      values (${tenantId}, ${listId}, ${chunk.hash}, ${chunk.text}) on conflict do nothing`.execute(db);
  };
  for (let after = 0; ;) {
    const { rows: found } = await sql<{ first_ordinal: number; rows: string[][] }>`
      select first_ordinal, rows from version_chunk
       where tenant_id = ${tenantId} and list_id = ${listId} and content_version = ${contentVersion}
         and first_ordinal > ${after}
       order by first_ordinal limit 16`.execute(db);
    for (const { first_ordinal: first, rows } of found) {
      for (const row of rows) await keep(chunker.add(row));
      after = first;
    }
    if (found.length === 0) break;
  }
  await keep(chunker.end());
  const contentHash = listContentHash({ columns: version.columns, expiryColumn: version.expiry_column }, hashes);
  await sql`
    update list_version set chunks = ${hashes}::text[], chunk_rows = ${rowCounts}::integer[], content_hash = ${contentHash}
     where tenant_id = ${tenantId} and list_id = ${listId} and content_version = ${contentVersion}`.execute(db);
};

/**
 * Chunks are named by what they hold and shared by the contents of their list; a content is the order of its chunks.
 * Contents that are kept already are cut anew, and named by their chunks. A chunk may be written before its list is.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table list_chunk rename to version_chunk`.execute(db);
  await sql`alter table version_chunk rename constraint list_chunk_pkey to version_chunk_pkey`.execute(db);
  await sql`
    create table list_chunk (
      tenant_id uuid not null references tenant,
      list_id uuid not null,
      chunk_hash text not null,
      rows json not null,
      primary key (tenant_id, list_id, chunk_hash),
      foreign key (tenant_id, list_id) references list on delete cascade deferrable initially deferred
    )`.execute(db);
  await isolateTenant(db, 'list_chunk', { app: ['select', 'insert'] });
  await sql`
    alter table list_version
      add column chunks text[] not null default '{}',
      add column chunk_rows integer[] not null default '{}'`.execute(db);
  const { rows: versions } = await sql<Version>`
    select tenant_id, list_id, content_version, columns, expiry_column from list_version
     where source is null order by tenant_id, list_id, content_version`.execute(db);
  for (const version of versions) await cutAnew(db, version);
  await sql`set constraints all immediate`.execute(db);
  await sql`alter table list_version alter column chunks drop default, alter column chunk_rows drop default`.execute(
    db,
  );
  await sql`drop table version_chunk`.execute(db);
};
