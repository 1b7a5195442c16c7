import type { Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import { sql } from 'kysely';

/** What a request itself writes. */
const OF_REQUESTS: ReadonlySet<string> = new Set(['change_request', 'audit_entry', 'notice', 'notice_state']);

/** A digest of every table of a tenant but those that requests are written into: equal where nothing was changed. */
export const tablesOf = (database: Database, tenantId: Id): Promise<Readonly<Record<string, string | null>>> =>
  database.inTenant(tenantId, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and has_table_privilege(c.oid, 'select')
       order by 1`.execute(trx);
    const digests: Record<string, string | null> = {};
    for (const { name } of rows) {
      if (OF_REQUESTS.has(name)) continue;
      const found = await sql<{ digest: string | null }>`
        select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(name)} t`.execute(trx);
      digests[name] = found.rows[0]?.digest ?? null;
    }
    return digests;
  });
