import pg from 'pg';

/** Runs one query and gives its rows, as `TestDatabase.asAdmin` does. */
type Query = <Row extends pg.QueryResultRow>(text: string) => Promise<readonly Row[]>;

/** Its number moves on with each row of access that is written, also by a restore, so that nodes read access anew. */
const COUNTED_ONLY = 'access_head';

const digestOf = (table: string, tenantId: string | undefined): string =>
  `select ${pg.escapeLiteral(table)} as name,
          count(*) || ' rows ' || coalesce(md5(string_agg(row, '' order by row)), '-') as digest
     from (select md5(${table === COUNTED_ONLY ? "''" : 't::text'}) collate "C" as row from ${pg.escapeIdentifier(table)} t${
       tenantId === undefined ? '' : ` where t.tenant_id = ${pg.escapeLiteral(tenantId)}`
     }) as rows`;

/**
 * Table → number and checksum of its rows, or of those of one tenant, whatever order they stand in: equal digests mean
 * equal contents.
 */
export const digestTables = async (
  query: Query,
  tables: readonly string[],
  tenantId?: string,
): Promise<Readonly<Record<string, string>>> => {
  const rows = await query<{ name: string; digest: string }>(
    tables.map((table) => digestOf(table, tenantId)).join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
};
