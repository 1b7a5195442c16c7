import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { explanationQuery, type EventRef } from '../shared/events/events.queries.ts';
import type { ApiCall } from './api-call.ts';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

const failing = (code: string, status: number, times = Infinity) => {
  let calls = 0;
  const call = async (): Promise<string> => {
    calls += 1;
    if (calls <= times) throw new ApiError({ code, status, correlationId: 'c' });
    return 'answer';
  };
  return { call: call as unknown as ApiCall, count: () => calls };
};

describe('reads', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const read = async (query: object): Promise<unknown> => {
    const read = createQueryClient().fetchQuery(
      query as Parameters<ReturnType<typeof createQueryClient>['fetchQuery']>[0],
    );
    const outcome = read.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return outcome;
  };

  it('are repeated until a busy server has room', async () => {
    const busy = failing('REQ-OVERLOADED', 429, 4);
    expect(await read(explanationQuery(busy.call, 'e', {} as EventRef))).toBe('answer');
    const always = failing('REQ-OVERLOADED', 429);
    expect(await read({ queryKey: ['always'], queryFn: always.call })).toMatchObject({ code: 'REQ-OVERLOADED' });
    expect(always.count()).toBe(6);
  });

  it('are not repeated where the same call fails again', async () => {
    const slow = failing('RULE-EVALUATION-TIMEOUT', 422);
    expect(await read({ queryKey: ['slow'], queryFn: slow.call })).toMatchObject({ code: 'RULE-EVALUATION-TIMEOUT' });
    expect(slow.count()).toBe(1);
  });
});
