import type { ListPreview } from '@redoubt/contracts';
import { listNameKey } from '@redoubt/domain';
import { PREVIEW_ROWS } from './preview-rows.ts';

type Content = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

const without = (names: readonly string[], others: readonly string[]): string[] => {
  const keys = new Set(others.map(listNameKey));
  return names.filter((name) => !keys.has(listNameKey(name)));
};

/**
 * What replacing a content would change. Rows are matched by their whole text, as often as they occur; moving a row
 * changes nothing.
 */
export const listDifference = (before: Content, after: Content): NonNullable<ListPreview['difference']> => {
  const left = new Map<string, number>();
  for (const row of before.rows) {
    const key = JSON.stringify(row);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  let added = 0;
  const addedRows: string[][] = [];
  for (const row of after.rows) {
    const key = JSON.stringify(row);
    const times = left.get(key) ?? 0;
    if (times > 0) left.set(key, times - 1);
    else if (++added <= PREVIEW_ROWS) addedRows.push([...row]);
  }
  let removed = 0;
  const removedRows: string[][] = [];
  for (const [key, times] of left) {
    removed += times;
    for (let again = 0; again < times && removedRows.length < PREVIEW_ROWS; again++) {
      removedRows.push(JSON.parse(key) as string[]);
    }
  }
  return {
    added,
    removed,
    unchanged: after.rows.length - added,
    columnsAdded: without(after.columns, before.columns),
    columnsRemoved: without(before.columns, after.columns),
    addedRows,
    removedRows,
  };
};
