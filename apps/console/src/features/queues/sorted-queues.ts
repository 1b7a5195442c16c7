import type { Queue } from '@redoubt/contracts';

/** What queues can be sorted by, besides the order in which the server gives them. */
export const QUEUE_SORTS = ['name', 'pending', 'oldest', 'nextDue'] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

type Sortable = Pick<Queue, 'name' | 'oldestAt' | 'nextDueAt'> & { readonly counts: Pick<Queue['counts'], 'pending'> };

/** Queues without such a moment come last. */
const byMoment = (one: string | null, other: string | null): number =>
  one === other ? 0 : one === null ? 1 : other === null ? -1 : one < other ? -1 : 1;

const COMPARISONS: Readonly<Record<QueueSort, (one: Sortable, other: Sortable) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  pending: (one, other) => other.counts.pending - one.counts.pending,
  oldest: (one, other) => byMoment(one.oldestAt, other.oldestAt),
  nextDue: (one, other) => byMoment(one.nextDueAt, other.nextDueAt),
};

/** Queues in the order that a reader chose; equal ones stay as they were. */
export const sortedQueues = <Row extends Sortable>(
  queues: readonly Row[],
  sort: QueueSort | undefined,
): readonly Row[] => (sort === undefined ? queues : queues.toSorted(COMPARISONS[sort]));
