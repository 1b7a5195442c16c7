import { HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { SETTLED_MS, windowOf, type Commit } from './merge-window.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const OLD = 5 * HOUR_MS;

/** Commits of so many events each, a step apart, the first one so long ago. */
const commits = (events: readonly number[], stepMs = 10, ageMs = OLD, first = 101): readonly Commit[] => {
  let position = first;
  return events.map((count, at) => {
    const committedMs = NOW - ageMs + at * stepMs;
    const committed = new Date(committedMs).toISOString();
    const commit = {
      first: position,
      events: count,
      tenantIds: [`t${at % 2}`],
      committed,
      committedMs,
      ageMs: NOW - committedMs,
    };
    position += count;
    return commit;
  });
};
const window = (all: readonly Commit[], last = 10_000) => windowOf(100, all, last, SETTLED_MS);

describe('a window of segments that are merged', () => {
  it('takes commits up to its span in positions, whole', () => {
    const found = window(commits(Array.from({ length: 50 }, () => 90)));
    expect(found).toMatchObject({ after: 100, until: 100 + 45 * 90, tenantIds: ['t0', 't1'] });
    expect(window(commits([500, 5000, 10]))).toMatchObject({ until: 600 });
    expect(window(commits([5000, 10]))).toMatchObject({ until: 5100 });
  });

  it('takes what was committed within an hour, whatever the order of the times', () => {
    const apart = commits([1, 1, 1, 1], 25 * MINUTE_MS);
    expect(window(apart)).toMatchObject({
      until: 103,
      committedFrom: apart[0]?.committed,
      committedTo: apart[2]?.committed,
    });
    const [a, b, c] = apart as [Commit, Commit, Commit];
    const crossed = [{ ...b, first: 101 }, { ...a, first: 102 }, c];
    expect(window(crossed)).toMatchObject({ until: 103, committedFrom: a.committed, committedTo: c.committed });
  });

  it('ends with the partition', () => {
    const ageMs = NOW - Date.UTC(2026, 10, 1) + 10;
    expect(window(commits([1, 1, 1, 1], 10, ageMs))).toMatchObject({ until: 101 });
  });

  it('waits for more that may come into it, and for the youngest to settle', () => {
    const young = commits([1, 1], 10, 30 * MINUTE_MS);
    expect(window(young, 102)).toBeUndefined();
    expect(window(young, 103)).toMatchObject({ until: 102 });
    expect(window(commits([1, 1], 10, 80 * MINUTE_MS), 102)).toMatchObject({ until: 102 });
    expect(window(commits([1, 1], 10, 10 * MINUTE_MS))).toBeUndefined();
    expect(window(commits([1, 1], 20 * MINUTE_MS, 30 * MINUTE_MS))).toBeUndefined();
    expect(window([])).toBeUndefined();
  });
});
