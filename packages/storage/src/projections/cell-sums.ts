import type pg from 'pg';
import { rowsParameter, type RowColumns } from '../database/rows-parameter.ts';

type Value = string | number | bigint | boolean;

/** What tells a row of sums apart, by column; times are milliseconds since 1970. */
export type Cell = Readonly<Record<string, Value>>;

type Change = { readonly cell: Cell; events: number; units: bigint };

/** The table that holds the sums of one. */
export type NameOf = (table: string) => string;

/** Changes of tables of sums. */
export type CellSums = {
  /**
   * @param key tells the cell apart from others of its table
   * @param cell is asked where there is none yet: most events find theirs
   * @param sign 1 puts an event into a cell, -1 takes it out.
   * @param units of the amount of the event, with the sign
   */
  readonly add: (table: string, key: string, cell: () => Cell, sign: 1 | -1, units: bigint) => void;
  /** @param nameOf the table that holds the sums of one; itself where absent. */
  readonly save: (client: pg.ClientBase, nameOf?: NameOf) => Promise<void>;
};

/** Tables of sums, with the columns that tell their cells apart. */
export type SumTables = Readonly<Record<string, RowColumns<Cell>>>;

const statementsOf = (table: string, key: RowColumns<Cell>) => {
  const given = rowsParameter<Cell>({ ...key, events: 'int4', amount_units: 'int8' });
  const columns = Object.keys(key);
  return {
    values: given.values,
    add: `insert into ${table} as c (${given.names.join(', ')}) select * from ${given.from('x')}
     on conflict (${columns.join(', ')}) do update
       set events = c.events + excluded.events, amount_units = c.amount_units + excluded.amount_units`,
    // An empty cell is one that never was: a rebuild does not make it.
    clear: `delete from ${table} c using ${given.from('x')}
      where ${columns.map((column) => `c.${column} = x.${column}`).join(' and ')} and c.events = 0`,
  };
};
type Statements = ReturnType<typeof statementsOf>;

const saveTable = async (
  client: pg.ClientBase,
  table: string,
  { add, clear, values }: Statements,
  changes: readonly Change[],
): Promise<void> => {
  // What sums to nothing changes nothing.
  const cells = changes
    .filter(({ events, units }) => events !== 0 || units !== 0n)
    .map(({ cell, events, units }): Cell => ({ ...cell, events, amount_units: units }));
  if (cells.length === 0) return;
  await client.query({ name: `sums-${table}`, text: add, values: values(cells) });
  const reduced = cells.filter(({ events }) => Number(events) < 0);
  if (reduced.length > 0) await client.query(clear, values(reduced));
};

/** Gathers changes of tables of sums. */
export const cellSums = (keys: SumTables): (() => CellSums) => {
  const statements = Object.entries(keys).map(([table, key]) => [table, key, statementsOf(table, key)] as const);
  return () => {
    const tables = new Map(Object.keys(keys).map((table) => [table, new Map<string, Change>()]));
    return {
      add: (table, key, cell, sign, units) => {
        const changes = tables.get(table);
        const change = changes?.get(key);
        if (change === undefined) {
          changes?.set(key, { cell: cell(), events: sign, units });
          return;
        }
        change.events += sign;
        change.units += units;
      },
      save: async (client, nameOf = (table) => table) => {
        for (const [table, key, own] of statements) {
          const name = nameOf(table);
          const some = name === table ? own : statementsOf(name, key);
          await saveTable(client, name, some, [...(tables.get(table)?.values() ?? [])]);
        }
      },
    };
  };
};
