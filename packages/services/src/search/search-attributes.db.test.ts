import type { BodyOf, createSearchAttribute as endpoint } from '@redoubt/contracts';
import { MAX_SEARCH_ATTRIBUTES, PURCHASE_SAMPLE, type SearchAttributeType } from '@redoubt/domain';
import { DAY_MS, type JsonObject } from '@redoubt/kernel';
import { PROJECTORS, resetProjection, type SearchFilter } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { useNode } from '../testing/jobs.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { findSearchMatches } from './find-matches.query.ts';
import { getSearchAttributes } from './get-search-attributes.query.ts';
import { createSearchJobs } from './search-attribute-jobs.ts';
import {
  cancelSearchBackfill,
  createSearchAttribute,
  deleteSearchAttribute,
  startSearchBackfill,
} from './search-attributes.commands.ts';
import { searchEvents } from './search-events.query.ts';

vi.setConfig({ testTimeout: 60_000 });

const test = useDatabase();
const PATIENCE = { timeout: 30_000, interval: 20 };
const TIER = 'customData.loyaltyTier';

let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, {
    Root: {},
    Shop: { parent: 'Root' },
    Outlet: { parent: 'Shop' },
    Beside: { parent: 'Root' },
  });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());
const node = useNode();

const work = (settleMs = 0): void => {
  const place = { database: test.database, clock: scene.clock };
  node.start(place, ...createSearchJobs({ ...place, settleMs }));
};

const buy = (purchaseId: string, customData: JsonObject, environment = 'Shop', more: JsonObject = {}) =>
  merchant.send(environment, 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    customData,
    _metadata: metadataNow(scene.clock),
    ...more,
  });

const make = (path = TIER, more: Partial<BodyOf<typeof endpoint>> = {}, environment = 'Shop') =>
  createSearchAttribute(scene.contextIn(environment), {
    eventType: 'purchase',
    path,
    type: 'string',
    fill: true,
    ...more,
  });

const listed = async (environment = 'Shop') => (await getSearchAttributes(scene.contextIn(environment))).attributes;
const attribute = async (path = TIER, environment = 'Shop') => {
  const found = (await listed(environment)).find((each) => each.path === path);
  return { id: found?.kept?.id ?? '', kept: found?.kept, type: found?.type };
};

const find = async (
  operator: Exclude<SearchFilter['operator'], 'between'>,
  values: readonly string[],
  path = TIER,
  environment = 'Shop',
): Promise<readonly string[]> => {
  const { rows } = await searchEvents(scene.contextIn(environment), {
    eventType: 'purchase',
    from: new Date(scene.clock.now() - 7 * DAY_MS).toISOString(),
    to: new Date(scene.clock.now() + DAY_MS).toISOString(),
    includeChildren: true,
    filters: [{ field: `own:${path}`, operator, values: [...values] }],
    cursor: null,
    limit: 100,
  });
  return rows.map(({ eventId }) => eventId).toSorted();
};

const finished = (path = TIER): Promise<void> =>
  vi.waitFor(async () => expect((await attribute(path)).kept?.work?.status).toBe('done'), PATIENCE);

const rowsLeft = async (): Promise<number> => {
  const [row] = await test.asAdmin<{ rows: number }>(
    `select (select count(*) from event_attribute where tenant_id = $1)::int
          + (select count(*) from event_search where tenant_id = $1 and own is not null)::int as rows`,
    [scene.tenantId],
  );
  return row?.rows ?? -1;
};

