import { DAY_MS } from '@redoubt/kernel';
import { readLabelArrivals, type Database } from '@redoubt/storage';
import type { Counted, RecountDifference, RecountScope } from './recount-types.ts';

/** A purchase with the verdict of its labels and when the first of them arrived. */
export type Labelled = Pick<Counted, 'currency' | 'amount' | 'event'> & {
  readonly label: string;
  readonly arrivedMs: number;
};

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** Counts labels by the day of their arrival and of their event again, and names the figures that differ. */
export const recountArrivals = async (
  database: Database,
  scope: RecountScope,
  labelled: readonly Labelled[],
): Promise<{ readonly figures: number; readonly differences: readonly RecountDifference[] }> => {
  const figures = new Map<string, { reported: number; recounted: number }>();
  const add = (side: 'reported' | 'recounted', key: readonly unknown[], n: number): void => {
    const name = JSON.stringify(key);
    const figure = figures.get(name) ?? { reported: 0, recounted: 0 };
    figure[side] += n;
    figures.set(name, figure);
  };
  for (const { event, label, arrivedMs, currency, amount } of labelled) {
    const dayMs = startOfDay(event.eventTimeMs);
    // What came before its event counts on the day of the event.
    const barMs = Math.max(dayMs, startOfDay(arrivedMs));
    if (barMs < scope.fromMs || barMs >= scope.toMs) continue;
    add('recounted', [barMs, dayMs, label, currency, 'events'], 1);
    add('recounted', [barMs, dayMs, label, currency, 'amount'], Math.round(amount * 10_000));
  }
  const asked = { kind: 'purchase', step: 'day', filters: [] } as const;
  for (const row of await readLabelArrivals(database, scope, asked, { ...scope, shiftMs: 0 })) {
    const { barMs, dayMs, label, currency, events, amount } = row;
    add('reported', [barMs, dayMs, label, currency, 'events'], events);
    add('reported', [barMs, dayMs, label, currency, 'amount'], Math.round(amount * 10_000));
  }
  const differences = [...figures].flatMap(([key, { reported, recounted }]): RecountDifference[] => {
    if (reported === recounted) return [];
    const [barMs, dayMs, label, currency, unit] = JSON.parse(key) as [
      number,
      number,
      string,
      string,
      'events' | 'amount',
    ];
    const measure = label === 'Fraud' ? 'fraud' : 'nonFraud';
    const value = `${new Date(barMs).toISOString()} of ${new Date(dayMs).toISOString()}`;
    return [{ by: 'arrivals', value, currency, measure, unit, reported, recounted }];
  });
  return { figures: figures.size, differences };
};
