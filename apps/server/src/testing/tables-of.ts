import type { Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';

/** What a request itself writes. */
const OF_REQUESTS: ReadonlySet<string> = new Set([
  'change_request',
  'audit_entry',
  'audit_head',
  'audit_link',
  'notice',
  'notice_state',
]);

const TENANT_TABLES = `
  select c.relname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and has_table_privilege(c.oid, 'select')
   order by 1`;

/** A digest of every table of a tenant but those that requests are written into: equal where nothing was changed. */
export const tablesOf = async (
  database: Database,
  tenantId: Id,
  without: ReadonlySet<string> = OF_REQUESTS,
): Promise<Readonly<Record<string, string | null>>> => {
  const client = await database.pools.app.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('redoubt.tenant_id', $1, true)`, [tenantId]);
    const { rows } = await client.query<{ name: string }>(TENANT_TABLES);
    const digests: Record<string, string | null> = {};
    for (const { name } of rows) {
      if (without.has(name)) continue;
      const found = await client.query<{ digest: string | null }>(
        `select md5(string_agg(t::text, '|' order by t::text)) as digest from ${client.escapeIdentifier(name)} t`,
      );
      digests[name] = found.rows[0]?.digest ?? null;
    }
    return digests;
  } finally {
    await client.query('rollback');
    client.release();
  }
};
