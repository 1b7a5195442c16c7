import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import type { CommittedBatch, CountedEvent } from './batch-writer.ts';
import { startLogFeed, type FeedBatch } from './log-feed.ts';

const POLL_MS = 250;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A feed whose items are the times of its events; the log is read when the test says so. */
const setUp = () => {
  const applied: number[][] = [];
  const reads: { readonly after: number; readonly end: (events: readonly number[] | undefined) => void }[] = [];
  let commit = (_batch: CommittedBatch): void => undefined;
  const feed = startLogFeed<number>(
    {} as Database,
    {
      onCommitted: (listener) => {
        commit = listener;
        return () => undefined;
      },
    },
    {
      after: 0,
      apply: ({ from, to, events }) => void applied.push([from, to, ...events]),
      read: (after) =>
        new Promise<FeedBatch<number> | undefined>((resolve) => {
          const end = (events: readonly number[] | undefined): void =>
            resolve(events && { from: after, to: after + events.length, events });
          reads.push({ after, end });
        }),
      itemsOf: ({ events }) => events.map(({ eventTimeMs }) => eventTimeMs),
      name: 'a test',
    },
  );
  const commits = (firstPosition: number, ...times: readonly number[]): void =>
    commit({
      firstPosition,
      events: times.map((eventTimeMs): CountedEvent => ({ eventTimeMs, contributions: [] })),
    });
  return { feed, applied, reads, commits };
};

it('hands on what this process commits at once, also while the log is read, and nothing twice', async () => {
  const { feed, applied, reads, commits } = setUp();
  commits(1, 10);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(reads.map(({ after }) => after)).toEqual([1]);
  commits(2, 20, 30);
  expect(applied).toEqual([
    [0, 1, 10],
    [1, 3, 20, 30],
  ]);
  reads[0]?.end([20]);
  await vi.advanceTimersByTimeAsync(0);
  commits(4, 40);
  reads[1]?.end([40, 50]);
  await vi.advanceTimersByTimeAsync(0);
  expect(applied.slice(2)).toEqual([
    [3, 4, 40],
    [4, 5, 50],
  ]);
  reads[2]?.end(undefined);
  await feed.close();
});

it('keeps what comes before its turn until the log has what is missing', async () => {
  const { feed, applied, reads, commits } = setUp();
  commits(3, 30);
  expect(applied).toEqual([]);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  reads[0]?.end([10, 20]);
  await vi.advanceTimersByTimeAsync(0);
  expect(applied).toEqual([
    [0, 2, 10, 20],
    [2, 3, 30],
  ]);
  expect(feed.position()).toBe(3);
  reads[1]?.end(undefined);
  await feed.close();
});
