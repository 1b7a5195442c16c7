import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import type { CommitListener, CountedEvent } from './batch-writer.ts';
import { startLogFeed, type FeedBatch } from './log-feed.ts';

const POLL_MS = 250;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A feed whose items are the times of its events; the log is read when the test says so. */
const setUp = (holdsAnswers = false) => {
  const applied: number[][] = [];
  const reads: {
    readonly after: number;
    readonly end: (events: readonly number[] | undefined) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  let commit: CommitListener = () => undefined;
  const feed = startLogFeed<number>(
    { log: { error: () => undefined } } as unknown as Database,
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
        new Promise<FeedBatch<number> | undefined>((resolve, fail) => {
          const end = (events: readonly number[] | undefined): void =>
            resolve(events && { from: after, to: after + events.length, events });
          reads.push({ after, end, fail });
        }),
      itemsOf: ({ events }) => events.map(({ eventTimeMs }) => eventTimeMs),
      name: 'a test',
      holdsAnswers,
    },
  );
  /** Commits, and says whether the answers of the batch may leave. */
  const commits = (firstPosition: number, ...times: readonly number[]) => {
    const hold = commit({
      firstPosition,
      events: times.map((eventTimeMs): CountedEvent => ({ eventTimeMs, contributions: [] })),
    });
    const answers = { areHeld: hold !== undefined };
    void hold?.then(() => (answers.areHeld = false));
    return answers;
  };
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

describe('answers of a batch that comes home before the one it follows', () => {
  it('leave once that one came', async () => {
    const { feed, reads, commits } = setUp(true);
    expect(commits(1, 10).areHeld).toBe(false);
    const later = commits(3, 30);
    const last = commits(4, 40);
    await vi.advanceTimersByTimeAsync(1);
    expect([later.areHeld, last.areHeld, feed.position()]).toEqual([true, true, 1]);
    expect(commits(2, 20).areHeld).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect([later.areHeld, last.areHeld, feed.position()]).toEqual([false, false, 4]);
    await vi.advanceTimersByTimeAsync(20);
    expect(reads).toEqual([]);
    await feed.close();
  });

  it('leave once what is missing was read from the log', async () => {
    const { feed, reads, commits } = setUp(true);
    const later = commits(2, 20);
    await vi.advanceTimersByTimeAsync(10);
    expect(later.areHeld).toBe(true);
    reads[0]?.end([10]);
    await vi.advanceTimersByTimeAsync(0);
    expect([later.areHeld, feed.position()]).toEqual([false, 2]);
    reads[1]?.end(undefined);
    await feed.close();
  });

  it('leave where the log cannot be read, and are not held again until it can', async () => {
    const { feed, reads, commits } = setUp(true);
    const later = commits(2, 20);
    await vi.advanceTimersByTimeAsync(10);
    reads[0]?.fail(new Error('no database'));
    await vi.advanceTimersByTimeAsync(0);
    expect(later.areHeld).toBe(false);
    expect(commits(3, 30).areHeld).toBe(false);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    reads[1]?.end([10, 20, 30]);
    await vi.advanceTimersByTimeAsync(0);
    reads[2]?.end(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(commits(5, 50).areHeld).toBe(true);
    await feed.close();
  });

  it('leave after a quarter of a second, and when the feed is closed', async () => {
    const { feed, commits } = setUp(true);
    const first = commits(2, 20);
    await vi.advanceTimersByTimeAsync(200);
    const second = commits(3, 30);
    await vi.advanceTimersByTimeAsync(50);
    expect([first.areHeld, second.areHeld]).toEqual([false, true]);
    void feed.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(second.areHeld).toBe(false);
  });

  it('leave at once where a feed holds none', async () => {
    const { feed, commits } = setUp();
    expect(commits(2, 20).areHeld).toBe(false);
    await feed.close();
  });
});
