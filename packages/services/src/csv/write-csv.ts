import { guardedCsvLine } from '@redoubt/kernel';

/**
 * Rows as CSV: uploading it gives every cell again, letter by letter. Cells that a spreadsheet would run as a formula are
 * marked as text; the upload takes the mark away. Files that people compare line by line end lines with `\n`.
 */
export const writeCsv = (
  columns: readonly string[],
  rows: Iterable<readonly string[]>,
  lineEnd: '\r\n' | '\n' = '\r\n',
): string => {
  const parts = [guardedCsvLine(columns)];
  for (const row of rows) parts.push(guardedCsvLine(row));
  return parts.map((part) => part + lineEnd).join('');
};

/** Rows that are read as they are written, as a CSV of lines that end with `\r\n`. */
export const writeStoredCsv = async (
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): Promise<string> => {
  const parts = [`${guardedCsvLine(columns)}\r\n`];
  for await (const row of rows) parts.push(`${guardedCsvLine(row)}\r\n`);
  return parts.join('');
};
