import { listKey, listNameKey } from '@redoubt/domain';
import type { ListSource } from '@redoubt/fql';

/**
 * A list's content, ready for look-ups: the first row of each key, per column, worked out when a column is first asked.
 * Keys match trimmed and ignoring case (`language.md` A-22). An empty key is never found.
 */
export class ListIndex {
  readonly columns: readonly string[];
  readonly #rows: readonly (readonly string[])[];
  readonly #columnOf: ReadonlyMap<string, number>;
  readonly #rowsByKey = new Map<number, ReadonlyMap<string, readonly string[]>>();

  constructor(columns: readonly string[], rows: readonly (readonly string[])[]) {
    this.columns = columns;
    this.#rows = rows;
    this.#columnOf = new Map(columns.map((name, index) => [listNameKey(name), index]));
  }

  has(column: string, key: string): boolean {
    return this.#find(column, key) !== undefined;
  }

  lookup(keyColumn: string, key: string, valueColumn: string): string | undefined {
    const value = this.#columnOf.get(listNameKey(valueColumn));
    return value === undefined ? undefined : this.#find(keyColumn, key)?.[value];
  }

  #find(column: string, key: string): readonly string[] | undefined {
    const index = this.#columnOf.get(listNameKey(column));
    const wanted = listKey(key);
    if (index === undefined || wanted === '') return undefined;
    let byKey = this.#rowsByKey.get(index);
    if (!byKey) {
      byKey = this.#indexColumn(index);
      this.#rowsByKey.set(index, byKey);
    }
    return byKey.get(wanted);
  }

  #indexColumn(index: number): ReadonlyMap<string, readonly string[]> {
    const byKey = new Map<string, readonly string[]>();
    for (const row of this.#rows) {
      const key = listKey(row[index] ?? '');
      if (!byKey.has(key)) byKey.set(key, row);
    }
    return byKey;
  }
}

/** The lists of one environment as the language asks for them: by name, ignoring case. */
export const listSourceOf = (lists: readonly { readonly name: string; readonly index: ListIndex }[]): ListSource => {
  const byName = new Map(lists.map(({ name, index }) => [listNameKey(name), index]));
  return {
    containsKey: (list, column, key) => byName.get(listNameKey(list))?.has(column, key) ?? false,
    lookup: (list, keyColumn, key, valueColumn) => byName.get(listNameKey(list))?.lookup(keyColumn, key, valueColumn),
  };
};
