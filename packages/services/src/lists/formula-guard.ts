/** What a spreadsheet would take for a formula, however many apostrophes stand before it. */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;
/** Signs of numbers and telephone numbers do no harm and stay as they are. */
const NUMBER = /^[+-]?\d[\d .,]*$/;

/** A cell as it leaves: text that a spreadsheet would run begins with an apostrophe, which marks it as text. */
export const guardCell = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell);

/** The cell that `guardCell` was given; an apostrophe before anything else belongs to the cell. */
export const unguardCell = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
