import type { RuleSummary } from '@redoubt/contracts';
import { useCallback, useMemo, useState } from 'react';
import { type OrderChange, orderChanges, placedAt, reconciled } from './order.ts';

export type OrderDraft = {
  /** The rules as they would run. */
  readonly rules: readonly RuleSummary[];
  readonly changes: readonly OrderChange[];
  readonly move: (id: string, by: number) => number;
  readonly place: (id: string, index: number) => void;
  readonly reset: () => void;
};

/** An order of published rules that is not saved yet. */
export const useOrderDraft = (published: readonly RuleSummary[]): OrderDraft => {
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const saved = useMemo(() => published.map(({ id }) => id), [published]);
  const ids = useMemo(() => (wanted === null ? saved : reconciled(wanted, saved)), [wanted, saved]);
  const rules = useMemo(() => ids.flatMap((id) => published.find((rule) => rule.id === id) ?? []), [ids, published]);
  const place = useCallback((id: string, index: number) => setWanted(placedAt(ids, id, index)), [ids]);
  /** Answers the new place, counted from 1. */
  const move = useCallback(
    (id: string, by: number) => {
      const next = placedAt(ids, id, ids.indexOf(id) + by);
      setWanted(next);
      return next.indexOf(id) + 1;
    },
    [ids],
  );
  return {
    rules,
    changes: useMemo(() => orderChanges(saved, ids), [saved, ids]),
    move,
    place,
    reset: useCallback(() => setWanted(null), []),
  };
};
