import * as contracts from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import { ReportPace, type EnvironmentContext } from '@redoubt/services';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Binding, EndpointRequest } from '../http/binding.ts';
import { forgetAfter, pacedReports } from './paced-reports.ts';

const [tenantId, environmentId] = [newId(), newId()];
const capabilities = { reports: 'read', scoreReport: 'read' } as const;
const body = { assessment: 'purchase', from: '2026-11-01', to: '2026-11-02', by: 'currency' };

const scene = (endpoint: contracts.Endpoint) => {
  let asked = 0;
  const pace = new ReportPace({ monotonicMs: () => Date.now(), utilization: () => 1, atOnce: 2 });
  const [binding] = pacedReports([{ endpoint, handle: () => (asked += 1) } satisfies Binding], pace);
  const ask = async (context: Partial<EnvironmentContext> = {}, other: object = {}): Promise<unknown> => {
    const request = {
      params: { environmentId },
      query: {},
      body,
      ...other,
      context: { tenantId, environmentId, capabilities, ...context },
    };
    const answer = Promise.resolve(binding?.handle(request as unknown as EndpointRequest<contracts.Endpoint>));
    await vi.advanceTimersByTimeAsync(100);
    return answer;
  };
  return { pace, ask };
};

describe('paced reports', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives one answer to equal questions, and their own to whom another place, permission or mask belongs', async () => {
    const { ask } = scene(contracts.queryReports);
    await expect(ask()).resolves.toBe(1);
    await expect(ask()).resolves.toBe(1);
    await expect(ask({ capabilities: { scoreReport: 'read', reports: 'read' } })).resolves.toBe(1);
    await expect(ask({ capabilities: { reports: 'read' } })).resolves.toBe(2);
    await expect(ask({ maskedEnvironments: new Set([environmentId]) })).resolves.toBe(3);
    await expect(ask({ environmentId: newId() })).resolves.toBe(4);
    await expect(ask({ tenantId: newId() })).resolves.toBe(5);
    await expect(ask({ seesAllQueues: true })).resolves.toBe(6);
    await expect(ask({}, { body: { ...body, by: 'rule' } })).resolves.toBe(7);
    await expect(ask({}, { params: { environmentId, assessment: 'purchase' } })).resolves.toBe(8);
    await expect(ask({}, { query: { period: '8d' } })).resolves.toBe(9);
    await expect(ask()).resolves.toBe(1);
  });

  it('leaves other endpoints as they are', async () => {
    const { ask } = scene(contracts.getDashboard);
    await expect(ask()).resolves.toBe(1);
    await expect(ask()).resolves.toBe(2);
  });

  it('asks anew after a write that may concern reports', async () => {
    const { ask, pace } = scene(contracts.queryRuleReport);
    const forget = forgetAfter(pace);
    await ask();
    forget(contracts.decideCase, tenantId);
    await expect(ask()).resolves.toBe(1);
    forget(contracts.putCurrencySettings, newId());
    await expect(ask()).resolves.toBe(1);
    forget(contracts.putCurrencySettings, tenantId);
    await expect(ask()).resolves.toBe(2);
  });
});
