import type { AlertFigure } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { kindCodeOf } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { createCaseScene } from '../testing/case-scene.ts';
import { createScene } from '../testing/scene.ts';
import { readPoints } from './series.ts';

const test = useDatabase();

it('figures of the API, of external calls and of labels are read by their windows', async () => {
  const scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  const at = new Date(Math.floor(scene.clock.now() / HOUR_MS) * HOUR_MS - 30 * MINUTE_MS);
  const callId = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
  const latency = [0, 0, 0, 10, ...Array.from({ length: 18 }, () => 0)];
  await test.asAdmin(
    `insert into api_call (tenant_id, environment_id, minute, path, status, calls, latency)
     values ($1, $2, $3, '/v1.0/a', 200, 10, $4), ($1, $2, $3, '/v1.0/a', 500, 10, $4)`,
    [scene.tenantId, scene.idOf('Child'), at, latency],
  );
  await test.asAdmin(
    `insert into call_metric (tenant_id, environment_id, target_id, minute, outcome, calls, total_ms, latency)
     values ($1, $2, $3, $4, 'ok', 10, 50, $5), ($1, $2, $3, $4, 'timeout', 10, 50, $5)`,
    [scene.tenantId, scene.idOf('Root'), callId, at, latency],
  );
  const valueOf = async (figure: AlertFigure, target: string | null, windowMinutes = 60) => {
    const asked = { figure, target, decision: null, includeChildren: true, windowMinutes };
    const points = await test.database.inTenant(scene.tenantId, (trx) =>
      readPoints(trx, scene.idOf('Root'), asked, { count: 1, untilMs: scene.clock.now(), withRange: false }),
    );
    return points[0]?.value;
  };
  expect([await valueOf('apiCalls', null), await valueOf('apiErrorPercent', '/v1.0/a')]).toEqual([20, 50]);
  expect([await valueOf('apiLatencyMs', null), await valueOf('apiErrorPercent', '/other')]).toEqual([5, null]);
  expect([await valueOf('callCount', callId), await valueOf('callFailurePercent', callId)]).toEqual([20, 50]);
  expect(await valueOf('callLatencyMs', callId)).toBe(5);
  await test.asAdmin(
    `insert into rollup_minute (tenant_id, environment_id, kind, minute, decision, rule, clause, currency, events, amount_units, latency)
     values ($1, $2, $3, $4, 'Fraud', '', '', '', 1, 0, '{}'), ($1, $2, $3, $4, 'NonFraud', '', '', '', 3, 0, '{}')`,
    [scene.tenantId, scene.idOf('Root'), kindCodeOf('label'), new Date(scene.clock.now() - 22 * HOUR_MS)],
  );
  expect(await valueOf('fraudPercent', 'purchase', 1440)).toBe(25);
  expect(await valueOf('decisionPercent', 'purchase')).toBe(null);
  const ruleId = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c52';
  const decided = Array.from({ length: 40 }, (_, bucket) => (bucket === 10 ? 98 : bucket === 30 ? 2 : 0));
  await test.asAdmin(
    `insert into rollup_minute (tenant_id, environment_id, kind, minute, decision, rule, clause, currency, events, amount_units, latency)
     values ($1, $2, $3, $4, 'Approve', '', '', '', 100, 0, $5), ($1, $2, $6, $4, 'Declined', '', '', '', 7, 0, '{}')`,
    [scene.tenantId, scene.idOf('Child'), kindCodeOf('purchase'), at, decided, kindCodeOf('bankEvent')],
  );
  await test.asAdmin(
    `insert into rule_hit_minute (tenant_id, environment_id, rule_id, minute, decision, hits) values ($1, $2, $3, $4, '', 4)`,
    [scene.tenantId, scene.idOf('Child'), ruleId, at],
  );
  await test.asAdmin(
    `insert into report_observation_day (tenant_id, environment_id, kind, observation, dimension, day, value, linked, decision,
       score, delay, currency, events, amount_units)
     values ($1, $2, $3, 5, 0, $4, 0, true, 0, -1, 0, 0, 3, 0), ($1, $2, $3, 5, 0, $4, 0, false, -1, -1, -1, 0, 1, 0)`,
    [
      scene.tenantId,
      scene.idOf('Root'),
      kindCodeOf('purchase'),
      new Date((Math.floor(scene.clock.now() / DAY_MS) - 1) * DAY_MS),
    ],
  );
  // The 99th of a hundred lies in the slow class, from 202 to 262 ms.
  expect(await valueOf('decisionLatencyMs', 'purchase')).toBeCloseTo(231.8, 0);
  expect([await valueOf('observationCount', 'purchase'), await valueOf('ruleHits', ruleId)]).toEqual([7, 4]);
  expect(await valueOf('ruleHits', callId)).toBe(0);
  expect(await valueOf('orphanPercent', 'purchase', 1440)).toBe(25);
});

it('figures of cases are read by their windows', async () => {
  const cases = await createCaseScene(test);
  await cases.addCase('p-1', { settlesInMs: -3 * HOUR_MS });
  await cases.addCase('p-2', { settlesInMs: -2 * HOUR_MS });
  await test.asAdmin(
    `update review_case set outcome = 'TimedOut', ended_at = $2 where tenant_id = $1 and event_id = 'p-1'`,
    [cases.tenantId, new Date(cases.clock.now() - 90 * MINUTE_MS)],
  );
  const values = (figure: AlertFigure) =>
    test.database
      .inTenant(cases.tenantId, (trx) =>
        readPoints(
          trx,
          cases.manager.context.environmentId,
          { figure, target: null, decision: null, includeChildren: false, windowMinutes: 60 },
          { count: 4, untilMs: cases.clock.now(), withRange: false },
        ),
      )
      .then((points) => points.map(({ value }) => value));
  expect(await values('backlog')).toEqual([0, 1, 1, 1]);
  expect(await values('timedOutCases')).toEqual([0, 0, 1, 0]);
  expect((await values('oldestCaseHours')).at(-1)).toBe(2);
});
