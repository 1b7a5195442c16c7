import type { GridColumn } from '@redoubt/ui';

/** The column of names, which no one hides: it grows with its grid. */
export const nameColumn = <Row>(
  column: Pick<GridColumn<Row>, 'header' | 'cell'> & Partial<GridColumn<Row>>,
): GridColumn<Row> => ({ id: 'name', width: 200, grow: true, hideable: false, ...column });
