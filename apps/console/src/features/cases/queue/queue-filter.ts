import type { getQueueCases, QueryIn } from '@redoubt/contracts';
import { CASE_ASSIGNMENTS, CASE_DUE_HOURS, CASE_ORDERINGS } from '@redoubt/domain';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { useAddress } from '../../../routes/address.ts';

/** What the address of a queue says about order and filters; columns stand there too. */
const address = z.object({
  order: z.enum(CASE_ORDERINGS).optional().catch(undefined),
  way: z.enum(['asc', 'desc']).optional().catch(undefined),
  due: z
    .enum(CASE_DUE_HOURS.map(String) as [string, ...string[]])
    .optional()
    .catch(undefined),
  whose: z.enum(CASE_ASSIGNMENTS).optional().catch(undefined),
  rule: z.string().min(1).max(300).optional().catch(undefined),
});
export type QueueAddress = z.output<typeof address>;

/** Order and filters as the endpoint takes them. */
export type QueueFilter = Pick<QueryIn<typeof getQueueCases>, 'order' | 'direction' | 'dueHours' | 'assignee' | 'rule'>;

/** The highest comes first, but for what is due first and what came first. */
const usualWay = (order: NonNullable<QueueAddress['order']>): 'asc' | 'desc' =>
  order === 'timeLeft' || order === 'eventTime' ? 'asc' : 'desc';

/** The filter of an address. */
export const filterOf = ({ order, way, due, whose, rule }: QueueAddress): QueueFilter => {
  const direction = way ?? (order && usualWay(order));
  return {
    ...(order && { order }),
    ...(direction && { direction }),
    ...(due && { dueHours: Number(due) }),
    ...(whose && { assignee: whose }),
    ...(rule && { rule }),
  };
};

const NO_FILTER = { due: undefined, whose: undefined, rule: undefined };

/** Order and filters of the cases of a queue, in the address of the page. */
export const useQueueFilter = () => {
  const [asked, update] = useAddress(address);
  const filter = useMemo(() => filterOf(asked), [asked]);
  const change = useCallback((to: Partial<QueueAddress>) => update(to, { replace: true }), [update]);
  const { due, whose, rule } = asked;
  return {
    asked,
    filter,
    change,
    widen: useCallback(() => update(NO_FILTER, { replace: true }), [update]),
    isNarrowed: due !== undefined || whose !== undefined || rule !== undefined,
    /** Whether the cases stand as the queue gives them out: the first one is the next. */
    isPlain: Object.keys(filter).length === 0,
  };
};
