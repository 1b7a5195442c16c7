import { DAY_MS, MINUTE_MS, newId, type Id } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createApiCalls, type AnsweredCall } from './api-calls.ts';
import { summariseApiCalls } from './api-calls.read-model.ts';

const test = useDatabase();

const FROM_MS = Date.UTC(2026, 2, 14, 10, 0, 0);
const RANGE = { from: new Date(FROM_MS), to: new Date(FROM_MS + 10 * MINUTE_MS) };
const PATH = '/v1.0/MerchantServices/events/Purchase';

const aCall = (tenantId: Id, environmentId: Id | null, call: Partial<AnsweredCall> = {}): AnsweredCall => ({
  tenantId,
  environmentId,
  path: PATH,
  status: 200,
  latencyMs: 4,
  atMs: FROM_MS,
  ...call,
});
const summary = (tenantId: Id, environmentIds: readonly Id[], includeUnknown = false) =>
  summariseApiCalls(test.database, { tenantId, environmentIds, includeUnknown }, RANGE, 2 * MINUTE_MS);

describe('calls of the public API', () => {
  it('are added up over flushes and nodes, by address, status and minute', async () => {
    const [tenantId, mine, other] = [newId(), newId(), newId()];
    const [one, two] = [createApiCalls(test.database), createApiCalls(test.database)];
    one.count(aCall(tenantId, mine));
    one.count(aCall(tenantId, mine, { latencyMs: 900 }));
    await one.flush();
    one.count(aCall(tenantId, mine, { atMs: FROM_MS + 5 * MINUTE_MS }));
    two.count(aCall(tenantId, mine, { latencyMs: 0.2 }));
    two.count(aCall(tenantId, mine, { status: 400 }));
    two.count(aCall(tenantId, other));
    two.count(aCall(tenantId, null, { status: 404 }));
    two.count(aCall(tenantId, mine, { atMs: RANGE.to.getTime() }));
    await Promise.all([one.close(), two.close()]);
    const { groups, buckets } = await summary(tenantId, [mine]);
    expect(groups).toMatchObject([
      { path: PATH, status: 200, calls: 4 },
      { path: PATH, status: 400, calls: 1 },
    ]);
    expect(groups[0]?.latency).toEqual([1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    expect(buckets.toSorted((a, b) => a.index - b.index)).toEqual([
      { index: 0, path: PATH, calls: 4 },
      { index: 2, path: PATH, calls: 1 },
    ]);
    expect((await summary(tenantId, [], true)).groups).toMatchObject([{ status: 404, calls: 1 }]);
    expect((await summary(newId(), [mine])).groups).toEqual([]);
  });

  it('are kept in memory while the database does not answer, and counted once', async () => {
    const [tenantId, environmentId] = [newId(), newId()];
    let isAway = true;
    const connect = async () => {
      if (isAway) throw new Error('the database is away');
      return test.database.pools.ingest.connect();
    };
    const database = {
      ...test.database,
      pools: { ...test.database.pools, ingest: { connect } },
    } as unknown as Database;
    const calls = createApiCalls(database);
    calls.count(aCall(tenantId, environmentId));
    await calls.flush();
    calls.count(aCall(tenantId, environmentId));
    isAway = false;
    await calls.close();
    expect((await summary(tenantId, [environmentId])).groups).toMatchObject([{ calls: 2 }]);
  });

  it('are forgotten after a while', async () => {
    const [tenantId, environmentId] = [newId(), newId()];
    const calls = createApiCalls(test.database, { keepMs: DAY_MS });
    calls.count(aCall(tenantId, environmentId));
    await calls.flush();
    calls.count(aCall(tenantId, environmentId, { atMs: FROM_MS + 2 * DAY_MS }));
    await calls.close();
    expect((await summary(tenantId, [environmentId])).groups).toEqual([]);
  });
});
