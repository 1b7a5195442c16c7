import pg from 'pg';

type Query = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
type Value = string | number | boolean;
type Column = { readonly name: string; readonly type: string; readonly required: boolean };
type Reference = { readonly columns: readonly string[]; readonly to: string; readonly toColumns: readonly string[] };

export type FillOptions = {
  readonly tenantId: string;
  /** Where made-up rows stand: an environment that nothing decides in. */
  readonly environmentId: string;
};

const HASH = String.raw`\x${'5c'.repeat(32)}`;

/** Values of made-up rows that a constraint ties together, or that a feature would take for data. */
const TIED: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  audit_floor: { hash: HASH, signature: HASH },
  audit_head: { hash: HASH },
  audit_link: { salt: HASH, content_digest: HASH, previous_hash: HASH, hash: HASH },
  application_credential: { secret_hash: 'hash' },
  person_session: { key_hash: HASH },
  personal_token: { secret_hash: HASH },
  provisioning_token: { secret_hash: HASH },
  // An active one has a next time.
  report_schedule: { state: 'active', next_at: '2026-03-04T12:00:00Z' },
  // There is a partition for the present.
  segment: { committed_at: 'now' },
  // Before the first position of the log, so that nothing counts it.
  velocity_backfill_segment: { first_position: 0 },
};

/** Signs that a copy of rows as text would have to escape. */
const TEXT = 'tab\tslash\\N\nnewline “é”';
const MOMENT = '2026-03-04T12:00:00.123456Z';

const madeUp = (type: string): Value => {
  if (type === 'uuid') return '00000000-0000-4000-8000-00000000d0d0';
  if (type.startsWith('timestamp')) return MOMENT;
  if (type === 'date') return MOMENT.slice(0, 10);
  if (type.endsWith('[]')) return '{}';
  if (type === 'json' || type === 'jsonb') return JSON.stringify({ text: TEXT, number: 1.5, none: null });
  if (type === 'bytea') return String.raw`\x00ff5c4e0a`;
  if (type === 'boolean') return false;
  if (/^(?:bigint|integer|smallint)$/.test(type)) return 1;
  if (/^(?:real|double|numeric)/.test(type)) return 1.5;
  return TEXT;
};

const columnsOf = (query: Query, table: string) =>
  query<Column>(
    `select attname as name, format_type(atttypid, null) as type, attnotnull and not atthasdef as required
       from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [pg.escapeIdentifier(table)],
  );

const referencesOf = (query: Query, table: string) =>
  query<Reference>(
    `select confrelid::regclass::text as to,
            array(select attname::text from unnest(conkey) with ordinality k(n, i)
                    join pg_attribute a on a.attrelid = conrelid and a.attnum = k.n order by i) as columns,
            array(select attname::text from unnest(confkey) with ordinality k(n, i)
                    join pg_attribute a on a.attrelid = confrelid and a.attnum = k.n order by i) as "toColumns"
       from pg_constraint where conrelid = $1::regclass and contype = 'f' and conparentid = 0
      order by cardinality(conkey)`,
    [pg.escapeIdentifier(table)],
  );

/** The first value of each check that lists those of a column. */
const listedValues = async (query: Query, table: string): Promise<Readonly<Record<string, string>>> => {
  const checks = await query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [pg.escapeIdentifier(table)],
  );
  const found = checks.map(({ text }) => /\((\w+) = ANY \(ARRAY\['([^']+)'/.exec(text));
  return Object.fromEntries(found.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])));
};

/** A row of the table in a tenant, its references leading to rows that are there. */
const rowFor = async (query: Query, table: string, { tenantId, environmentId }: FillOptions) => {
  const listed = await listedValues(query, table);
  const row = new Map<string, unknown>();
  for (const { name, type, required } of await columnsOf(query, table)) {
    if (name === 'tenant_id') row.set(name, tenantId);
    else if (name === 'environment_id') row.set(name, environmentId);
    else if (required) row.set(name, listed[name] ?? madeUp(type));
  }
  for (const { to, columns: from, toColumns } of await referencesOf(query, table)) {
    const own = from.filter((column) => row.has(column) && column !== 'tenant_id' && column !== 'environment_id');
    if (own.length === 0) continue;
    const condition = toColumns.includes('tenant_id') ? `where tenant_id = '${tenantId}'` : '';
    const [target] = await query(`select * from ${to} ${condition} limit 1`);
    if (target === undefined) throw new Error(`${to} has no row to refer to`);
    for (const [at, column] of from.entries()) row.set(column, target[toColumns[at] ?? '']);
  }
  for (const [name, value] of Object.entries(TIED[table] ?? {})) row.set(name, value);
  return row;
};

const insertRow = async (query: Query, table: string, options: FillOptions): Promise<void> => {
  const row = await rowFor(query, table, options);
  const names = [...row.keys()].map((name) => pg.escapeIdentifier(name));
  const places = [...row.keys()].map((_, at) => `$${at + 1}`);
  await query(`insert into ${pg.escapeIdentifier(table)} (${names.join(', ')}) values (${places.join(', ')})`, [
    ...row.values(),
  ]);
};

/** Those of the tables that hold no row, of the tenant where rows have one. */
export const findEmptyTables = async (
  query: Query,
  tables: readonly string[],
  tenantId: string,
): Promise<readonly string[]> => {
  const empty: string[] = [];
  for (const table of tables) {
    const hasTenant = (await columnsOf(query, table)).some(({ name }) => name === 'tenant_id');
    const rows = await query(
      `select 1 from ${pg.escapeIdentifier(table)} ${hasTenant ? `where tenant_id = '${tenantId}'` : ''} limit 1`,
    );
    if (rows.length === 0) empty.push(table);
  }
  return empty;
};

/**
 * Puts a made-up row of a tenant into each of the tables that has none, referenced tables first: what features did not
 * leave there by themselves. The row holds what the table asks for; texts and bytes are such that a copy must escape
 * them.
 *
 * @param tables referenced ones before those that refer to them.
 */
export const fillEmptyTables = async (
  query: Query,
  tables: readonly string[],
  options: FillOptions,
): Promise<readonly string[]> => {
  const empty = await findEmptyTables(query, tables, options.tenantId);
  for (const table of empty) {
    // A trigger of a table before may have filled it.
    if ((await findEmptyTables(query, [table], options.tenantId)).length === 0) continue;
    try {
      await insertRow(query, table, options);
    } catch (error) {
      throw new Error(`No row can be made up for ${table}: give the values that its checks ask for in TIED.`, {
        cause: error,
      });
    }
  }
  return empty;
};
