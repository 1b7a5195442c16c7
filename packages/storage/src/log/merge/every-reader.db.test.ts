import { hash } from 'node:crypto';
import { newId, type Id } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, mergeOnce, useDatabase } from '@redoubt/testing/database';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { decodeHistory } from '../../backtests/history-codec.ts';
import { readHistoryPage } from '../../backtests/history.read-model.ts';
import type { Database } from '../../database/database.ts';
import { readTracedEvent, readTracedEvents } from '../../event-tracing/trace-sources.read-model.ts';
import { readEnvironmentSegments } from '../../events/environment-log.read-model.ts';
import { readEvent, readRequests } from '../../events/event-detail.read-model.ts';
import { readRecentRequests } from '../../rules/recent-requests.read-model.ts';
import { readPieceBefore, readSegmentsOf } from '../../search/stored-events.read-model.ts';
import { readSubjectSegments } from '../../subject-requests/subject-segments.ts';
import { eventsOfPiece, headsOfPiece, readBackfillPiece } from '../../velocities/backfill-log.ts';
import { readContributions } from '../../velocities/contribution-feed.ts';
import { findContributors } from '../../velocities/contributors.read-model.ts';
import { readNewestEvents } from '../../velocities/newest-events.read-model.ts';
import { inOrder } from '../environment-range.ts';
import { startProjectors } from '../../projections/runner/projectors.ts';
import type { LogEvent, StoredEvent } from '../log-event.ts';
import { createLog } from '../log.ts';
import { asIngest, nextRange, readHeads, readRange, readStoredAnswer, readStoredRequest } from '../read-log.ts';
import { decodeSegment, eventsWithin } from '../segment-codec.ts';

const test = useDatabase();

type Tenant = { readonly tenantId: Id; readonly environmentIds: readonly Id[] };

const LONG_AGO = new Date(Date.UTC(2000, 0, 1));
const ALL_TIME = { fromMs: LONG_AGO.getTime(), toMs: Date.UTC(2100, 0, 1) };

/** Repeats a step from a place until it gives none. */
const sweep = async <Item>(
  from: number,
  step: (place: number) => Promise<{ readonly items: readonly Item[]; readonly next: number | undefined }>,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for (let place: number | undefined = from; place !== undefined;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one step after the other
    const found: Awaited<ReturnType<typeof step>> = await step(place);
    items.push(...found.items);
    place = found.next;
  }
  return items;
};

/** The whole log as projectors, velocities and tracing read it, so many events at a time. */
const readLog = (database: Database, most: number) =>
  sweep(0, async (after) => {
    const range = await nextRange(database.pools.ingest, after, most);
    if (range === undefined) return { items: [], next: undefined };
    const read = await asIngest(database.pools.ingest, range.tenantIds, async (client) => ({
      events: await readRange(client, range),
      heads: await readHeads(client, range),
    }));
    return { items: [read], next: range.lastPosition };
  });

const readBackfilled = (database: Database, { tenantId, environmentIds }: Tenant, until?: number) =>
  sweep(0, async (after) => {
    const scope = { tenantId, environmentIds, ...(until === undefined ? {} : { until }) };
    const piece = await readBackfillPiece(database, scope, after);
    if (piece === undefined) return { items: [], next: undefined };
    const [events, heads] = [eventsOfPiece(piece), headsOfPiece(piece)];
    if (events.length !== piece.events || heads.length !== piece.events) throw new Error('a piece is counted wrongly');
    return { items: events.map((event, at) => ({ event, head: heads[at] })), next: piece.until };
  });

const readSubject = (database: Database, { tenantId, environmentIds }: Tenant, until: number) =>
  sweep(0, (after) =>
    asIngest(database.pools.ingest, [tenantId], async (client) => {
      const range = { tenantId, environmentIds, after, until };
      const isMine = { head: ({ position }: { readonly position: number }) => position % 3 === 0 };
      const { cursor, isLast, segments } = await readSubjectSegments(client, range, isMine);
      const items = segments.flatMap(({ events, mine }) => mine.map((place) => events[place] as StoredEvent));
      return { items: inOrder(items), next: isLast ? undefined : cursor };
    }),
  );

const readExported = (database: Database, tenantId: Id, environmentId: Id) =>
  sweep(0, async (after) => {
    const { segments, isEnd } = await readEnvironmentSegments(database, { tenantId, environmentId }, after, 40);
    const all = segments.flatMap(decodeSegment);
    if (after > 0 && all[0] !== undefined && all.every(({ position }) => position !== after))
      throw new Error('the place itself is not read');
    const items = all.filter(({ position }) => position > after).slice(0, 40);
    const isLast = isEnd && items.at(-1)?.position === all.at(-1)?.position;
    return { items, next: isLast ? undefined : items.at(-1)?.position };
  });

const HISTORY = { kind: 'purchase', ...ALL_TIME } as const;

