import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { createRefusedCalls, listRefusedCalls, type RefusedCall } from './refused-calls.ts';

const test = useDatabase();

const aCall = (tenantId: string, call: Partial<RefusedCall> = {}): RefusedCall => ({
  tenantId,
  clientId: newId(),
  environmentReference: '/primary/XYZ',
  path: '/v1.0/MerchantServices/events/Purchase',
  status: 400,
  code: 'REQ-INVALID',
  message: 'Input validation failed',
  excerpt: '{"purchaseId":7}',
  correlationId: newId(),
  receivedAtMs: Date.UTC(2026, 2, 4),
  ...call,
});

describe('refused calls', () => {
  it('are kept per tenant, newest first, and only so many', async () => {
    const [mine, theirs] = [newId(), newId()];
    const calls = createRefusedCalls(test.database, { keepPerTenant: 5 });
    for (let i = 0; i < 12; i++) calls.keep(aCall(mine, { status: 400 + i }));
    calls.keep(aCall(theirs));
    await calls.flush();
    calls.keep(aCall(mine, { status: 499 }));
    await calls.close();
    const kept = await listRefusedCalls(test.database, mine, 100);
    expect(kept.map((call) => call.status)).toEqual([499, 411, 410, 409, 408]);
    expect(await listRefusedCalls(test.database, theirs, 100)).toHaveLength(1);
  });

  it('are read back as they were, save for text no database can hold', async () => {
    const tenantId = newId();
    const calls = createRefusedCalls(test.database);
    const call = aCall(tenantId, { excerpt: null, environmentReference: null });
    calls.keep(call);
    calls.keep(aCall(tenantId, { excerpt: 'nul \0 half \ud83d' }));
    await calls.close();
    const [hostile, plain] = await listRefusedCalls(test.database, tenantId, 2);
    expect(plain).toEqual(call);
    expect(hostile?.excerpt).toBe('nul \uFFFD half \uFFFD');
  });

  it('are dropped and counted when they come faster than they are written', () => {
    const calls = createRefusedCalls(test.database);
    for (let i = 0; i < 1005; i++) calls.keep(aCall(newId()));
    expect(calls.dropped()).toBe(5);
    return calls.close();
  });
});
