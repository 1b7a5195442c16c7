import type pg from 'pg';

/** What tells a row of sums apart, by column. */
export type Cell = Readonly<Record<string, string | number | boolean>>;

type Change = { readonly cell: Cell; events: number; units: bigint };

/** Changes of tables of sums. */
export type CellSums = {
  /** @param sign 1 puts an event into a cell, -1 takes it out. */
  readonly add: (table: string, cell: Cell, sign: 1 | -1, amountUnits: number) => void;
  readonly save: (client: pg.ClientBase) => Promise<void>;
};

const saveTable = async (
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  changes: readonly Change[],
): Promise<void> => {
  // What sums to nothing changes nothing; rows in one order, so that what is written does not depend on the order of events.
  const cells = changes
    .filter(({ events, units }) => events !== 0 || units !== 0n)
    .map(({ cell, events, units }) => ({ ...cell, events, amount_units: String(units) }));
  if (cells.length === 0) return;
  await client.query(
    `insert into ${table} as c select x.* from jsonb_populate_recordset(null::${table}, $1::jsonb) as x
     on conflict (${columns.join(', ')}) do update
       set events = c.events + excluded.events, amount_units = c.amount_units + excluded.amount_units`,
    [JSON.stringify(cells)],
  );
  const reduced = cells.filter(({ events }) => events < 0);
  if (reduced.length === 0) return;
  // An empty cell is one that never was: a rebuild does not make it.
  await client.query(
    `delete from ${table} c using jsonb_populate_recordset(null::${table}, $1::jsonb) as x
      where ${columns.map((column) => `c.${column} = x.${column}`).join(' and ')} and c.events = 0`,
    [JSON.stringify(reduced)],
  );
};

/** Gathers changes of tables of sums. @param keys the columns that tell the cells of each table apart */
export const cellSums = (keys: Readonly<Record<string, readonly string[]>>): CellSums => {
  const tables = new Map(Object.keys(keys).map((table) => [table, new Map<string, Change>()]));
  return {
    add: (table, cell, sign, amountUnits) => {
      const changes = tables.get(table) ?? new Map<string, Change>();
      const key = (keys[table] ?? []).map((column) => cell[column]).join('/');
      const change = changes.get(key) ?? { cell, events: 0, units: 0n };
      change.events += sign;
      change.units += BigInt(sign * amountUnits);
      changes.set(key, change);
    },
    save: async (client) => {
      for (const [table, changes] of tables) await saveTable(client, table, keys[table] ?? [], [...changes.values()]);
    },
  };
};