const readScanned = (database: Database, { tenantId, environmentIds }: Tenant) =>
  sweep(Number.MAX_SAFE_INTEGER, async (before) => {
    const scope = { tenantId, environmentIds, committedSince: LONG_AGO };
    const piece = await database.readTenant(tenantId, (trx) => readPieceBefore(trx, scope, before, 4));
    const isIn = (position: number): boolean => position > piece.after && position <= piece.until;
    const blocks = piece.segments.map((row) => decodeHistory(row, HISTORY, isIn));
    const items = inOrder(blocks.flatMap(({ events }) => events)).toReversed();
    return {
      items: items.map(({ request, inputs, result, ...rest }) => ({
        ...rest,
        texts: [request, inputs, result].map(String),
      })),
      next: piece.isEnd ? undefined : piece.after + 1,
    };
  });

const readHistory = (database: Database, { tenantId, environmentIds }: Tenant, decidedFrom: number, until: number) =>
  sweep(0, async (after) => {
    const page = {
      tenantId,
      committedSince: LONG_AGO,
      countedIn: environmentIds,
      decidedIn: environmentIds.slice(1),
      decidedFrom,
      after,
      until,
      limit: 5,
    };
    const { rows, isEnd, ...piece } = await database.inTenant(tenantId, (trx) => readHistoryPage(trx, page));
    const isIn = (position: number): boolean => position > piece.after && position <= piece.until;
    const blocks = rows.map((row) => decodeHistory(row, HISTORY, isIn));
    const contributions = inOrder(blocks.flatMap((block) => block.contributions)).map((each) => JSON.stringify(each));
    const events = inOrder(blocks.flatMap((block) => block.events)).filter(({ position }) => position >= decidedFrom);
    const decided = events.map(({ position, request }) => `${position} ${request.toString()}`);
    return { items: [{ contributions, decided }], next: isEnd ? undefined : piece.until };
  });

const readTraced = (database: Database, { tenantId, environmentIds }: Tenant) =>
  sweep(0, async (after) => {
    const { events, reached } = await readTracedEvents(
      database,
      { tenantId, environmentIds: new Set(environmentIds) },
      after,
      25,
    );
    return { items: events, next: events.length === 0 ? undefined : reached };
  });

/** What is asked of one event after the other. */
const readEach = async (database: Database, tenantId: Id, events: readonly StoredEvent[]) => {
  const found: unknown[] = [];
  for (const { environmentId, kind, eventId, position } of events) {
    const key = { tenantId, environmentId, kind, eventId };
    found.push(await readTracedEvent(database, tenantId, position));
    if (kind !== 'purchase') continue;
    found.push(await readStoredAnswer(database, key), await readStoredRequest(database, key));
    found.push(await readEvent(database, { ...key, kind }));
  }
  return found;
};

const readTogether = (database: Database, tenantId: Id, events: readonly StoredEvent[]) =>
  database.readTenant(tenantId, async (trx) => {
    const some = events.filter(({ kind, position }) => kind === 'purchase' && position % 5 === 0);
    const segments = await readSegmentsOf(trx, some);
    const positions = new Set(some.map(({ position }) => position));
    const whole = segments.flatMap((row) =>
      row.data === null ? [] : eventsWithin({ ...row, data: row.data }, { after: 0, until: Number.MAX_SAFE_INTEGER }),
    );
    return {
      requests: await readRequests(trx, tenantId, some),
      candidates: inOrder(whole).filter(({ position }) => positions.has(position)),
    };
  });

