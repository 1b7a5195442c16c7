/** What a spreadsheet would take for a formula, however many apostrophes stand before it. */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;
/** Signs of numbers and telephone numbers do no harm and stay as they are. */
const NUMBER = /^[+-]?\d[\d .,]*$/;
const NEEDS_QUOTES = /[",\r\n\ufeff]/;

/** A cell as it leaves: text that a spreadsheet would run begins with an apostrophe, which marks it as text. */
export const guardCell = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell);

/** The cell that `guardCell` was given; an apostrophe before anything else belongs to the cell. */
export const unguardCell = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

const quoted = (cell: string, isOnly: boolean): string =>
  NEEDS_QUOTES.test(cell) || (isOnly && cell === '') ? `"${cell.replaceAll('"', '""')}"` : cell;

/** One row as a line of CSV (RFC 4180), without its end, for programs: cells stand letter by letter. */
export const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => quoted(cell, cells.length === 1)).join(',');

/** One row as a line of CSV for people, whose spreadsheets run formulas: see `guardCell`. */
export const guardedCsvLine = (cells: readonly string[]): string => csvLine(cells.map(guardCell));
