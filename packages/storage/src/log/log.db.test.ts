import { fail } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { afterEach, describe, expect, it } from 'vitest';
import type { LogEvent } from './log-event.ts';
import type { LogOptions } from './log-options.ts';
import { bodyHashOf, createLog, encodeEvent, type Log } from './log.ts';
import { asIngest, nextRange, readLastPosition, readRange, readStoredAnswer } from './read-log.ts';

const test = useDatabase();
const shop = { tenantId: newId(), environmentId: newId() };
const sibling = { tenantId: shop.tenantId, environmentId: newId() };
const stranger = { tenantId: newId(), environmentId: newId() };

let log: Log | undefined;
/** Patient, so that a busy machine fails no test that is not about time. */
const PATIENT = { timeoutMs: 20_000 };
const open = (options: Partial<LogOptions> = {}): Log => (log = createLog(test.database, { ...PATIENT, ...options }));
afterEach(() => log?.close());

const readAll = async () => {
  const events = [];
  let after = 0;
  for (;;) {
    const range = await nextRange(test.database.pools.ingest, after, 700);
    if (range === undefined) return events;
    events.push(...(await asIngest(test.database.pools.ingest, range.tenantIds, (client) => readRange(client, range))));
    after = range.lastPosition;
  }
};

describe('appending', () => {
  it('gives dense positions in one order over tenants and environments, and reads back what was handed in', async () => {
    const places = [shop, sibling, stranger];
    const events = Array.from({ length: 1300 }, (_, i) =>
      aPurchase(places[i % 3] as typeof shop, { eventId: `dense-${i}` }),
    );
    const before = await readLastPosition(test.database);
    const appended = await Promise.all(events.map(open().append));
    const positions = appended.map(({ position }) => position);
    expect(new Set(positions).size).toBe(events.length);
    expect(Math.min(...positions)).toBe(before + 1);
    expect(Math.max(...positions)).toBe(before + events.length);
    expect(await readLastPosition(test.database)).toBe(before + events.length);

    const stored = new Map((await readAll()).map((event) => [event.position, event]));
    for (const [index, event] of events.entries()) {
      expect(stored.get(positions[index] as number)).toEqual({ ...event, position: positions[index] });
    }
  });

  it('keeps the order of arrival within an environment', async () => {
    const arriving = open();
    const appended = await Promise.all(Array.from({ length: 50 }, () => arriving.append(aPurchase(shop))));
    const positions = appended.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('stores text of every kind and a body larger than a block as it came', async () => {
    const requestText = `{ "note": "${'ü€😀"\\n'.replaceAll('"', '\\"').repeat(60_000)}" }`;
    await open().append(aPurchase(shop, { eventId: 'large', requestText, result: { large: true } }));
    const answer = await readStoredAnswer(test.database, { ...shop, kind: 'purchase', eventId: 'large' });
    expect(answer).toMatchObject({ result: { large: true }, bodyHash: bodyHashOf(requestText) });
    expect((await readAll()).find((event) => event.eventId === 'large')?.requestText).toBe(requestText);
  });
});

describe('a write-once event that comes again', () => {
  it('is not stored, whatever its body, and finds the answer of the first', async () => {
    const appender = open();
    const first = aPurchase(shop, { eventId: 'again', result: { answer: 'first' } });
    const { position } = await appender.append(first);
    const second = await appender.append(
      aPurchase(shop, { eventId: 'again', result: { answer: 'second' }, requestText: '{}' }),
    );
    expect(second).toEqual({ position, duplicateOf: position });
    const answer = await readStoredAnswer(test.database, { ...shop, kind: 'purchase', eventId: 'again' });
    expect(answer).toMatchObject({ position, result: { answer: 'first' }, bodyHash: bodyHashOf(first.requestText) });
  });

  it('is known when one was encoded by another thread, whose head is read where it is asked for', async () => {
    const appender = open();
    const committed: unknown[] = [];
    appender.onCommitted(({ events }) => void committed.push(...events.map(({ head }) => head)));
    const event = aPurchase(shop, { eventId: 'encoded elsewhere' });
    const encoded = structuredClone(encodeEvent(event));
    const [first, second] = await Promise.all([appender.appendEncoded(encoded), appender.append(event)]);
    expect(second).toEqual({ position: first.position, duplicateOf: first.position });
    expect(await appender.appendEncoded(encoded)).toEqual(second);
    const { tenantId, environmentId, kind, eventId, eventTimeMs, facts } = event;
    expect(committed).toEqual([{ tenantId, environmentId, kind, eventId, eventTimeMs, facts }]);
  });

  it('is the same event only within its tenant and environment', async () => {
    const appender = open();
    const places = [shop, sibling, stranger];
    const appended = await Promise.all(places.map((place) => appender.append(aPurchase(place, { eventId: 'shared' }))));
    expect(appended.every(({ duplicateOf }) => duplicateOf === undefined)).toBe(true);
    expect(
      await readStoredAnswer(test.database, {
        ...shop,
        tenantId: stranger.tenantId,
        kind: 'purchase',
        eventId: 'shared',
      }),
    ).toBe(undefined);
  });

  it('is stored once in a storm of repeats over several writers, and positions stay dense', async () => {
    const writers = [
      createLog(test.database, { ...PATIENT, maxBatch: 40 }),
      createLog(test.database, { ...PATIENT, maxBatch: 70 }),
    ];
    const before = await readLastPosition(test.database);
    const calls = Array.from({ length: 3000 }, (_, i) => {
      const event = aPurchase(i % 2 === 0 ? shop : stranger, { eventId: `storm-${(i * 7919) % 400}` });
      return (writers[i % 2] as Log).append(event);
    });
    const appended = await Promise.all(calls);
    await Promise.all(writers.map((writer) => writer.close()));
    const firsts = appended.filter(({ duplicateOf }) => duplicateOf === undefined).map(({ position }) => position);
    expect(firsts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, i) => before + 1 + i));
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        readStoredAnswer(test.database, {
          ...(i % 2 === 0 ? shop : stranger),
          kind: 'purchase',
          eventId: `storm-${i}`,
        }),
      ),
    );
    expect(answers.map((answer) => answer?.result)).toEqual(
      Array.from({ length: 400 }, (_, i) => ({ decision: 'Approve', answer: `storm-${i}` })),
    );
    expect(answers.map((answer) => answer?.position).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      firsts.toSorted((a, b) => a - b),
    );
  });

  it('is one that may repeat its id, where it is stored under a name: once per environment and kind', async () => {
    const appender = open();
    const other = createLog(test.database, PATIENT);
    const named = (place = shop, kind: 'purchaseStatus' | 'label' = 'purchaseStatus') => ({
      ...aRelatedEvent(place, kind, { purchaseId: 'p', body: { statusType: 'Approved' } }),
      onceKey: 'case 1',
    });
    const before = await readLastPosition(test.database);
    const appended = await Promise.all([appender, other, appender, other].map(({ append }) => append(named())));
    expect(new Set(appended.map(({ position }) => position))).toEqual(new Set([before + 1]));
    expect(appended.filter(({ duplicateOf }) => duplicateOf === undefined)).toHaveLength(1);
    expect((await appender.append(named())).duplicateOf).toBe(before + 1);
    for (const different of [named(sibling), named(shop, 'label'), { ...named(), onceKey: 'case 2' }])
      expect((await appender.append(different)).duplicateOf).toBe(undefined);
    await other.close();
  });

  it('leaves observations alone: they may repeat their id', async () => {
    const appender = open();
    const status = () => aRelatedEvent(shop, 'purchaseStatus', { purchaseId: 'p', body: { statusType: 'Approved' } });
    const appended = await Promise.all([appender.append(status()), appender.append(status())]);
    expect(appended.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined]);
  });
});

