import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { createRefusedCalls, type RefusedCall } from './refused-calls.ts';
import { listRefusedCalls, summariseRefusedCalls } from './refused-calls.read-model.ts';

const test = useDatabase();

const DAY = { from: new Date(Date.UTC(2026, 2, 4)), to: new Date(Date.UTC(2026, 2, 5)) };
const HOUR_MS = 3_600_000;
const PATH = '/v1.0/MerchantServices/events/Purchase';
const SAME = { code: 'REQ-INVALID', path: PATH, limit: 100 };

const aCall = (tenantId: string, call: Partial<RefusedCall> = {}): RefusedCall => ({
  tenantId,
  clientId: newId(),
  environmentId: null,
  environmentReference: '/primary/XYZ',
  path: PATH,
  status: 400,
  code: 'REQ-INVALID',
  message: 'Input validation failed',
  excerpt: '{"purchaseId":7}',
  correlationId: newId(),
  receivedAtMs: DAY.from.getTime(),
  ...call,
});
const everythingOf = (tenantId: string) => ({ tenantId, environmentIds: [], includeUnknown: true });

describe('refused calls', () => {
  it('are kept per tenant, newest first, and only so many', async () => {
    const [mine, theirs] = [newId(), newId()];
    const calls = createRefusedCalls(test.database, { keepPerTenant: 5 });
    for (let i = 0; i < 12; i++) calls.keep(aCall(mine, { status: 400 + i }));
    calls.keep(aCall(theirs));
    await calls.flush();
    calls.keep(aCall(mine, { status: 499 }));
    await calls.close();
    const kept = await listRefusedCalls(test.database, everythingOf(mine), DAY, SAME);
    expect(kept.map((call) => call.status)).toEqual([499, 411, 410, 409, 408]);
    expect(await listRefusedCalls(test.database, everythingOf(theirs), DAY, SAME)).toHaveLength(1);
  });

  it('are read back as they were, save for text no database can hold', async () => {
    const tenantId = newId();
    const calls = createRefusedCalls(test.database);
    const call = aCall(tenantId, { excerpt: null, environmentReference: null, environmentId: newId() });
    const scope = { tenantId, environmentIds: [call.environmentId ?? ''], includeUnknown: true };
    calls.keep(call);
    calls.keep(aCall(tenantId, { excerpt: 'nul \0 half \ud83d' }));
    await calls.close();
    const [hostile, plain] = await listRefusedCalls(test.database, scope, DAY, { ...SAME, limit: 2 });
    expect(plain).toEqual(call);
    expect(hostile?.excerpt).toBe('nul \uFFFD half \uFFFD');
  });

  it('are counted by what they have in common, over time, within what the reader may see', async () => {
    const [tenantId, mine, other] = [newId(), newId(), newId()];
    const calls = createRefusedCalls(test.database);
    const at = (hours: number): number => DAY.from.getTime() + hours * HOUR_MS;
    calls.keep(aCall(tenantId, { environmentId: mine, receivedAtMs: at(1), message: 'first' }));
    calls.keep(aCall(tenantId, { environmentId: mine, receivedAtMs: at(1.5), message: 'second' }));
    calls.keep(aCall(tenantId, { environmentId: mine, receivedAtMs: at(5), code: 'REQ-NOT-JSON', status: 415 }));
    calls.keep(aCall(tenantId, { environmentId: mine, receivedAtMs: at(24) }));
    calls.keep(aCall(tenantId, { environmentId: other, receivedAtMs: at(2) }));
    calls.keep(aCall(tenantId, { receivedAtMs: at(3), code: 'ENV-UNKNOWN' }));
    await calls.close();
    const scope = { tenantId, environmentIds: [mine], includeUnknown: false };
    const summary = await summariseRefusedCalls(test.database, scope, DAY, HOUR_MS);
    expect(summary).toEqual({
      groups: [
        { code: 'REQ-INVALID', status: 400, path: PATH, count: 2, lastAt: new Date(at(1.5)), lastMessage: 'second' },
        {
          code: 'REQ-NOT-JSON',
          status: 415,
          path: PATH,
          count: 1,
          lastAt: new Date(at(5)),
          lastMessage: 'Input validation failed',
        },
      ],
      buckets: expect.arrayContaining([
        { index: 1, code: 'REQ-INVALID', path: PATH, count: 2 },
        { index: 5, code: 'REQ-NOT-JSON', path: PATH, count: 1 },
      ]) as unknown,
      keptSince: null,
    });
    expect(summary.buckets).toHaveLength(2);
    const full = await summariseRefusedCalls(test.database, scope, DAY, HOUR_MS, 6);
    expect(full.keptSince).toEqual(new Date(at(1)));
    const withUnknown = await summariseRefusedCalls(test.database, { ...scope, includeUnknown: true }, DAY, HOUR_MS);
    expect(withUnknown.groups.map(({ code }) => code)).toContain('ENV-UNKNOWN');
    const nothing = { tenantId, environmentIds: [], includeUnknown: false };
    expect((await summariseRefusedCalls(test.database, nothing, DAY, HOUR_MS)).groups).toEqual([]);
  });

  it('past a limit are one record for all that say the same, and counted each', async () => {
    const tenantId = newId();
    const clientId = newId();
    const calls = createRefusedCalls(test.database);
    const tooMany = aCall(tenantId, { clientId, status: 429, code: 'REQ-RATE-LIMITED' });
    for (let i = 0; i < 2000; i++) calls.keep(tooMany);
    calls.keep({ ...tooMany, clientId: newId() });
    calls.keep(aCall(tenantId));
    expect(calls.dropped()).toBe(0);
    await calls.close();
    const scope = everythingOf(tenantId);
    const { groups, buckets } = await summariseRefusedCalls(test.database, scope, DAY, HOUR_MS);
    expect(groups.map(({ code, count }) => [code, count])).toEqual([
      ['REQ-RATE-LIMITED', 2001],
      ['REQ-INVALID', 1],
    ]);
    expect(buckets.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([1, 2001]);
    const only = { code: 'REQ-RATE-LIMITED', path: PATH, limit: 10 };
    expect(await listRefusedCalls(test.database, scope, DAY, only)).toHaveLength(2);
  });

  it('are dropped and counted when they come faster than they are written', () => {
    const calls = createRefusedCalls(test.database);
    for (let i = 0; i < 1005; i++) calls.keep(aCall(newId()));
    expect(calls.dropped()).toBe(5);
    return calls.close();
  });
});
