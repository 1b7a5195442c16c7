import { guardCell } from './formula-guard.ts';

const needsQuotes = /[",\r\n\ufeff]/;

const cellText = (cell: string, isOnly: boolean): string =>
  needsQuotes.test(cell) || (isOnly && cell === '') ? `"${cell.replaceAll('"', '""')}"` : cell;

const line = (cells: readonly string[]): string =>
  cells.map((cell) => cellText(guardCell(cell), cells.length === 1)).join(',');

/**
 * Rows as CSV (RFC 4180): uploading it gives every cell again, letter by letter. Cells that a spreadsheet would run as a
 * formula are marked as text; the upload takes the mark away. Files that people compare line by line end lines with `\n`.
 */
export const writeCsv = (
  columns: readonly string[],
  rows: Iterable<readonly string[]>,
  lineEnd: '\r\n' | '\n' = '\r\n',
): string => {
  const parts = [line(columns)];
  for (const row of rows) parts.push(line(row));
  return parts.map((part) => part + lineEnd).join('');
};
