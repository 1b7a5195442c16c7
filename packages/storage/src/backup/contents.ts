import type pg from 'pg';

/** Kysely's own tables, which a restore writes by applying the migrations, and what nodes only try writing with. */
const NOT_DATA = ['schema_migration', 'schema_migration_lock', 'write_probe'];

export type TableContents = { readonly name: string; readonly columns: readonly string[] };

/** Tables of the schema with the columns that are stored; partitions are read through their table. */
const listTables = async (client: pg.ClientBase): Promise<readonly TableContents[]> => {
  const { rows } = await client.query<TableContents>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all ($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
    [NOT_DATA],
  );
  return rows;
};

type Reference = { readonly from: string; readonly to: string };

const listReferences = async (client: pg.ClientBase): Promise<readonly Reference[]> => {
  const { rows } = await client.query<Reference>(
    `select distinct f.relname as "from", t.relname as "to"
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0 and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid
      order by 1, 2`,
  );
  return rows;
};

/** Referenced tables first. Tables that refer to each other in a ring stay in the order of their names. */
const inLoadOrder = (tables: readonly TableContents[], references: readonly Reference[]): readonly TableContents[] => {
  const ordered: TableContents[] = [];
  const seen = new Set<string>();
  const visit = (table: TableContents): void => {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const { from, to } of references) {
      const target = from === table.name ? tables.find(({ name }) => name === to) : undefined;
      if (target !== undefined) visit(target);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
};

/** Every table that holds data, referenced ones first. */
export const readTables = async (client: pg.ClientBase): Promise<readonly TableContents[]> =>
  inLoadOrder(await listTables(client), await listReferences(client));

export const readPartitions = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ name: string; parent: string; bounds: string }>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition order by c.relname`,
  );
  return rows;
};

/** Sequences stand outside transactions; read after the rows, they are never behind them. */
export const readSequences = async (client: pg.ClientBase) => {
  const names = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: { name: string; value: number; called: boolean }[] = [];
  for (const { name } of names.rows) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${client.escapeIdentifier(name)}`,
    );
    for (const row of rows) sequences.push({ name, value: Number(row.value), called: row.called });
  }
  return sequences;
};

export const readMigrations = async (client: pg.ClientBase): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
  return rows.map(({ name }) => name);
};
