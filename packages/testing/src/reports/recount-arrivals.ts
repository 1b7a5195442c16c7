import { DAY_MS } from '@redoubt/kernel';
import { readChargebackArrivals, readLabelArrivals, type Database } from '@redoubt/storage';
import type { Counted, RecountDifference, RecountScope } from './recount-types.ts';

/** A purchase with what arrived about it, and when the first of that did. */
export type Arrived = Pick<Counted, 'currency' | 'amount' | 'event'> & {
  /** The verdict of its labels, or a chargeback that was not reversed. */
  readonly what: 'Fraud' | 'NonFraud' | 'None' | 'chargeback';
  readonly arrivedMs: number;
};

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** The first millisecond of the day that it counts on: what came before its event counts on the day of the event. */
const barOf = ({ event, arrivedMs }: Pick<Arrived, 'event' | 'arrivedMs'>): number =>
  Math.max(startOfDay(event.eventTimeMs), startOfDay(arrivedMs));

export const isArrivedWithin = (
  { fromMs, toMs }: Pick<RecountScope, 'fromMs' | 'toMs'>,
  arrived: Pick<Arrived, 'event' | 'arrivedMs'>,
): boolean => barOf(arrived) >= fromMs && barOf(arrived) < toMs;

/** Counts labels and chargebacks by the day of their arrival and of their event again, and names the figures that differ. */
export const recountArrivals = async (
  database: Database,
  scope: RecountScope,
  arrived: readonly Arrived[],
): Promise<{ readonly figures: number; readonly differences: readonly RecountDifference[] }> => {
  const figures = new Map<string, { reported: number; recounted: number }>();
  const add = (side: 'reported' | 'recounted', key: readonly unknown[], n: number): void => {
    const name = JSON.stringify(key);
    const figure = figures.get(name) ?? { reported: 0, recounted: 0 };
    figure[side] += n;
    figures.set(name, figure);
  };
  for (const each of arrived) {
    const { event, what, currency, amount } = each;
    const [dayMs, barMs] = [startOfDay(event.eventTimeMs), barOf(each)];
    if (what === 'None' || !isArrivedWithin(scope, each)) continue;
    add('recounted', [barMs, dayMs, what, currency, 'events'], 1);
    add('recounted', [barMs, dayMs, what, currency, 'amount'], Math.round(amount * 10_000));
  }
  const asked = { kind: 'purchase', step: 'day', filters: [] } as const;
  const range = { ...scope, shiftMs: 0 };
  const labels = await readLabelArrivals(database, scope, asked, range);
  const chargebacks = await readChargebackArrivals(database, scope, asked, range);
  const reported = [...labels, ...chargebacks.map((each) => ({ ...each, label: 'chargeback' as const }))];
  for (const { barMs, dayMs, label, currency, events, amount } of reported) {
    add('reported', [barMs, dayMs, label, currency, 'events'], events);
    add('reported', [barMs, dayMs, label, currency, 'amount'], Math.round(amount * 10_000));
  }
  const differences = [...figures].flatMap(([key, figure]): RecountDifference[] => {
    if (figure.reported === figure.recounted) return [];
    const [barMs, dayMs, what, currency, unit] = JSON.parse(key) as [
      number,
      number,
      string,
      string,
      'events' | 'amount',
    ];
    const measure = what === 'chargeback' ? 'chargebacks' : what === 'Fraud' ? 'fraud' : 'nonFraud';
    const value = `${new Date(barMs).toISOString()} of ${new Date(dayMs).toISOString()}`;
    return [{ by: 'arrivals', value, currency, measure, unit, ...figure }];
  });
  return { figures: figures.size, differences };
};
