import type { ListSymbol, ListSource } from '@redoubt/fql';

type Row = Readonly<Record<string, string>>;
export type ListTable = { readonly name: string; readonly columns: readonly string[]; readonly rows: readonly Row[] };

const fold = (text: string): string => text.trim().toLowerCase();

/** A list given as rows; its columns are all the names that rows have. */
export const listTable = (name: string, rows: readonly Row[]): ListTable => {
  const columns = new Map<string, string>();
  for (const row of rows) {
    for (const column of Object.keys(row)) if (!columns.has(fold(column))) columns.set(fold(column), column);
  }
  return { name, columns: [...columns.values()], rows };
};

export const listSymbols = (tables: readonly ListTable[]): readonly ListSymbol[] =>
  tables.map(({ name, columns }) => ({ name, columns }));

const cellOf = (row: Row, column: string): string => {
  if (Object.hasOwn(row, column)) return row[column] ?? '';
  const wanted = fold(column);
  return Object.entries(row).find(([name]) => fold(name) === wanted)?.[1] ?? '';
};

/** One list, indexed by column when first asked: the first row of a key counts, keys match trimmed and in any case. */
class ListRows {
  readonly #rows: readonly Row[];
  readonly #indices = new Map<string, ReadonlyMap<string, Row>>();

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  find(column: string, key: string): Row | undefined {
    const wanted = fold(key);
    return wanted === '' ? undefined : this.#index(fold(column)).get(wanted);
  }

  /** The exact row, else the one with the largest key not above the wanted one, else the one with the smallest. */
  closest(column: string, key: string): Row | undefined {
    const exact = this.find(column, key);
    if (exact) return exact;
    const wanted = key.trim();
    let below: { readonly key: string; readonly row: Row } | undefined;
    let smallest: { readonly key: string; readonly row: Row } | undefined;
    for (const row of this.#rows) {
      const entry = { key: cellOf(row, column).trim(), row };
      if (entry.key <= wanted && (!below || entry.key > below.key)) below = entry;
      if (!smallest || entry.key < smallest.key) smallest = entry;
    }
    return (below ?? smallest)?.row;
  }

  #index(column: string): ReadonlyMap<string, Row> {
    const known = this.#indices.get(column);
    if (known) return known;
    const index = new Map<string, Row>();
    for (const row of this.#rows) {
      const key = fold(cellOf(row, column));
      if (key !== '' && !index.has(key)) index.set(key, row);
    }
    this.#indices.set(column, index);
    return index;
  }
}

/** Lists given with a request, matched as the product matches its own. */
export const listSourceOf = (tables: readonly ListTable[]): ListSource => {
  const byName = new Map(tables.map(({ name, rows }) => [fold(name), new ListRows(rows)]));
  return {
    containsKey: (list, column, key) => byName.get(fold(list))?.find(column, key) !== undefined,
    lookup: (list, keyColumn, key, valueColumn) => {
      const row = byName.get(fold(list))?.find(keyColumn, key);
      return row && cellOf(row, valueColumn);
    },
    lookupClosest: (list, keyColumn, key, valueColumn) => {
      const row = byName.get(fold(list))?.closest(keyColumn, key);
      return row && cellOf(row, valueColumn);
    },
  };
};
