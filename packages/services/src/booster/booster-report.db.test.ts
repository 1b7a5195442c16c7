import { newId, type Id } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { getBoosterReport } from './booster-report.query.ts';

const test = useDatabase();
const PURCHASE = 1;
const BANK = { None: 0, Approved: 1, Declined: 2 } as const;
let scene: Scene;

type Shared = {
  readonly state: 'sent' | 'failed' | 'heldOut';
  readonly bank: keyof typeof BANK;
  readonly connector?: string;
  readonly daysAgo?: number;
  readonly environment?: string;
};

const share = async ({ state, bank, connector = 'First Bank', daysAgo = 0, environment = 'Root' }: Shared) => {
  const eventId = newId();
  const place: readonly [Id, Id, number, string] = [scene.tenantId, scene.idOf(environment), PURCHASE, eventId];
  const at = new Date(scene.clock.now() - daysAgo * 86_400_000);
  await test.asAdmin(
    `insert into booster_sharing (tenant_id, environment_id, kind, event_id, position, received_at, state, attempts, due_at,
        connector, network, currency, answer)
     values ($1, $2, $3, $4, 1, $5, $6, 1, $5, $7, 'Visa', 'EUR', case when $6 = 'sent' then 'accepted' end)`,
    [...place, at, state, connector],
  );
  await test.asAdmin(
    `insert into report_event (tenant_id, environment_id, kind, event_id, hour, decision, rule, clause, country, currency,
        score, label, status, bank, chargeback, refunded, amount_units, hits, hit_rules, fields, field_values, decided_by,
        control_rule, control_hit)
     values ($1, $2, $3, $4, date_trunc('hour', $5::timestamptz), 0, 0, 0, 0, 0, -1, 0, 0, $6, false, false, 100000,
        '{}', '{}', '{}', '{}', 0, 0, 0)`,
    [...place, at, BANK[bank]],
  );
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

const report = () => getBoosterReport(scene.contextIn('Root'), { days: 30, by: 'connector' });

describe('the report of the booster', () => {
  it('compares what was drawn to be shared with what was held out, in the environment and below', async () => {
    await share({ state: 'sent', bank: 'Approved' });
    await share({ state: 'sent', bank: 'Approved', environment: 'Child', daysAgo: 3 });
    await share({ state: 'failed', bank: 'Declined', connector: 'Other Bank' });
    await share({ state: 'sent', bank: 'None' });
    await share({ state: 'heldOut', bank: 'Approved' });
    await share({ state: 'heldOut', bank: 'Declined' });
    await share({ state: 'sent', bank: 'Approved', daysAgo: 60 });
    const { total, failed, periods, rows, amounts, answers } = await report();
    expect(total).toMatchObject({
      shared: { purchases: 4, approved: 2, declined: 1 },
      heldOut: { purchases: 2, approved: 1, declined: 1 },
      isEnough: false,
    });
    expect(total.difference?.value).toBeCloseTo(2 / 3 - 1 / 2, 12);
    expect(failed).toBe(1);
    expect(rows.map(({ value, shared }) => [value, shared.purchases])).toEqual([
      ['First Bank', 3],
      ['Other Bank', 1],
    ]);
    expect(amounts).toEqual([
      { currency: 'EUR', sharedAsked: 30, sharedApproved: 20, heldOutAsked: 20, heldOutApproved: 10 },
    ]);
    expect(answers.find(({ answer }) => answer === 'accepted')?.arm).toEqual({
      purchases: 3,
      approved: 2,
      declined: 0,
    });
    expect(periods).toHaveLength(30);
    expect(periods.at(-4)?.shared.purchases).toBe(1);
    expect(periods.reduce((sum, each) => sum + each.shared.purchases, 0)).toBe(4);
  });

  it('is empty where nothing was shared', async () => {
    expect(await report()).toMatchObject({ rows: [], total: { difference: null, isEnough: false } });
  });
});
