/** A column as the chooser sees it. */
export type ColumnChoice = {
  readonly id: string;
  readonly header: string;
  /** False for the column that names the row: it is always shown. */
  readonly hideable: boolean;
  /** Not shown until the user asks for it. */
  readonly hiddenAtFirst: boolean;
};

/** Columns shown where the user chose none, in the order they are declared. */
export const defaultColumns = (columns: readonly ColumnChoice[]): readonly string[] =>
  columns.filter((column) => !column.hiddenAtFirst).map((column) => column.id);

/**
 * The columns to show for a saved choice. Ids that no longer exist are dropped; a column that cannot be hidden and is
 * missing comes first. No saved choice, or one without a known column, gives the default view.
 */
export const shownColumns = (
  columns: readonly ColumnChoice[],
  saved: readonly string[] | undefined,
): readonly string[] => {
  const known = new Map(columns.map((column) => [column.id, column]));
  const kept = [...new Set(saved)].filter((id) => known.has(id));
  if (kept.length === 0) return defaultColumns(columns);
  const fixed = columns.filter((column) => !column.hideable && !kept.includes(column.id)).map((column) => column.id);
  return [...fixed, ...kept];
};

/** The choice after a column was ticked or cleared; a ticked one joins at the end. */
export const withColumn = (shown: readonly string[], id: string, visible: boolean): readonly string[] =>
  visible ? (shown.includes(id) ? shown : [...shown, id]) : shown.filter((each) => each !== id);

/** The choice after a column was moved by a number of places, kept inside. */
export const withColumnMoved = (shown: readonly string[], id: string, places: number): readonly string[] => {
  const from = shown.indexOf(id);
  if (from < 0) return shown;
  const rest = shown.filter((each) => each !== id);
  const to = Math.max(0, Math.min(rest.length, from + places));
  return [...rest.slice(0, to), id, ...rest.slice(to)];
};

/** The choice after a column was dropped on another, whose place it takes. */
export const withColumnDropped = (shown: readonly string[], id: string, onto: string): readonly string[] => {
  const from = shown.indexOf(id);
  const to = shown.indexOf(onto);
  return from < 0 || to < 0 ? shown : withColumnMoved(shown, id, to - from);
};
