import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, isAppError, type JsonObject } from '@redoubt/kernel';
import { PROJECTORS, resetProjection } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getLinkedEvents } from '../case-evidence/event-evidence.queries.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { useNode } from '../testing/jobs.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { findSearchMatches } from './find-matches.query.ts';
import { createSearchJobs } from './search-attribute-jobs.ts';
import { createSearchAttribute, deleteSearchAttribute } from './search-attributes.commands.ts';
import { searchEvents } from './search-events.query.ts';
import { searchGraph } from './search-graph.query.ts';
import {
  cancelSearchIndexWork,
  putSearchIndex,
  rebuildSearchIndex,
  resumeSearchIndexWork,
} from './search-index.commands.ts';
import { createSearchIndexJobs } from './search-index-jobs.ts';
import { getSearchIndex, getSearchState } from './search-index.queries.ts';
import { summariseSearch } from './summarise-search.query.ts';

vi.setConfig({ testTimeout: 60_000 });

const test = useDatabase();
const PATIENCE = { timeout: 30_000, interval: 20 };
const ADMINISTRATOR = { userId: 'id of Petra', roles: ['ProductAdmin'], wids: [] };
let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
  await createSearchAttribute(scene.contextIn('Shop'), {
    eventType: 'purchase',
    path: 'customData.basket',
    type: 'double',
    fill: false,
  });
  await merchant.refresh();
  for (const id of ['p-1', 'p-2', 'p-3']) await buy(id);
});
afterEach(() => merchant.close());
const node = useNode();

const buy = (purchaseId: string, more: JsonObject = {}) =>
  merchant.send('Shop', 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    customData: { basket: 4, voucher: `of ${purchaseId}` },
    deviceContext: { deviceContextId: 'device of all', ipAddress: '203.0.113.7' },
    _metadata: metadataNow(scene.clock),
    ...more,
  });

const root = () => scene.contextIn('Root');
const detail = () => getSearchIndex(root(), ADMINISTRATOR);
const turn = async (isOn: boolean, backfill = true) =>
  putSearchIndex(root(), ADMINISTRATOR, { version: (await detail()).version, isOn, backfill });
const work = (): void => {
  const place = { database: test.database, clock: scene.clock };
  node.start(place, ...createSearchIndexJobs(place), ...createSearchJobs({ ...place, settleMs: 0 }));
};
const finished = () => vi.waitFor(async () => expect((await detail()).task).toBeNull(), PATIENCE);
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

const rows = async () => ({
  links: await test.asAdmin(
    'select * from event_link where tenant_id = $1 order by environment_id, attribute, value, position',
    [scene.tenantId],
  ),
  own: await test.asAdmin('select * from event_attribute where tenant_id = $1 order by field, value, position', [
    scene.tenantId,
  ]),
});
const linked = async (): Promise<ReadonlySet<number>> =>
  new Set((await rows()).links.map(({ attribute }) => Number(attribute)));

const query = () => ({
  eventType: 'purchase' as const,
  from: new Date(scene.clock.now() - 7 * DAY_MS).toISOString(),
  to: new Date(scene.clock.now() + DAY_MS).toISOString(),
  includeChildren: true,
  filters: [{ field: 'userName' as const, operator: 'startsWith' as const, values: ['nora'] }],
});
const found = async (): Promise<readonly string[]> => {
  const page = await searchEvents(scene.contextIn('Shop'), { ...query(), cursor: null, limit: 100 });
  return page.rows.map(({ eventId }) => eventId).toSorted();
};

describe('search that is switched off', () => {
  it('refuses every search with one code, and leaves only what requests of persons need', async () => {
    expect(await found()).toEqual(['p-1', 'p-2', 'p-3']);
    await turn(false);
    const shop = scene.contextIn('Shop');
    const address = { eventType: 'purchase', eventEnvironmentId: scene.idOf('Shop'), eventId: 'p-1' };
    const links = { attributes: ['email'], match: 'any', days: 30, list: 'all', limit: 10 } as const;
    const { from, to, includeChildren } = query();
    const graph = { kinds: ['email' as const], from, to, includeChildren, steps: 1, limit: 10 };
    const refused = [
      () => searchEvents(shop, { ...query(), cursor: null, limit: 10 }),
      () => summariseSearch(shop, query()),
      () => findSearchMatches(shop, { text: 'p-1', includeChildren: true }),
      () => searchGraph(shop, { ...graph, seed: { of: 'event', eventType: 'purchase', eventId: 'p-1' } }),
      () => getLinkedEvents(shop, null, address, { ...links, attributes: [...links.attributes] }),
    ];
    for (const call of refused) expect(await codeOf(call())).toBe('SRCH-OFF');
    expect(await getSearchState(shop)).toEqual({ isOn: false, foundFrom: null, filling: null });

    await buy('p-4');
    work();
    await finished();
    // The second card; what else persons are found by stands in the rows of events.
    expect([...(await linked())]).toEqual([5]);
    expect((await rows()).own).toEqual([]);
    expect((await detail()).environments.map((each) => each.rows)).toEqual([0, 0]);
    await buy('p-5');
    expect([...(await linked())]).toEqual([5]);
  });

  it('finds only new events when it is switched on without stored ones, and says since when', async () => {
    await turn(false);
    work();
    await finished();
    const { foundFrom, task } = await turn(true, false);
    expect(task).toBeNull();
    expect(foundFrom).not.toBeNull();
    await buy('p-4');
    expect(await found()).toEqual(['p-4']);
    expect(await getSearchState(scene.contextIn('Shop'))).toEqual({ isOn: true, foundFrom, filling: null });
  });
});

