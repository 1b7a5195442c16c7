import { listKey, listNameKey, rowExpiryMs } from '@redoubt/domain';
import type { ListsAt } from '@redoubt/engine';
import { Turns } from '../turns.ts';
import { packRows, rowAt, type PackedRows } from './packed-rows.ts';

type Row = readonly string[];

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

/** Rows indexed before the clock is looked at. */
const WARM_ROWS = 200;

/** Whether a row counts when it is asked. Texts that are no instant never expire. */
const counts = (row: Row, { expires, from, until }: RowLife, asked: Asked): boolean => {
  const expiryMs = rowExpiryMs(row[expires] ?? '') ?? null;
  if (expiryMs !== null && expiryMs <= asked.nowMs) return false;
  if (from !== undefined && Number(row[from]) >= asked.position) return false;
  const last = until === undefined ? '' : (row[until] ?? '');
  return last === '' || asked.position <= Number(last);
};

/** Parts of an index: a table of half a million keys takes tens of milliseconds each time that it grows. */
const SHARDS = 256;

/** Spreads keys over the parts. */
const shardOf = (key: string): number => {
  let hash = key.length;
  for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & (SHARDS - 1);
};

/** Where the rows of each key stand, in one column. */
class KeyIndex {
  /** The first row. */
  readonly #first = Array.from({ length: SHARDS }, () => new Map<string, number>());
  /** Rows after the first one, for lists whose rows do not always count. */
  readonly #later: Map<string, number[]> | null;

  constructor(keepsLater: boolean) {
    this.#later = keepsLater ? new Map() : null;
  }

  add(key: string, row: number): void {
    const shard = this.#first[shardOf(key)];
    if (shard === undefined) return;
    if (!shard.has(key)) {
      shard.set(key, row);
      return;
    }
    const later = this.#later?.get(key);
    if (later) later.push(row);
    else this.#later?.set(key, [row]);
  }

  first(key: string): number | undefined {
    return this.#first[shardOf(key)]?.get(key);
  }

  later(key: string): readonly number[] {
    return this.#later?.get(key) ?? [];
  }
}

/**
 * A list's content, ready for look-ups: the first row of each key that counts, per column, worked out when a column is
 * first asked. Keys match trimmed and ignoring case (`docs/language/decisions.md` A-22). An empty key is never found.
 */
export class ListIndex {
  readonly columns: readonly string[];
  readonly #rows: PackedRows;
  readonly #life: RowLife | null;
  readonly #columnOf: ReadonlyMap<string, number>;
  /** Columns as rule texts spell them. */
  readonly #spelled = new Map<string, number | undefined>();
  readonly #byColumn = new Map<number, KeyIndex>();

  /** @param life absent where every row counts at any time. */
  constructor(columns: readonly string[], rows: PackedRows, life: RowLife | null = null) {
    this.columns = columns;
    this.#rows = rows;
    this.#life = life;
    this.#columnOf = new Map(columns.map((name, index) => [listNameKey(name), index]));
  }

  /** Of rows that are at hand. */
  static of(columns: readonly string[], rows: readonly Row[], life: RowLife | null = null): ListIndex {
    return new ListIndex(columns, packRows(rows), life);
  }

  has(column: string, key: string, asked: Asked = ALWAYS): boolean {
    return this.#find(column, key, asked) !== undefined;
  }

  lookup(keyColumn: string, key: string, valueColumn: string, asked: Asked = ALWAYS): string | undefined {
    const value = this.#column(valueColumn);
    if (value === undefined) return undefined;
    const row = this.#find(keyColumn, key, asked);
    return row === undefined ? undefined : rowAt(this.#rows, row)[value];
  }

  #column(name: string): number | undefined {
    if (this.#spelled.has(name)) return this.#spelled.get(name);
    const index = this.#columnOf.get(listNameKey(name));
    this.#spelled.set(name, index);
    return index;
  }

  /** The row that is found under a key. */
  #find(column: string, key: string, asked: Asked): number | undefined {
    const index = this.#column(column);
    const wanted = listKey(key);
    if (index === undefined || wanted === '') return undefined;
    let keys = this.#byColumn.get(index);
    if (!keys) {
      keys = this.#newKeys();
      this.#addRows(keys, index, 0, this.#rows.length);
      this.#byColumn.set(index, keys);
    }
    const first = keys.first(wanted);
    if (first === undefined || this.#counts(first, asked)) return first;
    return keys.later(wanted).find((row) => this.#counts(row, asked));
  }

  #counts(row: number, asked: Asked): boolean {
    return this.#life === null || counts(rowAt(this.#rows, row), this.#life, asked);
  }

  /**
   * Indexes columns ahead of the first look-up, a slice at a time, so that a long list never holds up what else the
   * process has to do.
   */
  async warm(columns: readonly string[]): Promise<void> {
    const turns = new Turns();
    for (const column of columns) {
      const index = this.#columnOf.get(listNameKey(column));
      if (index === undefined || this.#byColumn.has(index)) continue;
      const keys = this.#newKeys();
      for (let from = 0; from < this.#rows.length; from += WARM_ROWS) {
        if (turns.isOver) await turns.next();
        this.#addRows(keys, index, from, from + WARM_ROWS);
      }
      this.#byColumn.set(index, keys);
    }
  }

  #newKeys(): KeyIndex {
    return new KeyIndex(this.#life !== null);
  }

  #addRows(keys: KeyIndex, index: number, from: number, to: number): void {
    for (let row = from; row < Math.min(to, this.#rows.length); row++) {
      keys.add(listKey(rowAt(this.#rows, row)[index] ?? ''), row);
    }
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
