const needsQuotes = /[",\r\n\ufeff]/;

const cellText = (cell: string, isOnly: boolean): string =>
  needsQuotes.test(cell) || (isOnly && cell === '') ? `"${cell.replaceAll('"', '""')}"` : cell;

const line = (cells: readonly string[]): string =>
  `${cells.map((cell) => cellText(cell, cells.length === 1)).join(',')}\r\n`;

/**
 * Rows as CSV (RFC 4180): reading it gives every cell again, letter by letter. Nothing is put in front of cells that a
 * spreadsheet would take for a formula, because they would come back changed.
 */
export const writeCsv = (columns: readonly string[], rows: Iterable<readonly string[]>): string => {
  const parts = [line(columns)];
  for (const row of rows) parts.push(line(row));
  return parts.join('');
};
