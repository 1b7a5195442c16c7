import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, newId, SECOND_MS } from '@redoubt/kernel';
import {
  createLog,
  PROJECTORS,
  resetProjection,
  startProjectors,
  type Database,
  type Log,
  type LogEvent,
} from '@redoubt/storage';
import { createCasePlace, type CasePlace } from '@redoubt/testing/casework';
import { aPurchase, aRelatedEvent } from '@redoubt/testing/database';
import type { Machine } from '../measure/machine.ts';
import { onOwnDatabase } from '../measure/own-database.ts';
import { appendToSection } from '../measure/result-table.ts';
import { CASES_FILE } from './results-file.ts';

/** Reviews a second that the projection of cases is to keep up with. */
const GOAL_PER_SECOND = 500;
const PACED_SECONDS = 20;
/** Every fifth review is cancelled by a status, half of them before the review itself. */
const STATUS_EVERY = 5;
const TICK_MS = 50;
const ROUNDS = 3;
const CUSTOMERS = 2000;

export type CaseProjectionFigures = {
  /** Events that were sent in the paced stretch, and how long it took. */
  readonly paced: {
    readonly reviews: number;
    readonly events: number;
    readonly seconds: number;
    readonly mostBehind: number;
  };
  /** From the last commit of that stretch until all projections hold it. */
  readonly catchUpMs: number;
  /** Events a second of each projector alone, best of the rounds, over the same log. */
  readonly alone: readonly { readonly name: string; readonly perSecond: number }[];
  readonly cases: number;
};

const pause = async (untilMs: number): Promise<void> => {
  const leftMs = untilMs - performance.now();
  if (leftMs > 0) await delay(leftMs);
};

const review = (place: CasePlace, eventId: string, index: number): LogEvent =>
  aPurchase(
    place,
    { eventId, receivedAtMs: Date.now(), eventTimeMs: Date.now() },
    {
      decision: 'Review',
      reason: 'Large amount',
      rule: 'Reviews',
      clause: 'Large',
      amount: 100 + (index % 900),
      riskScore: index % 1000,
      userId: `user-${index % CUSTOMERS}`,
      email: `person-${index % CUSTOMERS}@shop.example`,
      deviceId: `device-${index % CUSTOMERS}`,
      paymentInstrumentIds: [`card-${index % CUSTOMERS}`],
      review: {
        queueId: GENERAL_QUEUE_ID,
        rule: 'By amount',
        clause: 'Large',
        holdMs: 5 * MINUTE_MS,
        timeoutMs: DAY_MS,
        orderPath: 'user.country',
        order: 'DE',
      },
    },
  );

const status = (place: CasePlace, purchaseId: string): LogEvent =>
  aRelatedEvent(
    place,
    'purchaseStatus',
    { purchaseId, body: { statusType: 'Approved' } },
    { eventId: newId(), receivedAtMs: Date.now(), eventTimeMs: Date.now() },
  );

/** What a tick sends: a status stands before its review, or after it. */
const eventsOf = (place: CasePlace, from: number, count: number): readonly LogEvent[] =>
  Array.from({ length: count }, (_, offset) => from + offset).flatMap((index) => {
    const eventId = `purchase-${index}`;
    const made = review(place, eventId, index);
    if (index % STATUS_EVERY !== 0) return [made];
    return index % (2 * STATUS_EVERY) === 0 ? [status(place, eventId), made] : [made, status(place, eventId)];
  });

