import { guardedCsvLine } from '@redoubt/kernel';

/** Rows as CSV, the heading first. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${guardedCsvLine(cells.map(String))}\r\n`).join('');
