/** How results of a search come unless another order is asked for: newest first. */
export const SEARCH_ORDER = { field: 'eventTime', direction: 'descending' } as const;

export const isNewestFirst = ({ field, direction }: { readonly field: string; readonly direction: string }): boolean =>
  field === SEARCH_ORDER.field && direction === SEARCH_ORDER.direction;
