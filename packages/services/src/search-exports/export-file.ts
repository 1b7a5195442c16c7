import type { SearchRow } from '@redoubt/contracts';
import { guardedCsvLine } from '@redoubt/kernel';

type Value = string | number | Date | null;
/** A column of a file. */
export type ExportColumn = {
  readonly name: string;
  readonly type: 'STRING' | 'DOUBLE' | 'INT32' | 'TIMESTAMP';
  readonly of: (row: SearchRow) => Value;
};

const TEXTS = [
  'environmentId',
  'eventType',
  'eventId',
  'decision',
  'reason',
  'rule',
  'clause',
  'currency',
  'userId',
  'userName',
  'email',
  'ipAddress',
  'country',
  'deviceId',
  'paymentInstrumentId',
  'fraudLabel',
  'status',
] as const satisfies readonly (keyof SearchRow)[];

const text = (name: (typeof TEXTS)[number]): ExportColumn => ({ name, type: 'STRING', of: (row) => row[name] });

/** Several values of a field stand in one cell. */
const ownCell = (row: SearchRow, path: string): string | null =>
  row.own
    .find((each) => each.path === path)
    ?.values.map(String)
    .join('; ') ?? null;

/** Columns of a file: those of every event, then the searchable fields of the customer's own. */
export const exportColumns = (ownPaths: readonly string[]): readonly ExportColumn[] => [
  ...TEXTS.slice(0, 3).map(text),
  { name: 'eventTime', type: 'TIMESTAMP', of: (row) => new Date(row.eventTime) },
  { name: 'receivedAt', type: 'TIMESTAMP', of: (row) => new Date(row.receivedAt) },
  ...TEXTS.slice(3, 7).map(text),
  { name: 'riskScore', type: 'INT32', of: (row) => row.riskScore },
  { name: 'amount', type: 'DOUBLE', of: (row) => row.amount },
  ...TEXTS.slice(7).map(text),
  ...ownPaths.map((path): ExportColumn => ({ name: `own.${path}`, type: 'STRING', of: (row) => ownCell(row, path) })),
];

const cellOf = (value: Value): string => {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString() : String(value);
};

export const csvHeader = (ownPaths: readonly string[]): string =>
  `${guardedCsvLine(exportColumns(ownPaths).map(({ name }) => name))}\r\n`;

/** Rows as lines of CSV; what a spreadsheet would run as a formula is marked as text. */
export const csvLines = (rows: readonly SearchRow[], ownPaths: readonly string[]): string => {
  const columns = exportColumns(ownPaths);
  return rows.map((row) => `${guardedCsvLine(columns.map(({ of }) => cellOf(of(row))))}\r\n`).join('');
};

export const ndjsonLines = (rows: readonly SearchRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
