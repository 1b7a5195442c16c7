import { Readable } from 'node:stream';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { PURCHASE_SAMPLE, type ListSourceDefinition } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replay } from '../decisions/recorded/replay.ts';
import { startHostileServer } from '../call-runtime/testing-server.ts';
import { replaceList, deleteList } from '../lists/lists.commands.ts';
import { getLists, getListVersions } from '../lists/lists.queries.ts';
import { changeListRows } from '../lists/list-rows.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storedPurchase } from '../testing/store-events.ts';
import { tryOnHistory } from '../testing/whole-history.ts';
import { getDatabaseListMetrics } from './database-list-metrics.query.ts';
import { changeDatabaseList, createDatabaseList, rollBackList, testDatabaseList } from './database-lists.commands.ts';

const test = useDatabase();
const asked: string[] = [];
let web: Awaited<ReturnType<typeof startHostileServer>>;
let door: Server;
let scene: Scene;
let merchant: Merchant;

/** The test's own PostgreSQL listens on a socket in a folder; customers' databases are reached over TCP. */
const openDoor = async (): Promise<Server> => {
  const server = createServer((outside) => {
    const inside = connect(`${test.server.socketDirectory}/.s.PGSQL.5432`);
    outside.pipe(inside).pipe(outside);
    outside.on('error', () => inside.destroy());
    inside.on('error', () => outside.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

beforeAll(async () => {
  door = await openDoor();
  web = await startHostileServer({
    '/rows': ({ path, headers }, answer) => {
      const { searchParams } = new URL(path, 'http://x');
      const key = searchParams.get('key') ?? '';
      asked.push(`${searchParams.get('column') ?? ''} ${key} ${headers.authorization ?? ''}`);
      const isKnown = key === PURCHASE_SAMPLE_USER;
      answer
        .writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
        .end(isKnown ? JSON.stringify({ id: key, tier: 'gold' }) : '');
    },
    '/hangs': () => undefined,
  });
  await test.asAdmin('create schema shop');
  await test.asAdmin('create table shop.customers (id text primary key, tier text, since date)');
});
afterAll(async () => {
  await web.close();
  await new Promise((resolve) => door.close(resolve));
});
beforeEach(async () => {
  asked.length = 0;
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
  await test.asAdmin('truncate shop.customers');
  await test.asAdmin("insert into shop.customers values ($1, 'gold', '2020-01-02'), ('other', null, null)", [
    PURCHASE_SAMPLE_USER,
  ]);
});
afterEach(() => merchant.close());

const PURCHASE_SAMPLE_USER = (PURCHASE_SAMPLE['user'] as JsonObject)['userId'] as string;

const postgres = (change: object = {}): ListSourceDefinition => ({
  kind: 'postgresql',
  host: '127.0.0.1',
  port: (door.address() as AddressInfo).port,
  database: test.name,
  user: 'redoubt_admin',
  schema: 'shop',
  table: 'customers',
  tls: false,
  timeoutMs: 5000,
  cacheSeconds: 0,
  ...change,
});
const http = (path = '/rows', change: object = {}): ListSourceDefinition => ({
  kind: 'http',
  url: `${web.origin}${path}`,
  timeoutMs: 5000,
  cacheSeconds: 0,
  ...change,
});
const here = () => scene.contextIn('Root');
const createNamed = (name: string, source: ListSourceDefinition, secret: string) =>
  createDatabaseList(here(), merchant.calls, { name, description: '', columns: ['id', 'tier'], source, secret });
const create = (source: ListSourceDefinition, secret = test.server.secrets.admin) =>
  createNamed('Customers', source, secret);

const ASKING =
  'RETURN Reject(Lookup("customers", "ID", @"user.userId", "tier", "none")) WHEN ContainsKey("Customers", "id", @"user.userId")';

const publish = async (code: string) => {
  const text = { condition: '', clauses: [{ id: newId(), name: 'Ask', code }], samplePayload: PURCHASE_SAMPLE };
  const rule = await createRule(here(), 'purchase', { name: 'Tiers', description: '', text });
  const input = { version: rule.version, name: 'Tiers', description: '', active: true, note: '', overwrite: false };
  return publishRule(here(), 'purchase', rule.id, input);
};
const buy = async (purchaseId: string): Promise<string> => {
  const answer = await merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId });
  const { resultDetails } = JSON.parse(answer) as { resultDetails: JsonObject };
  return `${resultDetails['MerchantRuleDecision'] as string} ${(resultDetails['MerchantRuleReason'] as string | undefined) ?? ''}`;
};
const stored = (eventId: string) => storedPurchase(test.database, scene, eventId);

describe('a list in a PostgreSQL database', () => {
  it('is asked while an event is decided, sees changes at once, and replays what it said then', async () => {
    await create(postgres());
    await publish(ASKING);
    expect(await buy('one')).toBe('Reject gold');
    await test.asAdmin("update shop.customers set tier = 'blue'");
    expect(await buy('two')).toBe('Reject blue');
    await test.asAdmin('truncate shop.customers');
    expect(await buy('three')).toBe('Approve NO_CLAUSE_HIT');
    expect((await replay(test.database, scene.tenantId, await stored('one'))).difference).toBeNull();
  });

  it('is given to a backtest as it was recorded', async () => {
    await create(postgres());
    const { id } = await publish(ASKING);
    await buy('one');
    await test.asAdmin('truncate shop.customers');
    const code = ASKING.replace('Reject', 'Review');
    const result = await tryOnHistory(test.database, scene, {
      ruleId: id,
      ruleName: 'Tiers',
      text: { condition: '', clauses: [{ id: newId(), name: 'Ask', code }] },
      baseline: 'recorded',
    });
    expect(result).toMatchObject({ events: 1, after: { Review: { events: 1 } }, unknown: [] });
  });

  it('shows its columns and rows before it is made, and never its password', async () => {
    const found = await testDatabaseList(here(), merchant.calls, {
      source: postgres(),
      listId: null,
      secret: test.server.secrets.admin,
      column: '',
      key: '',
    });
    expect(found).toEqual({
      columns: ['id', 'tier', 'since'],
      rows: [
        [PURCHASE_SAMPLE_USER, 'gold', '2020-01-02'],
        ['other', '', ''],
      ],
    });
    await create(postgres());
    const everything = JSON.stringify([
      await getLists(here()),
      await test.asAdmin('select * from list'),
      await test.asAdmin('select * from list_version'),
      await test.asAdmin('select * from audit_entry'),
    ]);
    expect(everything).not.toContain(test.server.secrets.admin);
    expect((await getLists(here())).lists).toMatchObject([{ source: 'postgresql', hasSecret: true }]);
  });

  it('takes names for names and keys for keys, whatever they say', async () => {
    await create(postgres({ table: 'customers"; drop table shop.customers; --' }));
    await publish(ASKING.replaceAll('@"user.userId"', '"\' or true --"'));
    expect(await buy('one')).toBe('Approve NO_CLAUSE_HIT');
    expect(await test.asAdmin('select id from shop.customers')).toHaveLength(2);
  });
});

describe('a list that answers over HTTP', () => {
  it('is asked once for each event and kept for as long as it says', async () => {
    await create(http('/rows', { cacheSeconds: 600 }), 'Bearer key');
    await publish(ASKING);
    expect(await buy('one')).toBe('Reject gold');
    expect(await buy('two')).toBe('Reject gold');
    expect(asked).toEqual([`id ${PURCHASE_SAMPLE_USER} Bearer key`]);
  });

  it('holds nothing where it does not answer in time; the decision goes on, replays, and is counted as late', async () => {
    const { id } = await create(http('/hangs', { timeoutMs: 30 }), '');
    await publish(ASKING);
    expect(await buy('one')).toBe('Approve NO_CLAUSE_HIT');
    expect((await replay(test.database, scene.tenantId, await stored('one'))).difference).toBeNull();
    await merchant.counted();
    expect(await getDatabaseListMetrics(here(), merchant.calls, id, { period: '1h' })).toMatchObject({
      health: 'failing',
      figures: { calls: 1, success: 0 },
      failures: [{ outcome: 'timeout', calls: 1 }],
    });
  });
});

describe('the definition of a database list', () => {
  it('is refused for private addresses that are not allowed, and in plain text', async () => {
    const reach = (source: ListSourceDefinition) => create(source, 'x');
    await expect(reach(postgres({ host: '10.0.0.7' }))).rejects.toMatchObject({ code: 'LIST-SOURCE-INVALID' });
    await expect(reach(http('/rows', { url: 'http://shop.example/rows' }))).rejects.toMatchObject({
      code: 'LIST-SOURCE-INVALID',
    });
    const attempt = testDatabaseList(here(), merchant.calls, {
      source: postgres({ host: '10.0.0.7', tls: true }),
      listId: null,
      column: '',
      key: '',
    });
    await expect(attempt).rejects.toMatchObject({ code: 'LIST-SOURCE-FAILED', params: { outcome: 'addressRefused' } });
  });

  it('needs its secret again for another place, and keeps it for the same', async () => {
    const list = await create(http(), 'Bearer key');
    const change = (source: ListSourceDefinition, version: string, secret?: string) =>
      changeDatabaseList(here(), merchant.calls, list.id, {
        version,
        description: 'd',
        columns: ['id', 'tier'],
        source,
        secret,
      });
    const other = http('/rows', { url: 'https://elsewhere.example/rows' });
    await expect(change(other, list.version)).rejects.toMatchObject({ code: 'LIST-SOURCE-INVALID' });
    const kept = await change(http('/rows', { cacheSeconds: 5 }), list.version);
    expect(kept).toMatchObject({ hasSecret: true, contentVersion: 2, description: 'd' });
    await publish(ASKING);
    expect(await buy('one')).toBe('Reject gold');
    expect(asked.at(-1)).toContain('Bearer key');
    expect(await change(other, kept.version, '')).toMatchObject({ hasSecret: false });
  });

  it('needs its secret again to read another table or path of the same server', async () => {
    const [table, path] = [await create(postgres()), await createNamed('Paths', http(), 'Bearer key')];
    for (const [{ id, version }, source] of [
      [table, postgres({ table: 'salaries' })],
      [table, postgres({ schema: 'staff' })],
      [table, postgres({ database: 'postgres' })],
      [path, http('/staff')],
    ] as const) {
      const refused = { code: 'LIST-SOURCE-INVALID', problems: [{ path: 'body.secret' }] };
      const text = { version, description: '', columns: ['id', 'tier'], source };
      await expect(changeDatabaseList(here(), merchant.calls, id, text)).rejects.toMatchObject(refused);
      const question = { source, listId: id, column: '', key: '' };
      await expect(testDatabaseList(here(), merchant.calls, question)).rejects.toMatchObject(refused);
    }
  });

  it('is rolled back to an earlier place with the secret of that place, and keeps it for the same', async () => {
    const made = await create(http(), 'Bearer key');
    const text = { description: '', columns: ['id', 'tier'] };
    const other = http('/rows', { url: 'https://elsewhere.example/rows' });
    const moved = await changeDatabaseList(here(), merchant.calls, made.id, {
      ...text,
      version: made.version,
      source: other,
      secret: 'Bearer other',
    });
    const back = (version: string, contentVersion: number, secret?: string) =>
      rollBackList(here(), merchant.calls, made.id, { version, contentVersion, secret });
    await expect(back(moved.version, 1)).rejects.toMatchObject({
      code: 'LIST-SOURCE-INVALID',
      problems: [{ path: 'body.secret' }],
    });
    await expect(back(moved.version, 2)).rejects.toMatchObject({ code: 'LIST-UNCHANGED' });
    await expect(back(moved.version, 9)).rejects.toMatchObject({ code: 'LIST-VERSION-UNKNOWN' });
    const first = await back(moved.version, 1, 'Bearer key');
    expect(first).toMatchObject({ contentVersion: 3, connection: http(), hasSecret: true });
    await publish(ASKING);
    expect(await buy('one')).toBe('Reject gold');
    expect(asked.at(-1)).toContain('Bearer key');
    const slower = http('/rows', { cacheSeconds: 5 });
    const changed = await changeDatabaseList(here(), merchant.calls, made.id, {
      ...text,
      version: first.version,
      source: slower,
    });
    expect(await back(changed.version, 3)).toMatchObject({ contentVersion: 5, connection: http(), hasSecret: true });
    const { versions } = await getListVersions(here(), made.id, { limit: 10 });
    expect(versions.map(({ origin, restoredVersion, connection }) => [origin, restoredVersion, connection])).toEqual([
      ['rollback', 3, http()],
      ['source', null, slower],
      ['rollback', 1, http()],
      ['source', null, other],
      ['source', null, http()],
    ]);
    expect(JSON.stringify(await test.asAdmin('select * from audit_entry'))).not.toContain('Bearer');
  });

  it('keeps the columns that rules read, and goes only when none does', async () => {
    const list = await create(http(), '');
    await publish(ASKING);
    const input = { version: list.version, description: '', columns: ['id'], source: http() };
    await expect(changeDatabaseList(here(), merchant.calls, list.id, input)).rejects.toMatchObject({
      code: 'LIST-COLUMN-IN-USE',
    });
    await expect(deleteList(here(), list.id, list.version)).rejects.toMatchObject({ code: 'LIST-REFERENCED' });
  });

  it('has no rows of its own to change', async () => {
    const list = await create(http(), '');
    const { version } = list;
    const changes = [{ kind: 'add', cells: ['a', 'b'] }] as const;
    await expect(changeListRows(here(), list.id, { version, changes })).rejects.toMatchObject({
      code: 'LIST-IS-REMOTE',
    });
    const stream = Readable.from([Buffer.from('id,tier\n')]);
    await expect(replaceList(here(), list.id, { version, stream })).rejects.toMatchObject({ code: 'LIST-IS-REMOTE' });
  });
});
