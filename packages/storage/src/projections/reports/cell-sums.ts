import type pg from 'pg';
import { insertRows, type InsertRows } from '../../database/insert-rows.ts';
import { rowsParameter, type RowColumns } from '../../database/rows-parameter.ts';

type Value = string | number | bigint | boolean;

/** What tells a row of sums apart, by column; times are milliseconds since 1970. */
export type Cell = Readonly<Record<string, Value>>;

/** What tells a cell apart by some of its columns. */
export const cellPart = (cell: Cell, columns: readonly string[]): Cell =>
  Object.fromEntries(columns.map((column) => [column, cell[column] ?? 0]));

/** What a cell gains or loses. */
export type Change = { readonly cell: Cell; events: number; units: bigint };

/** The table that holds the sums of one. */
export type NameOf = (table: string) => string;

/** Changes of tables of sums. */
export type CellSums = {
  /**
   * @param key tells the cell apart from others of its table
   * @param cell is asked where there is none yet: most events find theirs
   * @param events that go into the cell; below 0 out of it
   * @param units of the amount of the events, with the sign
   */
  readonly add: (table: string, key: string, cell: () => Cell, events: number, units: bigint) => void;
  /** Changes of a table that are gathered so far. */
  readonly changesOf: (table: string) => readonly Change[];
  /** @param nameOf the table that holds the sums of one; itself where absent. */
  readonly save: (client: pg.ClientBase, nameOf?: NameOf) => Promise<void>;
};

/** Tables of sums, with the columns that tell their cells apart. */
export type SumTables = Readonly<Record<string, RowColumns<Cell>>>;

const EVENT_SUMS = { events: 'int4', amount_units: 'int8' } as const satisfies RowColumns<Cell>;

type Statements = {
  readonly add: InsertRows<Cell>['statement'];
  readonly clear: string;
  readonly values: (rows: readonly Cell[]) => Buffer[];
};

/** What saves changes of a table. @param sums columns that are added up, `events` among them */
const sumStatements = (table: string, key: RowColumns<Cell>, sums: RowColumns<Cell>): Statements => {
  const given = rowsParameter<Cell>({ ...key, ...sums });
  const columns = Object.keys(key);
  const added = Object.keys(sums).map((column) => `${column} = c.${column} + excluded.${column}`);
  return {
    values: given.values,
    add: insertRows<Cell>(
      `sums-${table}`,
      `${table} as c`,
      { ...key, ...sums },
      `on conflict (${columns.join(', ')}) do update set ${added.join(', ')}`,
    ).statement,
    // An empty cell is one that never was: a rebuild does not make it.
    clear: `delete from ${table} c using ${given.from('x')}
      where ${columns.map((column) => `c.${column} = x.${column}`).join(' and ')} and c.events = 0`,
  };
};

/** Adds rows to the sums of a table; rows name each cell once. */
type SaveSums = (client: pg.ClientBase, rows: readonly Cell[], nameOf?: NameOf) => Promise<void>;

export const saveSums = (table: string, key: RowColumns<Cell>, sums: RowColumns<Cell> = EVENT_SUMS): SaveSums => {
  const own = sumStatements(table, key, sums);
  const columns = Object.keys(sums);
  return async (client, rows, nameOf = (name) => name) => {
    // What sums to nothing changes nothing.
    const changed = rows.filter((row) => columns.some((column) => Number(row[column]) !== 0));
    if (changed.length === 0) return;
    const name = nameOf(table);
    const { add, clear, values } = name === table ? own : sumStatements(name, key, sums);
    await client.query(add(changed));
    const reduced = changed.filter(({ events }) => Number(events) < 0);
    if (reduced.length > 0) await client.query(clear, values(reduced));
  };
};

/** Gathers changes of tables of sums. */
export const cellSums = (keys: SumTables): (() => CellSums) => {
  const saves = Object.entries(keys).map(([table, key]) => [table, saveSums(table, key)] as const);
  return () => {
    const tables = new Map(Object.keys(keys).map((table) => [table, new Map<string, Change>()]));
    const changesOf = (table: string): readonly Change[] => [...(tables.get(table)?.values() ?? [])];
    return {
      add: (table, key, cell, events, units) => {
        const changes = tables.get(table);
        const change = changes?.get(key);
        if (change === undefined) {
          changes?.set(key, { cell: cell(), events, units });
          return;
        }
        change.events += events;
        change.units += units;
      },
      changesOf,
      save: async (client, nameOf) => {
        for (const [table, save] of saves) {
          const rows = changesOf(table).map(({ cell, events, units }): Cell => ({
            ...cell,
            events,
            amount_units: units,
          }));
          await save(client, rows, nameOf);
        }
      },
    };
  };
};
