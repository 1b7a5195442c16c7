import { newId } from '@redoubt/kernel';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog, type Log } from '../log/log.ts';
import { type ContributionBatch, startContributionFeed, type ContributionFeed } from './contribution-feed.ts';

const test = useDatabase();
const shop = { tenantId: newId(), environmentId: newId() };
/** Patient, so that a busy machine fails no test that is not about time. */
const PATIENT = { timeoutMs: 20_000 };

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});
const openLog = (): Log => {
  const log = createLog(test.database, PATIENT);
  open.push(log);
  return log;
};

/** A feed with everything it handed over; it checks that nothing is missing, repeated or out of order. */
const follow = (after: number, log?: Log): { feed: ContributionFeed; numbers: () => readonly number[] } => {
  const batches: ContributionBatch[] = [];
  const feed = startContributionFeed(test.database, log, {
    after,
    apply: (batch) => {
      expect(batch.from).toBe(batches.at(-1)?.to ?? after);
      expect(batch.to).toBe(batch.from + batch.events.length);
      batches.push(batch);
    },
  });
  open.push(feed);
  return { feed, numbers: () => batches.flatMap(({ events }) => events.flatMap(({ contributions }) => contributions)) };
};

const appendMany = (log: Log, from: number, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const number = from + index;
      const event = aPurchase(shop, { eventId: `e${number}`, result: {} });
      return log.append(number % 3 === 0 ? event : { ...event, contributions: [1, 2, 3, number] });
    }),
  );

describe('the feed of contributions', () => {
  it('hands over what was there, what this process commits and what another node commits, in order and once', async () => {
    const [own, other] = [openLog(), openLog()];
    await appendMany(own, 0, 300);
    const live = follow(0, own);
    await live.feed.caughtUp();
    await Promise.all([appendMany(own, 1000, 700), appendMany(other, 2000, 700), appendMany(own, 3000, 300)]);
    await live.feed.caughtUp();
    const again = follow(0);
    await again.feed.caughtUp();
    expect(again.feed.position()).toBe(2000);
    expect(live.feed.position()).toBe(2000);
    expect(live.numbers()).toEqual(again.numbers());
    const numbers = [0, 1000, 2000, 3000].flatMap((from, index) =>
      Array.from({ length: [300, 700, 700, 300][index] ?? 0 }, (_, offset) => from + offset),
    );
    const counted = live.numbers().filter((_, index) => index % 4 === 3);
    expect(counted.toSorted((a, b) => a - b)).toEqual(
      numbers.filter((number) => number % 3 !== 0).toSorted((a, b) => a - b),
    );
  });

  it('goes on after a position, and leaves out a repeated purchase', async () => {
    const log = openLog();
    const before = follow(0, log);
    await before.feed.caughtUp();
    const after = before.feed.position();
    await appendMany(log, 5000, 5);
    await appendMany(log, 5000, 5);
    const rest = follow(after);
    await rest.feed.caughtUp();
    expect(rest.feed.position()).toBe(after + 5);
    expect(rest.numbers()).toHaveLength(12);
    expect(before.numbers().slice(-12)).toEqual(rest.numbers());
  });
});