describe('what cannot be stored', () => {
  it.each<[string, LogEvent]>([
    ['an id with a NUL', aPurchase(shop, { eventId: 'nul\0' })],
    ['an id with half a character', aPurchase(shop, { eventId: 'half \ud83d' })],
    ['an id beyond 256 characters', aPurchase(shop, { eventId: 'x'.repeat(257) })],
    ['facts with a NUL', aPurchase(shop, {}, { country: 'D\0' })],
    [
      'a related body with half a character in a name',
      aRelatedEvent(shop, 'label', { purchaseId: 'p', body: { '\udead': 1 } }),
    ],
    ['a time in no year', aPurchase(shop, { eventTimeMs: Number.NaN })],
    ['a time beyond the year 9999', aPurchase(shop, { eventTimeMs: 8.64e15 })],
    ['a request with a NUL', aPurchase(shop, { requestText: '\0' })],
  ])('is refused: %s', async (_name, event) => {
    await expect(open().append(event)).rejects.toEqual(fail('REQ-INVALID'));
  });

  it('is not what merely looks so: an escape spelt out in text is stored as it came', async () => {
    const country = 'D\\u0000 \\ud83d';
    const { position } = await open().append(aPurchase(shop, { eventId: 'spelt' }, { country }));
    expect((await readAll()).find((event) => event.position === position)?.facts).toMatchObject({ country });
  });

  it('is refused early when too much waits already', async () => {
    const appender = open({ maxQueued: 10 });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => appender.append(aPurchase(shop))));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    expect(refused).toEqual([fail('REQ-OVERLOADED'), fail('REQ-OVERLOADED')]);
  });

  it('is refused once the log closes, and everything taken before is brought to its end', async () => {
    const appender = open();
    const before = Array.from({ length: 20 }, () => appender.append(aPurchase(shop)));
    const closing = appender.close();
    await expect(appender.append(aPurchase(shop))).rejects.toEqual(fail('SRV-STOPPING'));
    await closing;
    expect((await Promise.all(before)).length).toBe(20);
  });

  it('is answered as unavailable while the stream cannot be had, and nothing of it is stored', async () => {
    const before = await readLastPosition(test.database);
    const blocker = await test.database.pools.ingest.connect();
    await blocker.query('begin; select from stream for update');
    const impatient = createLog(test.database, { timeoutMs: 500 });
    await expect(impatient.append(aPurchase(shop, { eventId: 'late' }))).rejects.toEqual(fail('SRV-LOG-UNAVAILABLE'));
    await blocker.query('rollback');
    blocker.release();
    expect(await readLastPosition(test.database)).toBe(before);
    await impatient.close();
    expect((await open().append(aPurchase(shop, { eventId: 'late' }))).duplicateOf).toBe(undefined);
  });

  it('is not refused because this thread was held up longer than it may wait', async () => {
    const held = createLog(test.database, { timeoutMs: 2000 });
    const appended = Promise.all(Array.from({ length: 20 }, () => held.append(aPurchase(shop))));
    await new Promise(setImmediate);
    const untilMs = performance.now() + 2500;
    while (performance.now() < untilMs) JSON.stringify(shop);
    expect((await appended).length).toBe(20);
    await held.close();
  });

  it('is tried again on another connection when its own is cut', async () => {
    const appender = open();
    await appender.append(aPurchase(shop));
    await test.asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'redoubt log' and datname = $1`,
      [test.name],
    );
    expect((await appender.append(aPurchase(shop))).duplicateOf).toBe(undefined);
  });
});
