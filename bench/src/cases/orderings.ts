import type { Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';

/** Each ordering that a queue offers; an attribute has texts or numbers. */
export const ORDERINGS = [
  ['eventTime', null],
  ['amount', null],
  ['riskScore', null],
  ['expectedLoss', null],
  ['weightedLoss', null],
  ['timeLeft', null],
  ['user.city', 'text'],
  ['customData.points', 'number'],
] as const;

export type Order = { readonly orderBy: string; readonly direction: 'asc' | 'desc' };

/** Gives a queue another order, as its form does. */
export const setOrder = (
  database: Database,
  { tenantId }: { readonly tenantId: Id },
  queueId: Id,
  { orderBy, direction }: Order,
): Promise<unknown> =>
  database.inTenant(tenantId, (trx) =>
    trx.updateTable('case_queue').set({ order_by: orderBy, direction }).where('queue_id', '=', queueId).execute(),
  );
