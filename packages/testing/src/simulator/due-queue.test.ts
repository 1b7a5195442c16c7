import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDueQueue } from './due-queue.ts';

describe('due queue', () => {
  it('gives back everything in order of time, equal times in order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const queue = createDueQueue<{ dueMs: number; arrival: number }>();
        const items = times.map((dueMs, arrival) => ({ dueMs, arrival }));
        for (const item of items) queue.add(item, item.dueMs);
        const taken = items.map(() => queue.takeDue(Number.MAX_SAFE_INTEGER));
        expect(taken).toEqual(items.toSorted((a, b) => a.dueMs - b.dueMs || a.arrival - b.arrival));
        expect(queue.size()).toBe(0);
      }),
    );
  });

  it('keeps what is not due yet', () => {
    const queue = createDueQueue<string>();
    queue.add('later', 10);
    expect(queue.takeDue(9)).toBeNull();
    expect(queue.takeDue(10)).toBe('later');
  });
});
