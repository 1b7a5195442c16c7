import { sql, type Kysely } from 'kysely';

/**
 * How a content of a list came to be, and which of its columns says when a row expires. Chunks are written while the
 * content is read, before its rows are counted, so their version is looked for when the transaction ends.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table list_version
      add column expiry_column text,
      add column origin text not null default 'upload' check (origin in ('upload', 'append', 'edit', 'rollback', 'expiry')),
      add column restored_version integer`.execute(db);
  await sql`alter table list_version alter column origin drop default`.execute(db);
  await sql`
    alter table list_chunk
      alter constraint list_chunk_tenant_id_list_id_content_version_fkey deferrable initially deferred`.execute(db);
};