/** Sends reviews at the pace of the goal, and watches how far projections fall behind. */
const sendPaced = async (database: Database, log: Log, place: CasePlace) => {
  const projectors = startProjectors(database, log, { inThread: true });
  let [events, reviews, mostBehind] = [0, 0, 0];
  const startMs = performance.now();
  const endMs = startMs + PACED_SECONDS * SECOND_MS;
  let watching = true;
  const watch = async (): Promise<void> => {
    while (watching) {
      mostBehind = Math.max(mostBehind, (await projectors.lag()).cases ?? 0);
      await delay(100);
    }
  };
  const watched = watch();
  const sent: Promise<unknown>[] = [];
  while (performance.now() < endMs) {
    const due = Math.floor(((performance.now() - startMs) * GOAL_PER_SECOND) / SECOND_MS);
    const some = eventsOf(place, reviews, due - reviews);
    reviews = due;
    events += some.length;
    sent.push(...some.map((event) => log.append(event)));
    await pause(performance.now() + TICK_MS);
  }
  await Promise.all(sent);
  const seconds = (performance.now() - startMs) / SECOND_MS;
  const committedMs = performance.now();
  await projectors.caughtUp();
  const catchUpMs = performance.now() - committedMs;
  watching = false;
  await watched;
  await projectors.close();
  return { paced: { reviews, events, seconds, mostBehind }, catchUpMs };
};

/** Builds each projection again from the whole log, one at a time. */
const rebuildEach = async (database: Database, events: number): Promise<CaseProjectionFigures['alone']> => {
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const projector of PROJECTORS) {
      await resetProjection(database, projector);
      const startMs = performance.now();
      const projectors = startProjectors(database, undefined, { inThread: true });
      await projectors.caughtUp();
      const perSecond = (events * SECOND_MS) / (performance.now() - startMs);
      await projectors.close();
      best.set(projector.name, Math.max(best.get(projector.name) ?? 0, perSecond));
    }
  }
  return [...best].map(([name, perSecond]) => ({ name, perSecond }));
};

const measure = async (database: Database): Promise<CaseProjectionFigures> => {
  const place = await createCasePlace(database);
  const log = createLog(database);
  try {
    const { paced, catchUpMs } = await sendPaced(database, log, place);
    const alone = await rebuildEach(database, paced.events);
    const { count } = await database.inTenant(place.tenantId, (trx) =>
      trx
        .selectFrom('review_case')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    return { paced, catchUpMs, alone, cases: count };
  } finally {
    await log.close();
  }
};

/** Cases made of 500 reviews a second, and how much more the projection could take. */
export const measureCaseProjection = (): Promise<CaseProjectionFigures> => onOwnDatabase('case_projection', measure);

const SECTION = {
  ...CASES_FILE,
  heading: `Cases from ${GOAL_PER_SECOND} reviews a second`,
  head: `A line per run of \`npm run bench -- cases-projection\`: ${GOAL_PER_SECOND} reviews a second for ${PACED_SECONDS} seconds, one in ${STATUS_EVERY} with
a status that cancels its case, half of those before the review; all projections run in their thread, as in the product. Behind is
the most events that cases were behind the log in samples of 100 ms; catch-up the time from the last commit until every projection holds
it. Then each projection is built again alone from that log, best of ${ROUNDS}: goal is a ratio of more than 1 between what the
projection of cases takes in a second and what came in a second.

| Run | Machine | Reviews | Cases | Events a second | Behind | Catch-up | Cases alone | Search alone | Roll-ups alone | Cases to what came | Load |
|---|---|---|---|---|---|---|---|---|---|---|---|
`,
} as const;

/** Adds a line to the table of all runs; gives it. */
export const saveCaseProjection = (
  directory: string,
  at: string,
  machine: Machine,
  { paced, catchUpMs, alone, cases }: CaseProjectionFigures,
): Promise<string> => {
  const came = paced.events / paced.seconds;
  const of = (name: string): number => alone.find((each) => each.name === name)?.perSecond ?? 0;
  const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`;
  return appendToSection(directory, SECTION, [
    [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      paced.reviews.toLocaleString('en-US'),
      cases.toLocaleString('en-US'),
      perSecond(came),
      paced.mostBehind.toLocaleString('en-US'),
      `${Math.round(catchUpMs)} ms`,
      perSecond(of('cases')),
      perSecond(of('search')),
      perSecond(of('rollup')),
      (of('cases') / came).toFixed(1),
      (loadavg()[0] ?? 0).toFixed(1),
    ],
  ]);
};
