/** Rows on the screen, and what came meanwhile. */
export type SteadyRows<Row> = {
  readonly rows: readonly Row[];
  /** Rows that are there no more, while they keep their place. */
  readonly goneIds: ReadonlySet<string>;
  /** Rows that are not shown yet. */
  readonly newCount: number;
};

const NONE: ReadonlySet<string> = new Set();

/**
 * What a live list shows. While it is held, because the pointer or the keyboard is on it, no row moves: those that left
 * keep their place and are marked, those that belong between others wait, those after the last are added, and what rows
 * say is renewed in place.
 */
export const steadyRows = <Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  idOf: (row: Row) => string,
  isHeld: boolean,
): SteadyRows<Row> => {
  if (!isHeld || shown.length === 0) return { rows: fresh, goneIds: NONE, newCount: 0 };
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  const known = new Set(shown.map(idOf));
  const goneIds = new Set([...known].filter((id) => !byId.has(id)));
  const lastKnown = fresh.findLastIndex((row) => known.has(idOf(row)));
  return {
    rows: [...shown.map((row) => byId.get(idOf(row)) ?? row), ...fresh.slice(lastKnown + 1)],
    goneIds,
    newCount: fresh.slice(0, Math.max(0, lastKnown)).filter((row) => !known.has(idOf(row))).length,
  };
};
