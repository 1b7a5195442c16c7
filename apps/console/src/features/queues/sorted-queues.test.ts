import { describe, expect, it } from 'vitest';
import { sortedQueues, type QueueSort } from './sorted-queues.ts';

const queue = (name: string, pending: number, oldestAt: string | null, nextDueAt: string | null) => ({
  name,
  counts: { pending },
  oldestAt,
  nextDueAt,
});

const QUEUES = [
  queue('b', 0, null, null),
  queue('c', 5, '2026-03-02T00:00:00Z', '2026-03-05T00:00:00Z'),
  queue('a', 3, '2026-03-01T00:00:00Z', '2026-03-06T00:00:00Z'),
];
const names = (sort: QueueSort | undefined) => sortedQueues(QUEUES, sort).map(({ name }) => name);

describe('sorted queues', () => {
  it('stay as they came, or stand in the order that was chosen, those without a moment last', () => {
    expect(names(undefined)).toEqual(['b', 'c', 'a']);
    expect(names('name')).toEqual(['a', 'b', 'c']);
    expect(names('pending')).toEqual(['c', 'a', 'b']);
    expect(names('oldest')).toEqual(['a', 'c', 'b']);
    expect(names('nextDue')).toEqual(['c', 'a', 'b']);
  });
});