describe('an attribute of purchases that is made searchable', () => {
  it('finds new events at once, and stored ones when they were looked through', async () => {
    await buy('old-gold', { loyaltyTier: 'gold' });
    await buy('old-silver', { loyaltyTier: 'silver' });
    await make();
    await merchant.refresh();
    await buy('new-gold', { LoyaltyTier: 'gold' });
    expect(await find('is', ['gold'])).toEqual(['new-gold']);
    work();
    await finished();
    expect(await find('is', ['gold'])).toEqual(['new-gold', 'old-gold']);
    expect(await find('isNot', ['gold'])).toEqual(['old-silver']);
    expect((await attribute()).kept?.work).toMatchObject({ eventsDone: 3, eventsTotal: 3, eventsFound: 3 });
  });

  it('loses no event that a node decided before it heard of it', async () => {
    await merchant.refresh();
    await make();
    work(DAY_MS);
    await vi.waitFor(async () => expect((await attribute()).kept?.work?.status).toBe('running'), PATIENCE);
    await merchant.sendWithOldPlan('Shop', 'purchase', {
      ...PURCHASE_SAMPLE,
      purchaseId: 'late',
      customData: { loyaltyTier: 'gold' },
    });
    await vi.waitFor(async () => expect(await find('is', ['gold'])).toEqual(['late']), PATIENCE);
    // Some node may still decide without it: the work goes on.
    expect((await attribute()).kept?.work?.status).toBe('running');
    scene.clock.advance(2 * DAY_MS);
    await finished();
  });

  it.each<[SearchAttributeType, JsonObject[], [Exclude<SearchFilter['operator'], 'between'>, string, number[]][]]>([
    [
      'double',
      [{ v: 5 }, { v: '12.5' }, { v: 'many' }, { v: 1e-7 }],
      [
        ['atLeast', '5', [0, 1]],
        ['atMost', '5', [0, 3]],
        ['is', '12.50', [1]],
        ['is', '0.0000001', [3]],
      ],
    ],
    [
      'boolean',
      [{ v: true }, { v: 'False' }, { v: 1 }],
      [
        ['is', 'true', [0]],
        ['isNot', 'true', [1, 2]],
      ],
    ],
    [
      'datetime',
      [{ v: '2026-03-01T10:00:00Z' }, { v: '2026-03-02' }, { v: 'soon' }],
      [
        ['atLeast', '2026-03-02T00:00:00Z', [1]],
        ['atMost', '2026-03-01T12:00:00Z', [0]],
        ['isEmpty', '', [2]],
      ],
    ],
    [
      'string',
      [{ v: ' Gold ' }, { v: 7 }, { v: 'gold' }, {}],
      [
        ['is', 'Gold', [0]],
        ['is', '7', [1]],
        ['isNotEmpty', '', [0, 1, 2]],
      ],
    ],
  ])('of the type %s is compared as one, in old events and new', async (type, bodies, questions) => {
    for (const [index, body] of bodies.entries()) await buy(`old-${index}`, body);
    await make('customData.v', { type });
    await merchant.refresh();
    for (const [index, body] of bodies.entries()) await buy(`new-${index}`, body);
    work();
    await finished('customData.v');
    for (const [operator, value, expected] of questions) {
      const ids = ['new', 'old'].flatMap((age) => expected.map((index) => `${age}-${index}`));
      expect([operator, value, await find(operator, value === '' ? [] : [value], 'customData.v')]).toEqual([
        operator,
        value,
        ids,
      ]);
    }
  });

  it('counts in the environments below, and is found from above', async () => {
    await buy('in-outlet', { loyaltyTier: 'gold' }, 'Outlet');
    await buy('in-root', { loyaltyTier: 'gold' }, 'Root');
    await make();
    work();
    await finished();
    expect(await find('is', ['gold'])).toEqual(['in-outlet']);
    expect(await find('is', ['gold'], TIER, 'Root')).toEqual(['in-outlet']);
    expect((await attribute(TIER, 'Outlet')).kept).toMatchObject({ isHere: false });
    expect(await listed('Beside')).toEqual([]);
    await expect(find('is', ['gold'], TIER, 'Beside')).rejects.toMatchObject({ code: 'SRCH-FIELD-UNKNOWN' });
  });

  it('has one spelling in environments beside each other, so that a search from above finds both', async () => {
    await make();
    await make('customData.LOYALTYTIER', {}, 'Beside');
    await merchant.refresh();
    await buy('in-shop', { loyaltyTier: 'gold' });
    await buy('beside', { LoyaltyTier: 'gold' }, 'Beside');
    expect(await find('is', ['gold'], TIER, 'Root')).toEqual(['beside', 'in-shop']);
  });

  it('is found by its text in the quick box, letter by letter', async () => {
    await make('giftMessage');
    await merchant.refresh();
    await buy('gift', {}, 'Shop', { giftMessage: 'Happy birthday' });
    const matches = async (text: string) =>
      (await findSearchMatches(scene.contextIn('Shop'), { text, includeChildren: true })).matches;
    expect(await matches('Happy birthday')).toMatchObject([
      { field: 'own:giftMessage', eventType: 'purchase', events: 1 },
    ]);
    expect(await matches('happy birthday')).toEqual([]);
  });

  it('takes a scalar of the schema under its spelling and type', async () => {
    await buy('taxed', {});
    await make('salestax', { type: 'double' });
    expect(await attribute('salesTax')).toMatchObject({ type: 'double' });
    work();
    await finished('salesTax');
    expect(await find('atLeast', ['34'], 'salesTax')).toEqual(['taxed']);
  });

  it.each([
    ['SRCH-ATTRIBUTE-PATH', 'productList[0].sku', 'string'],
    ['SRCH-ATTRIBUTE-NO-VALUE', 'customData', 'string'],
    ['SRCH-ATTRIBUTE-KNOWN', 'user.email', 'string'],
    ['SRCH-ATTRIBUTE-KNOWN', 'purchaseId', 'string'],
    ['SRCH-ATTRIBUTE-TYPE', 'salesTax', 'string'],
  ] as const)('is refused as %s for %s', async (code, path, type) => {
    await expect(make(path, { type })).rejects.toMatchObject({ code });
  });

  it('is refused twice along one path, and beyond the limit', async () => {
    await make();
    await expect(make('CUSTOMDATA.LoyaltyTier')).rejects.toMatchObject({ code: 'SRCH-ATTRIBUTE-EXISTS' });
    await expect(make(TIER, {}, 'Outlet')).rejects.toMatchObject({ code: 'SRCH-ATTRIBUTE-EXISTS' });
    await expect(make(TIER, {}, 'Root')).rejects.toMatchObject({
      code: 'SRCH-ATTRIBUTE-BELOW',
      params: { path: TIER, environment: 'Shop' },
    });
    await make(TIER, {}, 'Beside');
    await make(TIER, { eventType: 'accountLogin' });
    for (let index = 2; index < MAX_SEARCH_ATTRIBUTES; index += 1) await make(`customData.a${index}`);
    await expect(make('customData.more')).rejects.toMatchObject({ code: 'SRCH-ATTRIBUTE-LIMIT' });
  });
});

