import { listKey, listNameKey, rowExpiryMs } from '@redoubt/domain';
import { ownBuffer, type NewBuffer } from '@redoubt/kernel';
import type { ListsAt } from '@redoubt/engine';
import { Turns } from '../turns.ts';
import { KeyIndex, shardsFor, type KeyTable } from './key-index.ts';
import { changedKeys } from './list-patch.ts';
import { packRows, type PackedRows, type RowBlock } from './packed-rows.ts';
import { PlacedRows, type PlaceChange, type PlainPlacedRows, type RowNumber } from './placed-rows.ts';

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

/** Whether a row counts when it is asked. Texts that are no instant never expire. */
const counts = (row: Row, { expires, from, until }: RowLife, asked: Asked): boolean => {
  const expiryMs = rowExpiryMs(row[expires] ?? '') ?? null;
  if (expiryMs !== null && expiryMs <= asked.nowMs) return false;
  if (from !== undefined && Number(row[from]) >= asked.position) return false;
  const last = until === undefined ? '' : (row[until] ?? '');
  return last === '' || asked.position <= Number(last);
};

/** Plain data of an index: another thread makes the same of it, over the same memory where that is shared. */
export type PlainListIndex = {
  readonly columns: readonly string[];
  readonly rows: PlainPlacedRows;
  readonly life: RowLife | null;
  readonly byColumn: ReadonlyMap<number, KeyTable>;
};

/** Rows that may differ for an index to be made of the one before; past it, all rows are indexed anew. */
const MAX_CHANGED_ROWS = 65_536;
/** A column that grew past so many times the rows its index was laid out for is indexed anew. */
const MAX_GROWTH = 4;

/**
 * A list's content, ready for look-ups: the first row of each key that counts, per column, worked out when a column is
 * first asked. Keys match trimmed and ignoring case (`docs/language/decisions.md` A-22). An empty key is never found.
 */
export class ListIndex {
  readonly columns: readonly string[];
  readonly #rows: PlacedRows;
  readonly #life: RowLife | null;
  readonly #newBuffer: NewBuffer;
  readonly #columnOf: ReadonlyMap<string, number>;
  /** Columns as rule texts spell them. */
  readonly #spelled = new Map<string, number | undefined>();
  readonly #byColumn = new Map<number, KeyIndex>();

  /**
   * @param life absent where every row counts at any time.
   * @param newBuffer where keys are put.
   */
  constructor(
    columns: readonly string[],
    rows: PackedRows | PlacedRows,
    life: RowLife | null = null,
    newBuffer: NewBuffer = ownBuffer,
  ) {
    this.columns = columns;
    this.#newBuffer = newBuffer;
    this.#rows = rows instanceof PlacedRows ? rows : PlacedRows.of(rows);
    this.#life = life;
    this.#columnOf = new Map(columns.map((name, index) => [listNameKey(name), index]));
  }

  /** Of rows that are at hand. */
  static of(columns: readonly string[], rows: readonly Row[], life: RowLife | null = null): ListIndex {
    return new ListIndex(columns, packRows(rows), life);
  }

  /** The index of another thread. */
  static from({ columns, rows, life, byColumn }: PlainListIndex): ListIndex {
    const placed = new PlacedRows(rows);
    const index = new ListIndex(columns, placed, life);
    for (const [column, table] of byColumn) index.#byColumn.set(column, new KeyIndex(table, placed, column));
    return index;
  }

  get plain(): PlainListIndex {
    const byColumn = new Map([...this.#byColumn].map(([column, { table }]) => [column, table]));
    return { columns: this.columns, rows: this.#rows.plain, life: this.#life, byColumn };
  }

  has(column: string, key: string, asked: Asked = ALWAYS): boolean {
    return this.#find(column, key, asked) !== undefined;
  }

  lookup(keyColumn: string, key: string, valueColumn: string, asked: Asked = ALWAYS): string | undefined {
    const value = this.#column(valueColumn);
    if (value === undefined) return undefined;
    const row = this.#find(keyColumn, key, asked);
    return row === undefined ? undefined : this.#rows.cell(row, value);
  }

  #column(name: string): number | undefined {
    if (this.#spelled.has(name)) return this.#spelled.get(name);
    const index = this.#columnOf.get(listNameKey(name));
    this.#spelled.set(name, index);
    return index;
  }

  /** The row that is found under a key. */
  #find(column: string, key: string, asked: Asked): RowNumber | undefined {
    const index = this.#column(column);
    const wanted = listKey(key);
    if (index === undefined || wanted === '') return undefined;
    const keys = this.#byColumn.get(index) ?? this.#indexNow(index);
    const first = keys.first(wanted);
    if (first === undefined || this.#counts(first, asked)) return first;
    return keys.later(wanted).find((row) => this.#counts(row, asked));
  }

  #counts(row: RowNumber, asked: Asked): boolean {
    return this.#life === null || counts(this.#rows.row(row), this.#life, asked);
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
      const indexing = this.#indexing(index);
      let step = indexing.next();
      for (; step.done !== true; step = indexing.next()) if (turns.isOver) await turns.next();
      this.#byColumn.set(index, step.value);
    }
  }

  /** The rows, for the content that comes after. */
  get blocks(): readonly RowBlock[] {
    return this.#rows.blocks;
  }

  /**
   * The index of a later content of the list. Where few rows differ, the columns that are indexed are taken over, and
   * changed for the keys of those rows; this index stays as it is for the events that began with it.
   */
  async next(columns: readonly string[], rows: PackedRows, life: RowLife | null): Promise<ListIndex> {
    const isAlike =
      columns.length === this.columns.length &&
      columns.every((name, at) => name === this.columns[at]) &&
      life?.expires === this.#life?.expires &&
      life?.from === this.#life?.from;
    const placed = isAlike ? this.#rows.next(rows) : undefined;
    if (!placed || changedRows(placed.changes) > Math.min(MAX_CHANGED_ROWS, rows.length / 4)) {
      return new ListIndex(columns, rows, life, this.#newBuffer);
    }
    const index = new ListIndex(columns, placed.after, life, this.#newBuffer);
    for (const [column, keys] of this.#byColumn) {
      if (shardsFor(rows.length) > keys.table.shards.length * MAX_GROWTH) continue;
      const changed = await changedKeys(keys, placed.after, placed.changes, column);
      index.#byColumn.set(column, await keys.with(changed, placed.after, this.#newBuffer));
    }
    return index;
  }

  /** Whether look-ups under columns are ready; those that are not there find nothing at once. */
  isReady(columns: readonly string[]): boolean {
    return columns.every((column) => {
      const index = this.#columnOf.get(listNameKey(column));
      return index === undefined || this.#byColumn.has(index);
    });
  }

  #indexing(column: number): Generator<void, KeyIndex> {
    return KeyIndex.of(this.#rows, column, this.#life !== null, this.#newBuffer);
  }

  #indexNow(column: number): KeyIndex {
    const indexing = this.#indexing(column);
    let step = indexing.next();
    while (step.done !== true) step = indexing.next();
    this.#byColumn.set(column, step.value);
    return step.value;
  }
}

const changedRows = (changes: readonly PlaceChange[]): number =>
  changes.reduce((rows, { before, after }) => rows + Math.max(before?.ends.length ?? 0, after?.ends.length ?? 0), 0);

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
