import { listKey, listNameKey } from '@redoubt/domain';
import type { ListSource } from '@redoubt/fql';

type RowsByKey = Map<string, readonly string[]>;

/** Rows indexed before others get their turn. */
const WARM_ROWS = 10_000;

/**
 * A list's content, ready for look-ups: the first row of each key, per column, worked out when a column is first asked.
 * Keys match trimmed and ignoring case (`language.md` A-22). An empty key is never found.
 */
export class ListIndex {
  readonly columns: readonly string[];
  readonly #rows: readonly (readonly string[])[];
  readonly #columnOf: ReadonlyMap<string, number>;
  /** Columns as rule texts spell them. */
  readonly #spelled = new Map<string, number | undefined>();
  readonly #rowsByKey = new Map<number, RowsByKey>();

  constructor(columns: readonly string[], rows: readonly (readonly string[])[]) {
    this.columns = columns;
    this.#rows = rows;
    this.#columnOf = new Map(columns.map((name, index) => [listNameKey(name), index]));
  }

  has(column: string, key: string): boolean {
    return this.#find(column, key) !== undefined;
  }

  lookup(keyColumn: string, key: string, valueColumn: string): string | undefined {
    const value = this.#column(valueColumn);
    return value === undefined ? undefined : this.#find(keyColumn, key)?.[value];
  }

  #column(name: string): number | undefined {
    if (this.#spelled.has(name)) return this.#spelled.get(name);
    const index = this.#columnOf.get(listNameKey(name));
    this.#spelled.set(name, index);
    return index;
  }

  #find(column: string, key: string): readonly string[] | undefined {
    const index = this.#column(column);
    const wanted = listKey(key);
    if (index === undefined || wanted === '') return undefined;
    let byKey = this.#rowsByKey.get(index);
    if (!byKey) {
      byKey = new Map();
      this.#addRows(byKey, index, 0, this.#rows.length);
      this.#rowsByKey.set(index, byKey);
    }
    return byKey.get(wanted);
  }

  /**
   * Indexes columns ahead of the first look-up, a slice at a time, so that a long list never holds up what else the
   * process has to do.
   */
  async warm(columns: readonly string[]): Promise<void> {
    for (const column of columns) {
      const index = this.#columnOf.get(listNameKey(column));
      if (index === undefined || this.#rowsByKey.has(index)) continue;
      const byKey: RowsByKey = new Map();
      for (let from = 0; from < this.#rows.length; from += WARM_ROWS) {
        if (from > 0) await new Promise((resolve) => setImmediate(resolve));
        this.#addRows(byKey, index, from, from + WARM_ROWS);
      }
      this.#rowsByKey.set(index, byKey);
    }
  }

  #addRows(byKey: RowsByKey, index: number, from: number, to: number): void {
    for (let at = from; at < Math.min(to, this.#rows.length); at++) {
      const row = this.#rows[at] ?? [];
      const key = listKey(row[index] ?? '');
      if (!byKey.has(key)) byKey.set(key, row);
    }
  }
}

/** The lists of one environment as the language asks for them: by name, ignoring case. */
export const listSourceOf = (lists: readonly { readonly name: string; readonly index: ListIndex }[]): ListSource => {
  const byName = new Map(lists.map(({ name, index }) => [listNameKey(name), index]));
  // Rule texts name few lists, in few spellings.
  const bySpelling = new Map<string, ListIndex | undefined>();
  const find = (list: string): ListIndex | undefined => {
    if (!bySpelling.has(list)) bySpelling.set(list, byName.get(listNameKey(list)));
    return bySpelling.get(list);
  };
  return {
    containsKey: (list, column, key) => find(list)?.has(column, key) ?? false,
    lookup: (list, keyColumn, key, valueColumn) => find(list)?.lookup(keyColumn, key, valueColumn),
  };
};
