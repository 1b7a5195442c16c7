import * as contracts from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import { createBacktests, startJobs } from '@redoubt/services';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createConsoleApp, type ConsoleApp } from '../../testing/console-app.ts';
import { createTenant, sceneClock, type SceneTenant } from '../../testing/scene.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;
let tenant: SceneTenant;
let jobs: ReturnType<typeof startJobs>;

beforeAll(async () => {
  consoleApp = await createConsoleApp(db.database, sceneClock());
  tenant = await createTenant(db.database);
  const place = { database: db.database, clock: sceneClock() };
  jobs = startJobs({ ...place, runners: [createBacktests({ ...place, installationKey: '' })] });
});
afterAll(async () => {
  await jobs.close();
  await consoleApp.app.close();
});

describe('backtests over HTTP', () => {
  it('answer as the contract says, from the start to the result', async () => {
    const engineer = consoleApp.personWith(tenant, 'FraudEngineer');
    const params = { environmentId: tenant.environmentId, assessment: 'purchase' } as const;
    const clause = { id: newId(), name: 'Decide', code: 'RETURN Reject() WHEN @"totalAmount" > 220' };
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    const text = { ruleId: null, ruleName: 'Limit', condition: '', clauses: [clause] };
    const started = await engineer.call(contracts.startBacktest, { params, body: { ...text, ...period } });
    const one = { params: { ...params, backtestId: started.id } };
    await vi.waitFor(
      async () => {
        const now = await engineer.call(contracts.getBacktest, one);
        expect(now).toMatchObject({ status: 'done', baseline: 'today', result: { events: 0 } });
      },
      { timeout: 20_000 },
    );
    const after = await engineer.call(contracts.cancelBacktest, one);
    expect(after.status).toBe('done');
    const listed = await engineer.call(contracts.getBacktests, { params, query: { ruleId: newId() } });
    expect(listed.backtests).toEqual([]);
    const backwards = { ...text, from: period.to, to: period.from };
    const refused = await engineer.send(contracts.startBacktest, { params, body: backwards });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'REQ-INVALID']);
  });
});
