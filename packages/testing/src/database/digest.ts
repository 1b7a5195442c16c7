import pg from 'pg';

/** Runs one query and gives its rows, as `TestDatabase.asAdmin` does. */
type Query = <Row extends pg.QueryResultRow>(text: string) => Promise<readonly Row[]>;

/** Its number moves on with each row of access that is written, also by a restore, so that nodes read access anew. */
const COUNTED_ONLY = 'access_head';

const digestOf = (table: string): string =>
  `select ${pg.escapeLiteral(table)} as name,
          count(*) || ' rows ' || coalesce(md5(string_agg(row, '' order by row)), '-') as digest
     from (select md5(${table === COUNTED_ONLY ? "''" : 't::text'}) collate "C" as row from ${pg.escapeIdentifier(table)} t) as rows`;

/** Table → number and checksum of its rows, whatever order they stand in: equal digests mean equal contents. */
export const digestTables = async (
  query: Query,
  tables: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const rows = await query<{ name: string; digest: string }>(tables.map(digestOf).join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
};