describe('an index that is written anew', () => {
  it('has the rows of the live one, with those of events that came while search was off', async () => {
    const live = await rows();
    await turn(false);
    work();
    await finished();
    await turn(true);
    await finished();
    expect(await rows()).toEqual(live);
    expect((await detail()).foundFrom).toBeNull();

    await turn(false);
    await finished();
    await buy('p-4');
    await turn(true);
    await finished();
    const rebuilt = await rows();
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await merchant.projected();
    expect(rebuilt).toEqual(await rows());
  });

  it('goes on after it was cancelled, and after its node ended in the middle', async () => {
    const live = await rows();
    await rebuildSearchIndex(root(), ADMINISTRATOR);
    await cancelSearchIndexWork(root(), ADMINISTRATOR);
    expect((await detail()).work).toMatchObject({ kind: 'remove', state: 'cancelled' });
    expect((await getSearchState(scene.contextIn('Shop'))).filling).toMatchObject({ isStopped: true });
    await resumeSearchIndexWork(root(), ADMINISTRATOR);
    // A node claimed the job and fell silent.
    await test.asAdmin(
      `update job set state = 'running', claim_id = gen_random_uuid(), heartbeat_at = now() - interval '1 hour'
        where tenant_id = $1 and kind = 'searchIndexRemove'`,
      [scene.tenantId],
    );
    work();
    await finished();
    expect(await rows()).toEqual(live);
    expect((await detail()).work).toMatchObject({ kind: 'fill', state: 'done', done: 3, total: 3 });
    expect(await codeOf(resumeSearchIndexWork(root(), ADMINISTRATOR))).toBe('SRCH-INDEX-NO-WORK');
  });

  it('gives no row back to an event that was erased', async () => {
    await turn(false);
    work();
    await finished();
    await test.asAdmin(`delete from event_search where tenant_id = $1 and event_id = 'p-2'`, [scene.tenantId]);
    await test.asAdmin(
      `delete from event_link l where tenant_id = $1 and not exists (select from event_search s
         where s.tenant_id = l.tenant_id and s.position = l.position)`,
      [scene.tenantId],
    );
    await turn(true);
    await finished();
    expect(await found()).toEqual(['p-1', 'p-3']);
    expect(new Set((await rows()).links.map(({ position }) => position)).size).toBe(2);
  });
});

describe('the switch', () => {
  it('is for those who administer all of the tenant, at a root, on the newest state', async () => {
    const { version } = await detail();
    const body = { version, isOn: false, backfill: true };
    const inShop = scene.contextIn('Shop');
    expect(await codeOf(putSearchIndex(inShop, ADMINISTRATOR, body))).toBe('SRCH-INDEX-NOT-ROOT');
    const stranger = { ...ADMINISTRATOR, userId: 'id of Sam', roles: [] };
    expect(await codeOf(putSearchIndex(root(), stranger, body))).toBe('SRCH-INDEX-NOT-WHOLE');
    await turn(false);
    expect(await codeOf(putSearchIndex(root(), ADMINISTRATOR, { ...body, isOn: true }))).toBe('SRCH-INDEX-STALE');
    expect(await codeOf(rebuildSearchIndex(root(), ADMINISTRATOR))).toBe('SRCH-OFF');
  });

  it('waits for work on attributes, which in turn needs a whole index to take values away', async () => {
    const shop = scene.contextIn('Shop');
    const made = await createSearchAttribute(shop, {
      eventType: 'purchase',
      path: 'customData.voucher',
      type: 'string',
      fill: true,
    });
    expect(await codeOf(turn(false))).toBe('SRCH-INDEX-BUSY');
    work();
    await vi.waitFor(
      async () => expect(await codeOf(rebuildSearchIndex(root(), ADMINISTRATOR))).toBe('done'),
      PATIENCE,
    );
    await finished();
    expect((await rows()).own.filter(({ field }) => field === 'customData.voucher')).toHaveLength(3);
    await turn(false);
    const id = made.attributes.find(({ path }) => path === 'customData.voucher')?.kept?.id ?? '';
    expect(await codeOf(deleteSearchAttribute(shop, id))).toBe('SRCH-OFF');
  });

  it('is written into the activity log', async () => {
    await turn(false);
    await turn(true, false);
    const entries = await test.asAdmin<{ operation: string }>(
      `select operation from audit_entry join audit_link using (tenant_id, entry_id)
        where tenant_id = $1 and resource_type = 'SearchIndex' order by sequence`,
      [scene.tenantId],
    );
    expect(entries.map(({ operation }) => operation)).toEqual(['Deactivate', 'Activate']);
  });
});
