import { guardedCsvLine } from '@redoubt/kernel';
import type { GridColumn } from '@redoubt/ui';

/** Rows as CSV, the heading first. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${guardedCsvLine(cells.map(String))}\r\n`).join('');

/** Rows of a grid as CSV: what its columns copy, under their headings. */
export const gridCsv = <Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): string =>
  csvText([
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map((column) => column.text?.(row) ?? '')),
  ]);
