import { listKey, listNameKey, rowExpiryMs } from '@redoubt/domain';
import type { ListsAt } from '@redoubt/engine';

type Row = readonly string[];
type RowsByKey = Map<string, Row>;

/** When a list is asked: the instant, and where the log stood (`Infinity` for a list as it is now). */
export type Asked = { readonly nowMs: number; readonly position: number };

/** Which columns say whether a row counts. */
export type RowLife = {
  /** Column that says from when the row no longer counts, see `rowExpiryMs`. */
  readonly expires: number;
  /** Columns of the positions after which, and up to which, the row was there; absent where all rows are. */
  readonly from?: number;
  readonly until?: number;
};

/** Rows indexed before others get their turn: a few milliseconds' worth. */
const WARM_ROWS = 4_000;

/** Whether a row counts when it is asked. Texts that are no instant never expire. */
const counts = (row: Row, { expires, from, until }: RowLife, asked: Asked): boolean => {
  const expiryMs = rowExpiryMs(row[expires] ?? '') ?? null;
  if (expiryMs !== null && expiryMs <= asked.nowMs) return false;
  if (from !== undefined && Number(row[from]) >= asked.position) return false;
  const last = until === undefined ? '' : (row[until] ?? '');
  return last === '' || asked.position <= Number(last);
};

/**
 * A list's content, ready for look-ups: the first row of each key that counts, per column, worked out when a column is
 * first asked. Keys match trimmed and ignoring case (`docs/language/decisions.md` A-22). An empty key is never found.
 */
export class ListIndex {
  readonly columns: readonly string[];
  readonly #rows: readonly Row[];
  readonly #life: RowLife | null;
  readonly #columnOf: ReadonlyMap<string, number>;
  /** Columns as rule texts spell them. */
  readonly #spelled = new Map<string, number | undefined>();
  readonly #rowsByKey = new Map<number, RowsByKey>();
  /** Rows of a key after its first one, for lists whose rows do not always count. */
  readonly #later = new Map<RowsByKey, Map<string, Row[]>>();

  /** @param life absent where every row counts at any time. */
  constructor(columns: readonly string[], rows: readonly Row[], life: RowLife | null = null) {
    this.columns = columns;
    this.#rows = rows;
    this.#life = life;
    this.#columnOf = new Map(columns.map((name, index) => [listNameKey(name), index]));
  }

  has(column: string, key: string, asked: Asked = ALWAYS): boolean {
    return this.#find(column, key, asked) !== undefined;
  }

  lookup(keyColumn: string, key: string, valueColumn: string, asked: Asked = ALWAYS): string | undefined {
    const value = this.#column(valueColumn);
    return value === undefined ? undefined : this.#find(keyColumn, key, asked)?.[value];
  }

  #column(name: string): number | undefined {
    if (this.#spelled.has(name)) return this.#spelled.get(name);
    const index = this.#columnOf.get(listNameKey(name));
    this.#spelled.set(name, index);
    return index;
  }

  #find(column: string, key: string, asked: Asked): Row | undefined {
    const index = this.#column(column);
    const wanted = listKey(key);
    if (index === undefined || wanted === '') return undefined;
    let byKey = this.#rowsByKey.get(index);
    if (!byKey) {
      byKey = new Map();
      this.#addRows(byKey, index, 0, this.#rows.length);
      this.#rowsByKey.set(index, byKey);
    }
    const first = byKey.get(wanted);
    const life = this.#life;
    if (first === undefined || life === null || counts(first, life, asked)) return first;
    const later = this.#later.get(byKey)?.get(wanted);
    return later?.find((row) => counts(row, life, asked));
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
      else if (this.#life !== null) this.#addLater(byKey, key, row);
    }
  }

  #addLater(byKey: RowsByKey, key: string, row: Row): void {
    const later = this.#later.get(byKey) ?? new Map<string, Row[]>();
    this.#later.set(byKey, later);
    const rows = later.get(key);
    if (rows) rows.push(row);
    else later.set(key, [row]);
  }
}

/** Of rows that always count, any time asks the same. */
const ALWAYS: Asked = { nowMs: 0, position: Number.POSITIVE_INFINITY };

/** The lists of one environment as the language asks for them: by name, ignoring case. */
export const listSourceOf = (lists: readonly { readonly name: string; readonly index: ListIndex }[]): ListsAt => {
  const byName = new Map(lists.map(({ name, index }) => [listNameKey(name), index]));
  // Rule texts name few lists, in few spellings.
  const bySpelling = new Map<string, ListIndex | undefined>();
  const find = (list: string): ListIndex | undefined => {
    if (!bySpelling.has(list)) bySpelling.set(list, byName.get(listNameKey(list)));
    return bySpelling.get(list);
  };
  return (nowMs) => {
    const asked: Asked = { nowMs, position: Number.POSITIVE_INFINITY };
    return {
      containsKey: (list, column, key) => find(list)?.has(column, key, asked) ?? false,
      lookup: (list, keyColumn, key, valueColumn) => find(list)?.lookup(keyColumn, key, valueColumn, asked),
    };
  };
};
