import { Readable } from 'node:stream';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { createList } from '../lists/lists.commands.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents } from '../testing/store-events.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { getSymbolTable } from './get-symbol-table.query.ts';

const test = useDatabase();
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

describe('the symbol table', () => {
  it('holds the schema and the lists of its own environment', async () => {
    const stream = Readable.from([Buffer.from('Email,Status\n')]);
    await createList(scene.contextIn('Root'), { name: 'Blocked', description: '', stream });
    const symbols = await getSymbolTable(scene.contextIn('Root'), 'purchase');
    const support = ['Email', 'Payment', 'IP', 'User', 'Device'].map((entity) =>
      expect.objectContaining({ name: expect.stringContaining(entity) as unknown }),
    );
    expect(symbols.lists).toEqual([{ name: 'Blocked', columns: ['Email', 'Status'] }, ...support]);
    expect((await getSymbolTable(scene.contextIn('Child'), 'purchase')).lists).toEqual(support);
    const byPath = new Map(symbols.attributes.map((attribute) => [attribute.path, attribute]));
    expect(byPath.get('totalAmount')).toEqual({
      path: 'totalAmount',
      type: 'number',
      source: 'schema',
      description: 'Total including tax.',
    });
    expect(byPath.get('shippingMethod')?.values).toContain('Express');
  });

  it('adds what recent events held, with examples, for those who may search', async () => {
    const place = { tenantId: scene.tenantId, environmentId: scene.idOf('Root') };
    const request = (basketMinutes: number) => ({ TotalAmount: 12.5, customData: { basketMinutes } });
    await storeEvents(test.database, [
      aPurchase(place, { eventId: 'older', requestText: JSON.stringify(request(1)) }),
      aPurchase(place, { eventId: 'newer', requestText: JSON.stringify(request(2)) }),
    ]);
    const { attributes } = await getSymbolTable(scene.contextIn('Root'), 'purchase');
    expect(attributes.find(({ path }) => path === 'totalAmount')).toMatchObject({ source: 'schema', example: 12.5 });
    expect(attributes.find(({ path }) => path === 'customData.basketMinutes')).toEqual({
      path: 'customData.basketMinutes',
      type: 'number',
      source: 'seen',
      description: '',
      example: 2,
    });
    const blind = { ...scene.contextIn('Root'), capabilities: { decisionRules: 'read' } as const };
    const seen = (await getSymbolTable(blind, 'purchase')).attributes.filter(({ source }) => source === 'seen');
    expect(seen).toEqual([]);
  });
});

describe('hits of rules', () => {
  it('count live events here and below in the last 24 hours', async () => {
    const rule = await createRule(scene.contextIn('Root'), 'purchase', { name: 'Limits', description: '' });
    const hit = { hits: [{ ruleId: rule.id, clause: 'Decide', decision: 'Reject' as const }] };
    const now = { receivedAtMs: scene.clock.now() - 60_000 };
    const at = (environment: string) => ({ tenantId: scene.tenantId, environmentId: scene.idOf(environment) });
    await storeEvents(test.database, [
      aPurchase(at('Root'), { ...now, eventId: 'a' }, hit),
      aPurchase(at('Child'), { ...now, eventId: 'b' }, hit),
      aPurchase(at('Root'), { ...now, eventId: 'c', historical: true }, hit),
    ]);
    const set = await getRuleSet(scene.contextIn('Root'), 'purchase');
    expect(set.drafts).toMatchObject([{ name: 'Limits', hits24h: 2, decisions24h: { Reject: 2 } }]);
  });
});
