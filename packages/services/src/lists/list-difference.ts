import { hash } from 'node:crypto';
import type { ListDifference } from '@redoubt/contracts';
import { listNameKey } from '@redoubt/domain';
import { PREVIEW_ROWS } from '../csv/preview-rows.ts';
import type { RowSource } from '../csv/row-source.ts';

type Row = readonly string[];

const without = (names: Row, others: Row): string[] => {
  const keys = new Set(others.map(listNameKey));
  return names.filter((name) => !keys.has(listNameKey(name)));
};

/** A row by 64 bits of its SHA-256: of a million rows, two that differ agree once in forty million comparisons. */
const digestOf = (row: Row): bigint => hash('sha256', JSON.stringify(row), 'buffer').readBigUInt64LE();

/** Rows as often as they occur, in twelve bytes each, of which some are taken away. */
class RowBag {
  readonly #digests: BigUint64Array;
  /** Taken so far, noted at the first of equal digests. */
  readonly #taken: Int32Array;

  private constructor(digests: BigUint64Array) {
    this.#digests = digests.sort();
    this.#taken = new Int32Array(digests.length);
  }

  static async of(source: RowSource): Promise<RowBag> {
    const digests = new BigUint64Array(source.rowCount);
    let at = 0;
    for await (const row of source.rows()) digests[at++] = digestOf(row);
    return new RowBag(digests);
  }

  /** Takes a row that equals this one; false where none is left. */
  take(row: Row): boolean {
    const digest = digestOf(row);
    let [low, high] = [0, this.#digests.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#digests[middle] ?? 0n) < digest) low = middle + 1;
      else high = middle;
    }
    const taken = this.#taken[low] ?? 0;
    if (this.#digests[low + taken] !== digest) return false;
    this.#taken[low] = taken + 1;
    return true;
  }
}

/**
 * What replacing a content would change. Rows are matched by their whole text, as often as they occur; moving a row
 * changes nothing. Holds twelve bytes of each row before.
 */
export const listDifference = async (before: RowSource, after: RowSource): Promise<ListDifference> => {
  const left = await RowBag.of(before);
  let added = 0;
  const addedRows: string[][] = [];
  for await (const row of after.rows()) {
    if (left.take(row)) continue;
    added += 1;
    if (addedRows.length < PREVIEW_ROWS) addedRows.push([...row]);
  }
  const unchanged = after.rowCount - added;
  const removed = before.rowCount - unchanged;
  const removedRows: string[][] = [];
  if (removed > 0) {
    for await (const row of before.rows()) {
      if (left.take(row)) removedRows.push([...row]);
      if (removedRows.length === Math.min(removed, PREVIEW_ROWS)) break;
    }
  }
  return {
    added,
    removed,
    unchanged,
    columnsAdded: without(after.columns, before.columns),
    columnsRemoved: without(before.columns, after.columns),
    addedRows,
    removedRows,
  };
};
