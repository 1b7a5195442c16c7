import { listNameKey } from '@redoubt/domain';
import { listRows, type ListContentKey, type TenantTransaction } from '@redoubt/storage';

type Row = readonly string[];

/** A content that is read from its beginning as often as asked, a few rows at a time. */
export type RowSource = {
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly rows: () => AsyncIterable<Row>;
};

/** A content that is kept. */
export const storedRows = (
  trx: TenantTransaction,
  key: ListContentKey,
  content: Pick<RowSource, 'columns' | 'rowCount'>,
): RowSource => ({
  columns: content.columns,
  rowCount: content.rowCount,
  rows: async function* () {
    for await (const { cells } of listRows(trx, key)) yield cells;
  },
});

/** Where each column of a list stands in a file with the same columns; null where they are others. */
const placesOf = (columns: Row, fileColumns: Row): readonly number[] | null => {
  const keys = fileColumns.map(listNameKey);
  const places = columns.map((name) => keys.indexOf(listNameKey(name)));
  return columns.length === fileColumns.length && !places.includes(-1) ? places : null;
};

/** The rows of a file in the order of a list's columns; null where the columns differ. */
export const inOrderOf = (columns: readonly string[], file: RowSource): RowSource | null => {
  const places = placesOf(columns, file.columns);
  if (!places) return null;
  return {
    columns,
    rowCount: file.rowCount,
    rows: async function* () {
      for await (const row of file.rows()) yield places.map((place) => row[place] ?? '');
    },
  };
};

/** A content with the rows of another behind it, in its own order of columns; null where the columns differ. */
export const withAppended = (before: RowSource, more: RowSource): RowSource | null => {
  const ordered = inOrderOf(before.columns, more);
  if (!ordered) return null;
  return {
    columns: before.columns,
    rowCount: before.rowCount + more.rowCount,
    rows: async function* () {
      yield* before.rows();
      yield* ordered.rows();
    },
  };
};

/** All rows at once. */
export const everyRow = async ({ rows }: Pick<RowSource, 'rows'>): Promise<readonly Row[]> => {
  const found: Row[] = [];
  for await (const row of rows()) found.push(row);
  return found;
};