describe('looking through stored events', () => {
  it('is asked for later, cancelled, and goes on where it was', async () => {
    await buy('old', { loyaltyTier: 'gold' });
    await make(TIER, { fill: false });
    expect((await attribute()).kept?.work).toBe(null);
    const { id } = await attribute();
    await startSearchBackfill(scene.contextIn('Shop'), id);
    expect((await attribute()).kept?.work).toMatchObject({ task: 'fill', status: 'waiting', eventsTotal: 1 });
    await cancelSearchBackfill(scene.contextIn('Shop'), id);
    expect((await attribute()).kept?.work).toMatchObject({ status: 'cancelled', eventsDone: 0 });
    await startSearchBackfill(scene.contextIn('Shop'), id);
    work();
    await finished();
    expect(await find('is', ['gold'])).toEqual(['old']);
    const operations = await test.asAdmin<{ operation: string; resource_name: string }>(
      `select operation, resource_name from audit_entry where tenant_id = $1 and resource_type = 'SearchAttribute'
        order by at, entry_id`,
      [scene.tenantId],
    );
    expect(operations.map(({ operation }) => operation).toSorted()).toEqual(['Create', 'Start', 'Start', 'Stop']);
  });

  it('is done again where the projection of search is built anew', async () => {
    await buy('old', { loyaltyTier: 'gold' });
    await make();
    work();
    await finished();
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await vi.waitFor(async () => expect(await find('is', ['gold'])).toEqual(['old']), PATIENCE);
  });

  it('brings no value back that was searchable when its event was decided, and is not any more', async () => {
    await make();
    await make('customData.other');
    await merchant.refresh();
    await buy('first', { loyaltyTier: 'gold', other: 'x' }, 'Outlet');
    const { id } = await attribute();
    await deleteSearchAttribute(scene.contextIn('Shop'), id);
    work();
    await vi.waitFor(async () => expect(await attribute()).toMatchObject({ id: '' }), PATIENCE);
    await node.stop();
    const rebuild = async () => {
      for (const projector of PROJECTORS) await resetProjection(test.database, projector);
      await vi.waitFor(async () => expect(await find('is', ['x'], 'customData.other')).toEqual(['first']), PATIENCE);
    };
    await rebuild();
    expect(await rowsLeft()).toBe(2);

    // Another attribute along the path begins where it is made.
    await make(TIER, { fill: false });
    await merchant.refresh();
    await buy('second', { loyaltyTier: 'gold' }, 'Outlet');
    await rebuild();
    await vi.waitFor(async () => expect(await find('is', ['gold'])).toEqual(['second']), PATIENCE);
  });

  it('belongs to the environment that asked', async () => {
    await make();
    const { id } = await attribute();
    const unknown = { code: 'SRCH-ATTRIBUTE-UNKNOWN' };
    await expect(startSearchBackfill(scene.contextIn('Outlet'), id)).rejects.toMatchObject(unknown);
    await expect(cancelSearchBackfill(scene.contextIn('Root'), id)).rejects.toMatchObject(unknown);
    await expect(deleteSearchAttribute(scene.contextIn('Beside'), id)).rejects.toMatchObject(unknown);
  });
});

