import { DAY_MS, fixedClock, HOUR_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEAMS } from './demonstration-casework.ts';
import { MAIN_TENANT } from './demonstration-data.ts';
import { seedDemonstrationHistory } from './seed-history.ts';
import { seedDemonstration, type Demonstration } from './seed-demonstration.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createCaseTimeOuts } from '../case-jobs/time-outs.job.ts';
import { workOff } from '../testing/jobs.ts';

const test = useDatabase();
const clock = fixedClock(Date.UTC(2026, 2, 14, 15));
let demonstration: Demonstration;
let merchant: Merchant;

const seed = () =>
  seedDemonstrationHistory({
    database: test.database,
    clock,
    service: merchant.service,
    signal: new AbortController().signal,
  });

/** Who decided most, and who least. */
const AGENTS: Readonly<Record<string, readonly string[]>> = {
  'Northfell Retail': ['Tomas Berg', 'Kofi Mensah', 'Lena Voss'],
  'Harbour Pay': ['Ivan Costa', 'Sana Iqbal', 'Nadia Weiss'],
};

const count = (tenantId: string, text: string) =>
  test.asAdmin<Record<string, unknown>>(text.replaceAll('$tenant', `'${tenantId}'`));

beforeAll(async () => {
  demonstration = await seedDemonstration(test.database, { clock });
  const { tenantId, environmentId } = demonstration;
  const scene = { tenantId, clock, idOf: () => environmentId };
  merchant = await createMerchant(test.database, scene as unknown as Parameters<typeof createMerchant>[1]);
  await seed();
}, 120_000);
afterAll(() => merchant.close());

describe('traffic of the demonstration', () => {
  it('brings every decision in four weeks, apart from Review, and fraud that rules let pass', async () => {
    const rows = await count(
      MAIN_TENANT.id,
      `select decision, fraud_label as label, count(*)::int as purchases from event_search
        where tenant_id = $tenant and event_id like 'demo-past-%' and kind = 1 group by 1, 2 order by 1, 2`,
    );
    expect(rows.map(({ decision, label, purchases }) => [decision, label, purchases])).toEqual([
      ['Approve', 'Fraud', 31],
      ['Approve', 'None', 1068],
      ['Challenge', 'None', 37],
      ['Reject', 'None', 70],
    ]);
  });

  it.each(TEAMS)('comes to $tenant.name in every one of them, and none of it is reviewed', async ({ tenant }) => {
    const weeks = await count(
      tenant.id,
      `select date_bin('7 days', received_at, '${new Date(clock.now() - 28 * DAY_MS).toISOString()}') as week,
          count(*) > 300 as many, count(*) filter (where decision = 'Review')::int as reviewed
        from event_search where tenant_id = $tenant and event_id like 'demo-past-%' group by 1 order by 1`,
    );
    expect(weeks.map(({ many, reviewed }) => [many, reviewed])).toEqual(Array.from({ length: 4 }, () => [true, 0]));
  });
});

describe.each(TEAMS)('cases of the demonstration, $tenant.name', ({ tenant }) => {
  it('wait in three queues and General, sixty of them open', async () => {
    const rows = await count(
      tenant.id,
      `select coalesce(q.name, 'General') as queue, count(*)::int as open from review_case c left join case_queue q using (queue_id)
        where c.tenant_id = $tenant and outcome is null and due_at > '${new Date(clock.now()).toISOString()}'
        group by 1 order by 1`,
    );
    expect(rows.map(({ queue, open }) => [queue, open])).toEqual([
      ['Codes and downloads', 15],
      ['First orders', 13],
      ['General', 8],
      ['Large losses', 24],
    ]);
  });

  it('have rings among them: several people with one device, one address, one card', async () => {
    const open = `join review_case c using (tenant_id, environment_id, position)
      where l.tenant_id = $tenant and c.outcome is null`;
    // Devices, their addresses and cards, as `LINK_ATTRIBUTES` of storage numbers them.
    const shared = await count(
      tenant.id,
      `select l.attribute, count(*)::int as purchases from event_value l ${open} and l.attribute in (3, 4, 5)
        group by l.attribute, l.value having count(*) > 4 order by 1`,
    );
    expect(shared.map(({ attribute, purchases }) => [attribute, purchases])).toEqual([
      [3, 7],
      [4, 7],
      [5, 5],
    ]);
    const addresses = await count(
      tenant.id,
      `select l.value, count(*)::int as purchases from event_attribute l ${open} group by 1 having count(*) > 4`,
    );
    expect(addresses).toMatchInlineSnapshot(`
      [
        {
          "purchases": 6,
          "value": "Speicherstraße 4, Tor 9",
        },
      ]
    `);
  });

  it('were decided by agents and time-outs, opened again, handed on and put aside', async () => {
    const { database } = test;
    await workOff({ database, clock }, createCaseTimeOuts({ database, clock }));
    const rows = await count(
      tenant.id,
      `select action, source, count(*)::int as entries from case_entry where tenant_id = $tenant group by 1, 2 order by 1, 2`,
    );
    expect(rows.map(({ action, source, entries }) => [action, source, entries])).toEqual([
      ['decide', 'Agent', 44],
      ['escalate', 'Agent', 2],
      ['hold', 'Agent', 1],
      ['lease', 'Agent', 47],
      ['reopen', 'Manager', 4],
      ['timeOut', 'TimeOut', 4],
    ]);
    const decided = await count(
      tenant.id,
      `select decided_by as by, case_action as action, count(*)::int as cases from review_case
        where tenant_id = $tenant and outcome is not null group by 1, 2 order by 1, 2`,
    );
    const [first = '', second = '', third = ''] = AGENTS[tenant.name] ?? [];
    expect(decided.map(({ by, action, cases }) => [by, action, cases]).toSorted()).toEqual(
      [
        [first, 'Approve', 7],
        [first, 'Reject', 7],
        [second, 'Approve', 7],
        [second, 'Reject', 7],
        [third, 'Approve', 6],
        [third, 'Reject', 6],
        ['Redoubt', 'Approve', 4],
      ].toSorted(),
    );
    const notes = await count(
      tenant.id,
      'select author, count(*)::int as notes from event_note where tenant_id = $tenant group by 1 order by 1',
    );
    expect(notes.map(({ notes: written }) => Number(written)).toSorted()).toEqual([1, 1, 2]);
    const files = await count(tenant.id, 'select name from event_attachment where tenant_id = $tenant order by 1');
    expect(files.map(({ name }) => name)).toEqual(['bank-call.txt', 'chat.txt', 'forwarder-orders.csv']);
  });

  it('are not made again', async () => {
    const before = await count(tenant.id, 'select count(*)::int as entries from case_entry where tenant_id = $tenant');
    clock.advance(HOUR_MS);
    await seed();
    expect(await count(tenant.id, 'select count(*)::int as entries from case_entry where tenant_id = $tenant')).toEqual(
      before,
    );
  });
});
