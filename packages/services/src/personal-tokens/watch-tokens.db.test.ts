import type { Role } from '@redoubt/domain';
import { DAY_MS, newId } from '@redoubt/kernel';
import { insertPersonalToken, insertProvisioningToken } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { getNotices } from '../notices/notices.queries.ts';
import { createScene } from '../testing/scene.ts';
import { noticeEndingTokens } from './watch-tokens.ts';

const test = useDatabase();

it('a token that ends soon, and one that has ended, are told to their owner alone, each once', async () => {
  const scene = await createScene(test.database, { Root: {} });
  const startMs = scene.clock.now();
  const token = (name: string, days: number) =>
    test.database.inTenant(scene.tenantId, (trx) =>
      insertPersonalToken(trx, scene.tenantId, {
        id: newId(),
        userId: 'mia',
        username: 'mia@shop.example',
        displayName: 'Mia',
        name,
        secretHash: Buffer.alloc(32),
        hint: 'abcd',
        scope: { capabilities: {}, environmentIds: null },
        roles: [],
        seenAt: new Date(startMs),
        createdAt: new Date(startMs),
        expiresAt: new Date(startMs + days * DAY_MS),
      }),
    );
  await token('long', 30);
  await token('short', 3);
  const told = async (userId: string): Promise<readonly string[]> => {
    const { notices } = await getNotices(scene.contextIn('Root'), { userId, roles: ['ProductAdmin'], wids: [] });
    return notices.map(({ code, params }) => `${code} ${String(params['name'])}`);
  };
  const look = async (days: number): Promise<readonly string[]> => {
    scene.clock.advance(startMs + days * DAY_MS - scene.clock.now());
    await noticeEndingTokens(test.database, scene.clock);
    await noticeEndingTokens(test.database, scene.clock);
    return told('mia');
  };
  expect(await look(1)).toEqual([]);
  expect(await look(4)).toEqual(['TOKEN-EXPIRED short']);
  expect(await look(24)).toEqual(['TOKEN-EXPIRING long', 'TOKEN-EXPIRED short']);
  expect(await look(31)).toEqual(['TOKEN-EXPIRED long', 'TOKEN-EXPIRING long', 'TOKEN-EXPIRED short']);
  expect(await told('ben')).toEqual([]);
});

it('a token of the identity provider that ends soon is told to all who manage access, and to no other person', async () => {
  const scene = await createScene(test.database, { Root: {} });
  const startMs = scene.clock.now();
  await test.database.inTenant(scene.tenantId, (trx) =>
    insertProvisioningToken(trx, scene.tenantId, {
      id: newId(),
      name: 'Entra',
      secretHash: Buffer.alloc(32),
      hint: 'abcd',
      createdBy: 'Mia',
      creatorId: 'mia',
      createdAt: new Date(startMs),
      expiresAt: new Date(startMs + 30 * DAY_MS),
    }),
  );
  scene.clock.advance(24 * DAY_MS);
  await noticeEndingTokens(test.database, scene.clock);
  const told = async (role: Role): Promise<readonly unknown[]> => {
    const { notices } = await getNotices(scene.contextIn('Root'), { userId: 'ben', roles: [role], wids: [] });
    return notices.map(({ code, link }) => [code, link]);
  };
  expect(await told('ProductAdmin')).toEqual([['PROVISIONING-TOKEN-EXPIRING', '/settings/access/provisioning']]);
  scene.clock.advance(6 * DAY_MS);
  await noticeEndingTokens(test.database, scene.clock);
  expect((await told('ProductAdmin'))[0]).toEqual(['PROVISIONING-TOKEN-EXPIRED', '/settings/access/provisioning']);
  expect(await told('FraudEngineer')).toEqual([]);
});
