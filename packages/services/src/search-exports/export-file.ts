import type { SearchRow } from '@redoubt/contracts';
import { guardedCsvLine } from '@redoubt/kernel';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';

type Value = string | number | Date | null;
type Column = {
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
  'fraudLabel',
  'status',
] as const satisfies readonly (keyof SearchRow)[];

const text = (name: (typeof TEXTS)[number]): Column => ({ name, type: 'STRING', of: (row) => row[name] });

/** Several values of a field stand in one cell. */
const ownCell = (row: SearchRow, path: string): string | null =>
  row.own
    .find((each) => each.path === path)
    ?.values.map(String)
    .join('; ') ?? null;

/** Columns of a file: those of every event, then the searchable fields of the customer's own. */
export const exportColumns = (ownPaths: readonly string[]): readonly Column[] => [
  ...TEXTS.slice(0, 3).map(text),
  { name: 'eventTime', type: 'TIMESTAMP', of: (row) => new Date(row.eventTime) },
  { name: 'receivedAt', type: 'TIMESTAMP', of: (row) => new Date(row.receivedAt) },
  ...TEXTS.slice(3, 7).map(text),
  { name: 'riskScore', type: 'INT32', of: (row) => row.riskScore },
  { name: 'amount', type: 'DOUBLE', of: (row) => row.amount },
  ...TEXTS.slice(7).map(text),
  ...ownPaths.map((path): Column => ({ name: `own.${path}`, type: 'STRING', of: (row) => ownCell(row, path) })),
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

/** Writes a Parquet file group by group; what was written is given away, so that one group is in memory at a time. */
export class ParquetFile {
  readonly #bytes = new ByteWriter();
  readonly #columns: readonly Column[];
  readonly #file: ParquetWriter;

  constructor(ownPaths: readonly string[]) {
    this.#columns = exportColumns(ownPaths);
    this.#file = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaFromColumnData({
        columnData: this.#columns.map(({ name, type }) => ({ name, type, data: [], nullable: true })),
      }),
      createdBy: 'Redoubt',
    });
  }

  /** @returns the bytes that follow in the file. */
  write(rows: readonly SearchRow[]): Buffer {
    const columnData = this.#columns.map(({ name, type, of }) => ({ name, type, data: rows.map(of), nullable: true }));
    void this.#file.write({ columnData, rowGroupSize: Math.max(1, rows.length) });
    return this.#take();
  }

  /** @returns the end of the file. */
  end(): Buffer {
    void this.#file.finish();
    return this.#take();
  }

  #take(): Buffer {
    const taken = Buffer.from(this.#bytes.getBuffer());
    this.#bytes.index = 0;
    return taken;
  }
}
