import type { GridColumn } from '@redoubt/ui';

type Order = 'ascending' | 'descending';

/** How a column sorts a list that keeps its order in the address: by itself, and the other way where it does already. */
export const sortingBy =
  <Sort extends string>(
    { sort, order }: { readonly sort: Sort; readonly order: Order },
    update: (change: { readonly sort: Sort; readonly order: Order }, options: { readonly replace: true }) => void,
  ) =>
  (column: Sort): Pick<GridColumn<never>, 'sorted' | 'onSort'> => ({
    ...(column === sort ? { sorted: order } : {}),
    onSort: () =>
      update(
        { sort: column, order: column === sort && order === 'ascending' ? 'descending' : 'ascending' },
        { replace: true },
      ),
  });
