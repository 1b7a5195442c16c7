import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from './database.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseRange } from '../search/choose-range.ts';
import { searchStatement } from '../search/search-events.read-model.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import { mergeValues, nameStoredValues } from '../search/stored-values.ts';

const test = useDatabase();
const tenantId = newId();
const environmentId = newId();
const scope = { tenantId, environmentIds: [environmentId, newId()] };
const ROWS = 120_000;
const RULE = newId();

/** Rows as the projectors write them, made in the database: half of them another tenant's. */
beforeAll(async () => {
  await test.asAdmin(
    `insert into event_search (tenant_id, environment_id, position, kind, event_id, event_time, received_at, historical,
        decision, rule, clause, amount_units, user_id, email, country, fraud_label)
     select case when i % 2 = 0 then $1::uuid else $3::uuid end, $2::uuid, i, 1, 'e-' || i,
        '2026-01-01'::timestamptz + i * interval '30 seconds', now(), false,
        case when i % 50 = 0 then 'Reject' else 'Approve' end, case when i % 50 = 0 then 'Limits' end,
        case when i % 5000 = 0 then 'Rare' when i % 50 = 0 then 'High amount' end, i * 100, 'user-' || i % 9000,
        'p' || i % 9000 || '@shop.example', 'DE', case when i % 3000 = 0 then 'Fraud' else 'None' end
       from generate_series(1, ${ROWS}) i`,
    [tenantId, environmentId, newId()],
  );
  await test.asAdmin(
    `insert into event_link select tenant_id, environment_id, 1, email, event_time, position from event_search`,
  );
  await test.asAdmin(
    `insert into event_link select tenant_id, environment_id, 9, $1 || ' Clause ' || position / 2 % 3, event_time, position
       from event_search`,
    [RULE],
  );
  await test.asAdmin(
    `insert into event_attribute (tenant_id, environment_id, kind, field, value, event_time, position)
     select tenant_id, environment_id, 1, 'booking.hotel', 'hotel ' || position % 9000, event_time, position from event_search`,
  );
  await test.asAdmin(
    `insert into event_attribute (tenant_id, environment_id, kind, field, value, number, event_time, position)
     select tenant_id, environment_id, 1, 'customData.points', position % 9000, position % 9000, event_time, position
       from event_search`,
  );
});