/** What everything that reads segments gives, as digests: a difference in anything shows, by the name of the reader. */
const readEverything = async (
  database: Database,
  tenants: readonly Tenant[],
  pieces: readonly number[],
): Promise<Readonly<Record<string, string>>> => {
  const found: Record<string, unknown> = {};
  const log = await readLog(database, 700);
  const events = log.flatMap((piece) => piece.events);
  const last = events.at(-1)?.position ?? 0;
  for (const most of pieces) found[`log by ${most}`] = await readLog(database, most);
  found.velocities = await sweep(0, async (after) => {
    const batch = await readContributions(database, after, 90);
    return { items: batch === undefined ? [] : [batch], next: batch?.to };
  });
  for (const [at, tenant] of tenants.entries()) {
    const { tenantId, environmentIds } = tenant;
    const mine = events.filter((event) => event.tenantId === tenantId);
    const keep = (name: string, what: unknown): void => {
      found[`${at} ${name}`] = what;
    };
    keep('backfill', await readBackfilled(database, tenant));
    keep('backfill up to a position', await readBackfilled(database, tenant, Math.floor(last / 2)));
    keep('backfill of one', await readBackfilled(database, { tenantId, environmentIds: environmentIds.slice(0, 1) }));
    keep('subject', await readSubject(database, tenant, last));
    keep('subject up to a position', await readSubject(database, tenant, Math.floor(last / 3)));
    keep('scan', await readScanned(database, tenant));
    const history = await readHistory(database, tenant, Math.floor(last / 4), Math.floor((last * 3) / 4));
    keep(
      'history counted',
      history.flatMap(({ contributions }) => contributions),
    );
    keep(
      'history decided',
      history.flatMap(({ decided }) => decided),
    );
    keep('tracing', await readTraced(database, tenant));
    keep(
      'each',
      await readEach(
        database,
        tenantId,
        mine.filter(({ position }) => position % 4 === 0),
      ),
    );
    keep('together', await readTogether(database, tenantId, mine));
    for (const limit of [10, 5000])
      keep(`newest ${limit}`, await readNewestEvents(database, tenant, { since: LONG_AGO, limit }));
    const key = { aggregate: 1, lo: 7, hi: 9 };
    for (const limit of [10, 5000])
      keep(`contributors ${limit}`, await findContributors(database, tenant, { ...key, ...ALL_TIME, limit }));
    for (const [place, environmentId] of environmentIds.entries()) {
      keep(`export ${place}`, await readExported(database, tenantId, environmentId));
      for (const kind of ['purchase', 'chargeback'] as const)
        keep(
          `recent ${kind} ${place}`,
          await database.readTenant(tenantId, (trx) => readRecentRequests(trx, { tenantId, environmentId, kind }, 20)),
        );
    }
    keep(
      'stored bytes',
      await database.readTenant(tenantId, async (trx) => {
        const { rows } = await sql<{ events: number }>`select sum(event_count)::int as events from segment`.execute(
          trx,
        );
        return rows;
      }),
    );
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, what]) => [name, hash('sha256', JSON.stringify(what) ?? '')]),
  );
};

/** Numbers that look random and are the same in every run. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
};

/** Stores events of several environments in commits of whatever size, between each other. */
const storeLog = async (seed: number): Promise<readonly Tenant[]> => {
  const random = randomFrom(seed);
  const tenants = [3, 1].map((environments) => ({
    tenantId: newId(),
    environmentIds: Array.from({ length: environments }, () => newId()),
  }));
  const places = tenants.flatMap(({ tenantId, environmentIds }) =>
    environmentIds.map((environmentId) => ({ tenantId, environmentId })),
  );
  const nowMs = Date.now();
  let next = 0;
  const anEvent = (): LogEvent => {
    const place = places[Math.min(random(6), places.length - 1)] as (typeof places)[number];
    const eventId = `e${seed}-${(next += 1)}`;
    const times = { receivedAtMs: nowMs - 60_000 + next, eventTimeMs: nowMs - 60_000 + next };
    if (random(4) === 0) {
      const body = { chargebackId: `cb-${eventId}`, status: 'Inquiry', note: 'ü€😀' };
      return aRelatedEvent(
        place,
        'chargeback',
        { purchaseId: `e${seed}-${random(next) + 1}`, body },
        { ...times, eventId: `cb-${eventId}` },
      );
    }
    const contributions = random(3) === 0 ? { contributions: [1, 7, 9, next, 2, 5, 5, 0] } : {};
    const requestText = JSON.stringify({ purchaseId: eventId, note: 'x'.repeat(random(4000)) });
    return aPurchase(place, { eventId, ...times, requestText, ...contributions }, { userId: `u${random(20)}` });
  };
  const log = createLog(test.database, { timeoutMs: 20_000 });
  for (let commit = 0; commit < 90; commit += 1)
    // oxlint-disable-next-line eslint/no-await-in-loop -- one commit after the other
    await Promise.all(Array.from({ length: 1 + random(12) }, () => log.append(anEvent())));
  await log.close();
  const projectors = startProjectors(test.database);
  await projectors.caughtUp();
  await projectors.close();
  return tenants;
};

/** Events that are read from the log at once. */
const PIECES = [1, 9, 60, 700];

it('every reader gives the same before, between and after segments are merged', async () => {
  const tenants: Tenant[] = [];
  for (const seed of [7, 20_261_130]) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one layout behind the other
    tenants.push(...(await storeLog(seed)));
    const count = () =>
      test.asAdmin<{ n: number; merged: number }>('select count(*)::int as n, count(span)::int as merged from segment');
    const [before] = await count();
    const read = (pieces: readonly number[]) => readEverything(test.database, tenants, pieces);
    const expected = await read(PIECES);
    let merged = 0;
    for (let outcome = await mergeOnce(test.database); outcome !== 'idle'; outcome = await mergeOnce(test.database)) {
      expect(outcome).not.toBe('busy');
      if (outcome !== 'merged') continue;
      merged += 1;
      if (merged < 3) expect(expected).toMatchObject(await read([60]));
    }
    expect(await read(PIECES)).toEqual(expected);
    const [after] = await count();
    expect(merged).toBeGreaterThan(3);
    expect(after?.merged).toBe((before?.merged ?? 0) + merged);
    expect(after?.n).toBeLessThan((before?.n ?? 0) / 2);
  }
}, 240_000);
