/** Cases that are chosen for one decision, and where the last choice was made. */
export type CaseSelection = { readonly ids: ReadonlySet<string>; readonly lastId: string | null };

export const NOTHING_SELECTED: CaseSelection = { ids: new Set(), lastId: null };

/** The selection with one case more, or less. */
export const toggled = ({ ids }: CaseSelection, id: string): CaseSelection => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, lastId: id };
};

/** The selection with all cases from the last choice up to one, in the order of the rows. */
export const extendedTo = (selection: CaseSelection, id: string, order: readonly string[]): CaseSelection => {
  const from = selection.lastId === null ? -1 : order.indexOf(selection.lastId);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggled(selection, id);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...between]), lastId: id };
};

/** What of the selection is still among the rows. */
export const selectedRows = <Row>(
  { ids }: CaseSelection,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] => rows.filter((row) => ids.has(idOf(row)));
