import type { BodyOf, scanEvents as endpoint } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import { createList, replaceList } from '../lists/lists.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { scanEvents } from './scan-events.query.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const csv = (text: string): Readable => Readable.from([Buffer.from(text)]);

const buy = (purchaseId: string, changes: JsonObject = {}, environment = 'Root') =>
  merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, ...changes, purchaseId });

const body = (condition: string, more: Partial<BodyOf<typeof endpoint>> = {}): BodyOf<typeof endpoint> => ({
  eventType: 'purchase',
  from: new Date(scene.clock.now() - 300 * DAY_MS).toISOString(),
  to: new Date(scene.clock.now() + DAY_MS).toISOString(),
  includeChildren: true,
  filters: [],
  condition,
  cursor: null,
  limit: 100,
  ...more,
});

const scan = async (condition: string, more: Partial<BodyOf<typeof endpoint>> = {}, context?: EnvironmentContext) => {
  const answer = await scanEvents(context ?? scene.contextIn('Root'), body(condition, more));
  return { ...answer, ids: answer.rows.map(({ eventId }) => eventId) };
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

describe('a search by a condition', () => {
  it('finds stored events for which an expression holds, here and below, newest first', async () => {
    await buy('p1', { totalAmount: 600 });
    await buy('p2', { totalAmount: 10 });
    await buy('p3', { totalAmount: 700 }, 'Child');
    await buy('p4', { totalAmount: 900 }, 'Other');
    const found = await scan('@"totalAmount" > 500 && @"currency" != "XXX"');
    expect(found.ids).toEqual(['p3', 'p1']);
    expect(found).toMatchObject({ nextCursor: null, asked: 3, share: 1, isByIndex: false, unknown: [] });
    expect((await scan('WHEN @"totalAmount" > 500', { includeChildren: false })).ids).toEqual(['p1']);
  });

  it('goes on where it stopped', async () => {
    for (const id of ['p1', 'p2', 'p3', 'p4', 'p5']) await buy(id, { totalAmount: 600 });
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await scan('@"totalAmount" == 600', { limit: 2, cursor });
      ids.push(...page.ids);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(['p5', 'p4', 'p3', 'p2', 'p1']);
  });

  it('reads by an index what the condition or the filters name, and asks the rest of those events alone', async () => {
    const ofAnna = { ...(PURCHASE_SAMPLE.user as JsonObject), userId: 'anna' };
    await buy('p1', { totalAmount: 600, user: ofAnna });
    await buy('p2', { totalAmount: 10, user: ofAnna });
    await buy('p3', { totalAmount: 700 });
    const byCondition = await scan('@"user.userId" == "anna" && @"totalAmount" > 500');
    expect(byCondition).toMatchObject({ ids: ['p1'], isByIndex: true, asked: 2 });
    const byFilter = await scan('@"totalAmount" > 500', {
      filters: [{ field: 'userId', operator: 'is', values: ['anna'] }],
    });
    expect(byFilter).toMatchObject({ ids: ['p1'], isByIndex: true, asked: 2 });
    const either = await scan('@"user.userId" == "anna" || @"totalAmount" > 500');
    expect(either).toMatchObject({ ids: ['p3', 'p2', 'p1'], isByIndex: false });
  });

  it('meets filters that no index answers', async () => {
    await buy('p1', { totalAmount: 600, currency: 'EUR' });
    await buy('p2', { totalAmount: 700, currency: 'USD' });
    const found = await scan('@"totalAmount" > 500', {
      filters: [{ field: 'currency', operator: 'is', values: ['USD'] }],
    });
    expect(found).toMatchObject({ ids: ['p2'], isByIndex: false });
  });

  it('reads velocities as the decision recorded them, and says where it read none', async () => {
    const context = scene.contextIn('Root');
    const user = { ...(PURCHASE_SAMPLE.user as JsonObject), userId: 'u1' };
    await buy('before', { user });
    const velocities = [{ id: newId(), code: 'SELECT Count() AS tries FROM Purchase GROUPBY @"user.userId"' }];
    const set = await createVelocitySet(context, {
      name: 'Tries',
      description: '',
      text: { condition: '', velocities, sampleEvent: 'purchase', samplePayload: {} },
    });
    const naming = { description: '', active: true, note: '', overwrite: false };
    await publishVelocitySet(context, set.id, { ...naming, version: set.version, name: 'Tries', start: 'fromNow' });
    const code = 'RETURN Review("x") WHEN Velocity.tries(@"user.userId", 1d) > 1000';
    const text = { condition: '', clauses: [{ id: newId(), name: 'Count', code }], samplePayload: {} };
    const rule = await createRule(context, 'purchase', { name: 'Counted', description: '', text });
    await publishRule(context, 'purchase', rule.id, { ...naming, version: rule.version, name: 'Counted' });
    for (const id of ['p1', 'p2', 'p3']) await buy(id, { user });
    const found = await scan('Velocity.tries(@"user.userId", 1d) > 1');
    expect(found).toMatchObject({ ids: ['p3'], unknown: [{ kind: 'velocity', name: 'tries', events: 1 }] });
    expect((await scan('Velocity.tries(@"user.userId", 2d) > 0')).unknown).toEqual([
      { kind: 'velocity', name: 'tries', events: 4 },
    ]);
    await expect(scan('Velocity.nothing(@"user.userId", 1d) > 1')).rejects.toMatchObject({
      code: 'SRCH-CONDITION-INVALID',
    });
  });

  it('looks into lists as they are now', async () => {
    const context = scene.contextIn('Root');
    const list = await createList(context, { name: 'Bad', description: '', stream: csv('Id\nu1\n') });
    const ofUser = (userId: string) => ({ user: { ...(PURCHASE_SAMPLE.user as JsonObject), userId } });
    await buy('p1', ofUser('u1'));
    await buy('p2', ofUser('u2'));
    const condition = 'ContainsKey("Bad", "Id", @"user.userId")';
    expect((await scan(condition)).ids).toEqual(['p1']);
    await replaceList(context, list.id, { version: list.version, stream: csv('Id\nu2\n') });
    expect((await scan(condition)).ids).toEqual(['p2']);
  });

  it('refuses a text that cannot be understood, with its places as typed', async () => {
    await expect(scan('@"totalAmount" >')).rejects.toMatchObject({ code: 'SRCH-CONDITION-INVALID' });
    await expect(scan('"a" > true')).rejects.toMatchObject({
      code: 'SRCH-CONDITION-INVALID',
      problems: [{ path: expect.stringMatching(/^condition:1:[1-9]$/) }],
    });
  });

  it('takes a masked value apart for no one who sees it masked', async () => {
    await buy('p1', { totalAmount: 600 });
    const context = { ...scene.contextIn('Root'), maskedEnvironments: new Set([scene.idOf('Root')]) };
    const refused = { code: 'SRCH-CONDITION-MASKED' };
    for (const condition of [
      '@"user.email".StartsWith("a")',
      '@"user.email" > "a"',
      '@"user" != @"device"',
      '@"customData.note".Contains("a")',
      'LET $x = @"user.email" WHEN $x.StartsWith("a")',
    ])
      await expect(scan(condition, {}, context), condition).rejects.toMatchObject(refused);
    const found = await scan('@"totalAmount" > 500 && @"user.email" != "x@y.example"', {}, context);
    expect(found.ids).toEqual(['p1']);
    expect(found.rows[0]?.email).toContain('•••');
  });
});
