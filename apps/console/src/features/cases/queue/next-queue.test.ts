import type { Queue } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { nextQueueOf, queueBeside } from './NextQueue.tsx';

const queue = (id: string, change: Partial<Queue> = {}): Queue =>
  ({
    id,
    environment: { id: 'here', name: 'Here' },
    canReview: true,
    paused: false,
    mine: false,
    nextDueAt: '2026-11-20T12:00:00.000Z',
    counts: { pending: 1, inReview: 0, onHold: 0, escalated: 0, settling: 0 },
    ...change,
  }) as Queue;

const nextOf = (...queues: readonly Queue[]): string | undefined => nextQueueOf(queues, 'this', 'here')?.id;

describe('the queue to go on with', () => {
  it('is an own one before others, and the one that times out first among them', () => {
    const late = queue('late', { mine: true, nextDueAt: '2026-11-20T14:00:00.000Z' });
    const soon = queue('soon', { mine: true });
    expect(nextOf(queue('other', { nextDueAt: '2026-11-20T10:00:00.000Z' }), late, soon)).toBe('soon');
  });

  it('has cases that the reader may take here, and is not paused', () => {
    const counts = { pending: 0, inReview: 3, onHold: 0, escalated: 0, settling: 0 };
    expect(
      nextOf(
        queue('this'),
        queue('empty', { counts }),
        queue('read', { canReview: false }),
        queue('paused', { paused: true }),
        queue('below', { environment: { id: 'below', name: 'Below' } }),
      ),
    ).toBeUndefined();
  });
});

describe('the queue beside one', () => {
  it('is the one before or after it among those that the reader sees here', () => {
    const all = [
      queue('first', { canView: true }),
      queue('hidden', { canView: false }),
      queue('below', { canView: true, environment: { id: 'below', name: 'Below' } }),
      queue('last', { canView: true }),
    ];
    const beside = (id: string, by: number): string | undefined => queueBeside(all, id, 'here', by)?.id;
    expect([beside('first', 1), beside('last', -1), beside('first', -1), beside('last', 1)]).toEqual([
      'last',
      'first',
      undefined,
      undefined,
    ]);
    expect(beside('unknown', 1)).toBeUndefined();
  });
});