describe('an attribute that is searchable no longer', () => {
  it('is refused at once, its values are taken away, and it can come back as another type', async () => {
    await buy('old', { loyaltyTier: 'gold', other: 'x' });
    await buy('seven', { loyaltyTier: '7' }, 'Outlet');
    await make();
    await make('customData.other');
    work();
    await finished();
    await finished('customData.other');
    const { id } = await attribute();
    await node.stop();
    await deleteSearchAttribute(scene.contextIn('Shop'), id);
    await expect(find('is', ['gold'])).rejects.toMatchObject({ code: 'SRCH-FIELD-UNKNOWN' });
    await expect(make()).rejects.toMatchObject({ code: 'SRCH-ATTRIBUTE-REMOVING' });
    await expect(startSearchBackfill(scene.contextIn('Shop'), id)).rejects.toMatchObject({
      code: 'SRCH-ATTRIBUTE-REMOVING',
    });
    expect(await find('is', ['x'], 'customData.other')).toEqual(['old']);
    work();
    await vi.waitFor(async () => expect(await attribute()).toMatchObject({ id: '' }), PATIENCE);
    expect(await rowsLeft()).toBe(2);
    await make(TIER, { type: 'double' });
    await finished();
    expect(await find('atLeast', ['1'])).toEqual(['seven']);
  });

  it('is taken away anew where that failed', async () => {
    await buy('old', { loyaltyTier: 'gold' });
    await make();
    work();
    await finished();
    const { id } = await attribute();
    await node.stop();
    await deleteSearchAttribute(scene.contextIn('Shop'), id);
    await test.asAdmin(
      `update job set state = 'failed', problem = 'SRV-INTERNAL', finished_at = now()
        where tenant_id = $1 and kind = 'searchRemove'`,
      [scene.tenantId],
    );
    expect((await attribute()).kept?.work).toMatchObject({ task: 'remove', status: 'failed' });
    await deleteSearchAttribute(scene.contextIn('Shop'), id);
    work();
    await vi.waitFor(async () => expect(await attribute()).toMatchObject({ id: '' }), PATIENCE);
    expect(await rowsLeft()).toBe(0);
  });

  it('is gone while its values are of another type, without failing', async () => {
    await make();
    await merchant.refresh();
    await buy('text', { loyaltyTier: 'gold' });
    await test.asAdmin(`update search_attribute set type = 'double' where tenant_id = $1`, [scene.tenantId]);
    expect(await find('atLeast', ['1'])).toEqual([]);
    expect(await find('isNot', ['1'])).toEqual(['text']);
  });
});