/** Plan of a statement as the runtime role sees it, on the pool it runs on. */
const explain = (
  statement: RawBuilder<unknown>,
  prepare?: (trx: TenantTransaction) => Promise<void>,
): Promise<string> =>
  test.database.readTenant(tenantId, async (trx) => {
    await prepare?.(trx);
    const { rows } = await sql<Record<string, string>>`explain (analyze, buffers off) ${statement}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

const QUERY = {
  kind: 'purchase',
  from: new Date('2026-01-01T00:00:00Z'),
  to: new Date('2026-12-31T00:00:00Z'),
  cursor: null,
  limit: 50,
} as const;
const search = (...filters: SearchFilter[]) => searchStatement(scope, { ...QUERY, filters });

describe('right after an import, before the planner has statistics', () => {
  it('values and link rows of before lead to their events by key', async () => {
    const plan = await explain(search({ field: 'email', operator: 'is', values: ['p44@shop.example'] }));
    expect(plan).toMatch(/Nested Loop/);
    expect(plan).toMatch(/Index (Only )?Scan.* using event_link_pkey/);
    expect(plan).toMatch(/Index Scan.* using event_search_email/);
    // Nothing else is looked at.
    expect(plan).not.toMatch(/event_search_(user_id|device_id|ip_address|payment_instrument_id)/);
    expect(plan).toMatch(
      /Index Cond: .*\(event_time = event_link\.event_time\).*\("?position"? = event_link\."?position"?\)/,
    );
    expect(plan).not.toMatch(/Seq Scan|Join Filter/);
  });

  it('so do the values of own fields', async () => {
    const field = { path: 'booking.hotel', type: 'string' } as const;
    const plan = await explain(search({ field, operator: 'is', values: ['hotel 44'] }));
    expect(plan).toMatch(/Index (Only )?Scan.* using event_attribute_pkey/);
    expect(plan).toMatch(/Index Cond: .*\(event_time = l\.event_time\).*\("?position"? = l\."?position"?\)/);
    expect(plan).not.toMatch(/Seq Scan|Join Filter/);
  });
});

describe('groups of conditions', () => {
  const email = (value: string): SearchFilter => ({ field: 'email', operator: 'is', values: [value] });
  const grouped = (...anyOf: SearchFilter[][]) => searchStatement(scope, { ...QUERY, filters: [], anyOf });

  it('that each lead from values to events are read by key', async () => {
    const hotel: SearchFilter = {
      field: { path: 'booking.hotel', type: 'string' },
      operator: 'is',
      values: ['hotel 44'],
    };
    const large: SearchFilter = { field: 'amount', operator: 'atLeast', values: ['1'] };
    const plan = await explain(grouped([email('p44@shop.example'), large], [hotel]));
    expect(plan).toMatch(/Index (Only )?Scan.* using event_link_pkey/);
    expect(plan).toMatch(/Index (Only )?Scan.* using event_attribute_pkey/);
    expect(plan).toMatch(/Index Cond: .*\(event_time = event_link\.event_time\).*position.* = event_link\..*position/);
    expect(plan).not.toMatch(/Seq Scan|Join Filter/);
  });

  it('of which one leads to none are asked of the events of the range, newest first', async () => {
    const reject: SearchFilter = { field: 'decision', operator: 'is', values: ['Approve'] };
    const plan = await explain(grouped([email('p44@shop.example')], [reject]));
    expect(plan).toMatch(/Index Scan Backward using event_search_pkey/);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});

describe('sorting', () => {
  it('by time from the oldest walks the same index the other way', async () => {
    const sort = { field: 'eventTime', isDescending: false } as const;
    const plan = await explain(searchStatement(scope, { ...QUERY, filters: [], sort }));
    expect(plan).toMatch(/Index Scan using event_search_pkey/);
  });

  it('by another column reads the range of the environments by index', async () => {
    const sort = { field: 'email', isDescending: true } as const;
    const plan = await explain(searchStatement(scope, { ...QUERY, filters: [], sort }));
    expect(plan).toMatch(/Index Scan using event_search_pkey/);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});

describe('values that many events have', () => {
  /** Most rows that a scan of links gave. */
  const mostRead = (plan: string): number =>
    Math.max(...[...plan.matchAll(/using event_link_pkey.*?rows=(\d+)[^)]*\)\s*$/gm)].map(([, rows]) => Number(rows)));

  it('are merged in the order of time where several are asked for', async () => {
    const values = [0, 1, 2].map((clause) => `${RULE} Clause ${clause}`);
    const named = values.map((value) => ({ attribute: 9, value }));
    for (const isDescending of [true, false]) {
      const filters: SearchFilter[] = [{ field: 'decidedBy', operator: 'is', values, stored: named }];
      const sort = { field: 'eventTime', isDescending } as const;
      const plan = await explain(searchStatement(scope, { ...QUERY, filters, sort }), (trx) =>
        mergeValues(trx, { filters }),
      );
      expect(plan).toMatch(/Merge Append/);
      expect(mostRead(plan)).toBeLessThan(60);
    }
  });

  it('are those of a rule, found without reading its events', async () => {
    const filters: SearchFilter[] = [{ field: 'decidedBy', operator: 'is', values: [RULE] }];
    const named = await test.database.readTenant(tenantId, (trx) =>
      nameStoredValues(trx, scope, { ...QUERY, filters }),
    );
    expect(named.filters[0]?.stored?.map(({ value }) => value).toSorted()).toEqual(
      [0, 1, 2].map((clause) => `${RULE} Clause ${clause}`),
    );
  });

  it('stay a range where many begin so', async () => {
    const filters: SearchFilter[] = [{ field: 'userName', operator: 'startsWith', values: ['p'] }];
    await test.asAdmin(
      `insert into event_link select tenant_id, environment_id, 6, 'p' || position % 40, event_time, position
         from event_search where position <= 400`,
    );
    const named = await test.database.readTenant(tenantId, (trx) =>
      nameStoredValues(trx, scope, { ...QUERY, filters }),
    );
    expect(named.filters[0]?.stored?.length).toBe(20);
    const more = await test.asAdmin(
      `insert into event_link select tenant_id, environment_id, 6, 'p' || position % 100, event_time, position
         from event_search where position between 401 and 800 returning 1`,
    );
    expect(more.length).toBeGreaterThan(0);
    const many = await test.database.readTenant(tenantId, (trx) => nameStoredValues(trx, scope, { ...QUERY, filters }));
    expect(many.filters[0]?.stored).toBeUndefined();
  });
});

describe('a range of an own field', () => {
  const points = (operator: 'atLeast' | 'atMost', value: string): SearchFilter => ({
    field: { path: 'customData.points', type: 'double' },
    operator,
    values: [value],
  });
  const chosen = (...filters: SearchFilter[]) =>
    test.database.readTenant(tenantId, async (trx) => {
      const query = { ...QUERY, filters };
      return searchStatement(scope, await chooseRange(trx, scope, query));
    });

  it('that holds few values is found by its index', async () => {
    const plan = await explain(await chosen(points('atLeast', '8990')));
    expect(plan).toMatch(/Index (Only )?Scan.* using event_attribute_number/);
    expect(plan).toMatch(/Index Cond: .*\(number >= '8990'/);
    expect(plan).toMatch(/Index Cond: .*\(event_time = l\.event_time\).*\("?position"? = l\."?position"?\)/);
    expect(plan).not.toMatch(/Seq Scan|Join Filter/);
  });

  it('that holds many is found by walking back in time, no further than the page', async () => {
    const plan = await explain(await chosen(points('atLeast', '0')));
    expect(plan).toMatch(/Index Scan Backward using event_search_pkey/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('gives way to a value, and to the narrower of two', async () => {
    const hotel: SearchFilter = {
      field: { path: 'booking.hotel', type: 'string' },
      operator: 'is',
      values: ['hotel 44'],
    };
    expect(await explain(await chosen(points('atLeast', '8990'), hotel))).toMatch(/using event_attribute_pkey/);
    const other: SearchFilter = { ...points('atMost', '8'), field: { path: 'customData.visits', type: 'double' } };
    const narrow = await explain(await chosen(points('atLeast', '8000'), other));
    expect(narrow).toMatch(/Index Cond: .*\(field = 'customData.visits'.*\(number <= '8'/);
  });

  it('between two bounds is found by both', async () => {
    // Each of the bounds alone leaves many values.
    const plan = await explain(await chosen(points('atLeast', '4000'), points('atMost', '4010')));
    expect(plan).toMatch(/Index (Only )?Scan.* using event_attribute_number/);
    expect(plan).toMatch(/Index Cond: .*\(number >= '4000'.*\(number <= '4010'/);
  });
});

describe('under row-level security, as the runtime role', () => {
  beforeAll(() => test.asAdmin('analyze event_search, event_link'));

  it.each<[string, RawBuilder<unknown>, RegExp]>([
    ['newest events', search(), /Index Scan Backward using event_search_pkey/],
    ['one event', search({ field: 'eventId', operator: 'is', values: ['e-70000'] }), /event_search_(id|pkey)/],
    ['an e-mail', search({ field: 'email', operator: 'is', values: ['p44@shop.example'] }), /event_search_email/],
    ['a rare clause', search({ field: 'clause', operator: 'is', values: ['Rare'] }), /event_search_clause/],
    ['labelled fraud', search({ field: 'fraudLabel', operator: 'is', values: ['Fraud'] }), /event_search_(label|pkey)/],
    [
      'the row of a known event',
      sql`select * from event_search where tenant_id = ${tenantId}::uuid and environment_id = ${environmentId}::uuid
        and kind = 1 and event_id = 'e-70000'`,
      /event_search_id/,
    ],
    [
      'everything without a condition',
      sql`select count(*) from event_link where attribute = 1 and value = 'x'`,
      /Index/,
    ],
  ])('%s are found through an index', async (_name, statement, index) => {
    const plan = await explain(statement);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on event_(search|link)/);
  });

  it('a page reads no more rows than it shows', async () => {
    const plan = await explain(search());
    expect(Number(/using event_search_pkey.*?rows=(\d+)[^)]*\)\s*$/m.exec(plan)?.[1] ?? plan)).toBeLessThan(60);
  });

  it('shows another tenant nothing, whatever it asks', async () => {
    const stranger = newId();
    const count = await test.database.readTenant(stranger, (trx) =>
      sql<{
        rows: number;
      }>`select (select count(*) from event_search) + (select count(*) from event_link) as rows`.execute(trx),
    );
    expect(count.rows).toEqual([{ rows: 0 }]);
  });
});
