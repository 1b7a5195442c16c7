import type { HeaderProblem } from '@redoubt/domain';

/** Why a file cannot be a list. Lines count from 1 and include the header; 0 is the file as a whole. */
export type CsvProblem = { readonly line: number; readonly code: string; readonly message: string };

const HEADER_MESSAGES: Readonly<Record<HeaderProblem['code'], (problem: HeaderProblem) => string>> = {
  noColumns: () => 'The file has no header row.',
  tooManyColumns: () => 'The file has too many columns.',
  emptyHeader: ({ column }) => `Column ${column} has no name.`,
  repeatedHeader: ({ column, name }) => `Column ${column} repeats the name ${name}.`,
};

export const headerProblem = (problem: HeaderProblem): CsvProblem => ({
  line: 1,
  code: problem.code,
  message: HEADER_MESSAGES[problem.code](problem),
});

export const raggedRow = (line: number, cells: number, columns: number): CsvProblem => ({
  line,
  code: 'raggedRow',
  message: `The row has ${cells} cells, the header has ${columns}.`,
});

export const uncleanCell = (line: number): CsvProblem => ({
  line,
  code: 'nul',
  message: 'The row holds a NUL character.',
});

export const tooManyRows = (line: number, limit: number): CsvProblem => ({
  line,
  code: 'tooManyRows',
  message: `The file has more than ${limit} rows.`,
});

export const unknownEncoding = (line: number): CsvProblem => ({
  line,
  code: 'notUtf8',
  message: 'The file is encoded neither as UTF-8 nor as Windows-1252. Save it as UTF-8.',
});

/** What the CSV reader could not make sense of, such as a quote that is never closed. */
export const malformed = (line: number, message: string): CsvProblem => ({ line, code: 'malformed', message });

export const expiryMissing = (column: string): CsvProblem => ({
  line: 1,
  code: 'expiryMissing',
  message: `The file has no column ${column}, which says when rows expire.`,
});

export const noExpiry = (line: number, cell: string): CsvProblem => ({
  line,
  code: 'noExpiry',
  message: `${cell.slice(0, 60).toWellFormed()} is neither a day (2026-12-31) nor an instant with a zone.`,
});

export const otherColumns = (columns: readonly string[]): CsvProblem => ({
  line: 1,
  code: 'otherColumns',
  message: `Rows can be appended from a file with just the columns ${columns.join(', ')}.`,
});
