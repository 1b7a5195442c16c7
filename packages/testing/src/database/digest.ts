import pg from 'pg';

/** Runs one query and gives its rows, as `TestDatabase.asAdmin` does. */
type Query = <Row extends pg.QueryResultRow>(text: string) => Promise<readonly Row[]>;

/** Table → number and checksum of its rows, whatever order they stand in: equal digests mean equal contents. */
export const digestTables = async (
  query: Query,
  tables: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const digests: Record<string, string> = {};
  for (const table of tables) {
    const rows = await query<{ digest: string }>(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(row, '' order by row)), '-') as digest
         from (select md5(t::text) collate "C" as row from ${pg.escapeIdentifier(table)} t) as rows`,
    );
    digests[table] = rows[0]?.digest ?? '';
  }
  return digests;
};
