import type { Decision } from '@redoubt/domain';

/** An event the server, or the map, would not take. */
export type Refusal = {
  /** 1 is the first row below the header. */
  readonly row: number;
  readonly event: 'purchase' | 'label';
  /** HTTP status; null where the row did not even make an event. */
  readonly status: number | null;
  readonly message: string;
};

/** What became of one row. */
export type RowResult = {
  readonly decision: Decision | 'unknown' | null;
  readonly hasLabel: boolean;
  readonly refusals: readonly Refusal[];
};

export type ImportTotals = {
  /** Rows done from the first one on, without a gap: where the next run begins. */
  readonly rows: number;
  readonly labels: number;
  readonly refused: number;
  readonly decisions: Readonly<Record<string, number>>;
};

export const NOTHING_DONE: ImportTotals = { rows: 0, labels: 0, refused: 0, decisions: {} };

/** Puts results, which come in any order, back into the order of the file. */
export type Ledger = {
  /** `row` counts from 1 over the whole file. */
  readonly finish: (row: number, result: RowResult) => void;
  readonly totals: () => ImportTotals;
};

/**
 * Counts rows without a gap from where the last run ended. Results beyond a gap wait, so totals and refusals are those
 * of complete rows only and nothing is counted twice after a resumption. Memory: as many results as are in flight.
 */
export const createLedger = (start: ImportTotals, onRefused: (refusal: Refusal) => void): Ledger => {
  let { rows, labels, refused } = start;
  const decisions: Record<string, number> = { ...start.decisions };
  const waiting = new Map<number, RowResult>();

  const enter = (result: RowResult): void => {
    rows += 1;
    if (result.hasLabel) labels += 1;
    if (result.decision !== null) decisions[result.decision] = (decisions[result.decision] ?? 0) + 1;
    refused += result.refusals.length;
    result.refusals.forEach(onRefused);
  };

  return {
    finish: (row, result) => {
      waiting.set(row, result);
      for (let next = waiting.get(rows + 1); next !== undefined; next = waiting.get(rows + 1)) {
        waiting.delete(rows + 1);
        enter(next);
      }
    },
    totals: () => ({ rows, labels, refused, decisions: { ...decisions } }),
  };
};
