import { listKey } from '@redoubt/domain';
import { Turns } from '../turns.ts';
import type { KeyIndex, KeyRows } from './key-index.ts';
import { rowOf, type RowBlock } from './packed-rows.ts';
import { rowNumber, type PlaceChange, type PlacedRows, type RowNumber } from './placed-rows.ts';

/** Rows of a key that are there no more, and rows that are new under it, in the order of the file. */
type RowChanges = { readonly gone: Set<RowNumber>; readonly added: RowNumber[]; position: number };

const keyAt = (block: RowBlock | undefined, row: number, column: number): string =>
  block && row < block.ends.length ? listKey(rowOf(block, row)[column] ?? '') : '';

/** What the places that differ mean for the keys of a column. */
const rowChangesOf = async (changes: readonly PlaceChange[], column: number): Promise<Map<string, RowChanges>> => {
  const byKey = new Map<string, RowChanges>();
  const of = (key: string, position: number): RowChanges => {
    const found = byKey.get(key) ?? { gone: new Set(), added: [], position };
    byKey.set(key, found);
    return found;
  };
  const turns = new Turns();
  for (const { place, before, after, position } of changes) {
    const rows = Math.max(before?.ends.length ?? 0, after?.ends.length ?? 0);
    for (let row = 0; row < rows; row += 1) {
      const [was, is] = [keyAt(before, row, column), keyAt(after, row, column)];
      if (was !== is) {
        if (was !== '') of(was, position).gone.add(rowNumber(place, row));
        if (is !== '') of(is, position).added.push(rowNumber(place, row));
      }
      if (turns.isOver) await turns.next();
    }
  }
  return byKey;
};

/** Rows in the order of the file, of two that are in it. */
const mergedRows = (rows: PlacedRows, a: readonly RowNumber[], b: readonly RowNumber[]): RowNumber[] => {
  const merged: RowNumber[] = [];
  let next = 0;
  for (const row of a) {
    for (let other = b[next]; other !== undefined && rows.compare(other, row) < 0; other = b[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(row);
  }
  for (; next < b.length; next += 1) merged.push(b[next] ?? 0);
  return merged;
};

/** What a column says of the keys that change; null for keys that have no row any more. */
export const changedKeys = async (
  keys: KeyIndex,
  after: PlacedRows,
  changes: readonly PlaceChange[],
  column: number,
): Promise<ReadonlyMap<string, KeyRows | null>> => {
  const changed = new Map<string, KeyRows | null>();
  const set = (key: string, rows: readonly RowNumber[], isRepeated = rows.length > 1): void => {
    const [first, ...later] = rows;
    changed.set(key, first === undefined ? null : { first, isRepeated, later: keys.table.keepsLater ? later : [] });
  };
  /** Keys whose next row was not kept, with the first of their new rows. */
  const sought = new Map<string, readonly RowNumber[]>();
  let position = Number.POSITIVE_INFINITY;
  const turns = new Turns();
  for (const [key, { gone, added, position: from }] of await rowChangesOf(changes, column)) {
    if (turns.isOver) await turns.next();
    const first = keys.first(key);
    if (first === undefined) {
      set(key, keys.table.keepsLater ? added : added.slice(0, 1), added.length > 1);
    } else if (keys.table.keepsLater) {
      const stayed = [first, ...keys.later(key)].filter((row) => !gone.has(row));
      set(key, mergedRows(after, stayed, added));
    } else if (!gone.has(first)) {
      if (added.length > 0) set(key, mergedRows(after, [first], added.slice(0, 1)).slice(0, 1), true);
    } else if (keys.isRepeated(key)) {
      sought.set(key, added);
      position = Math.min(position, from);
    } else {
      set(key, added.slice(0, 1), added.length > 1);
    }
  }
  if (sought.size === 0) return changed;
  // No row before the first one that is gone had the key, but for those that are new.
  for (const row of after.numbers(position)) {
    if (turns.isOver) await turns.next();
    const key = listKey(after.cell(row, column) ?? '');
    const added = sought.get(key);
    if (added === undefined) continue;
    set(key, mergedRows(after, [row], added.slice(0, 1)).slice(0, 1), true);
    sought.delete(key);
    if (sought.size === 0) break;
  }
  for (const [key, added] of sought) set(key, added.slice(0, 1), added.length > 1);
  return changed;
};
