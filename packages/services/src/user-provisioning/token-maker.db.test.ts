import { MINUTE_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { getMe } from '../me/get-me.query.ts';
import { disablePeople } from '../people/person-state.commands.ts';
import { getPeople } from '../people/people.queries.ts';
import { noticesOf } from '../testing/raised-notices.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createProvisioningToken, getProvisioning } from './provisioning.ts';
import { verifyProvisioningToken } from './verify-provisioning-token.ts';

const test = useDatabase();
const ORIGIN = 'https://redoubt.example';
let scene: Scene;

const who = (name: string, roles: readonly string[] = ['ProductAdmin']) => {
  const wids: readonly string[] = [];
  return { userId: `id of ${name}`, name, username: `${name.toLowerCase()}@northfell.example`, roles, wids };
};
const signIn = (person: ReturnType<typeof who>) => getMe(scene.contextIn('Root', person.name), person);
const make = async (maker: string, name: string): Promise<string> =>
  (await createProvisioningToken(scene.contextIn('Root', maker), who(maker), ORIGIN, { name, days: 90 })).secret;
/** A call of the identity provider, a minute after the one before. */
const use = (secret: string) => {
  scene.clock.advance(MINUTE_MS);
  return verifyProvisioningToken(
    { database: test.database, clock: scene.clock },
    `Bearer ${secret}`,
    '192.0.2.1',
    () => {},
  );
};
const tokens = async () => {
  const { tokens: shown } = await getProvisioning(scene.contextIn('Root', 'Noor'), who('Noor'), ORIGIN);
  return Object.fromEntries(shown.map(({ name, state, revoked }) => [name, [state, revoked?.by]]));
};
const REVOKED = { code: 'AUTH-TOKEN-REVOKED' };

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Europe: { parent: 'Root' } });
  await signIn(who('Mara'));
  await signIn(who('Noor'));
});

it('a token is revoked for good when its maker comes with less, and those who manage access are notified once', async () => {
  const [ofMara, ofNoor] = [await make('Mara', 'Entra'), await make('Noor', 'Okta')];
  expect(await use(ofMara)).toMatchObject({ name: 'Entra' });
  await signIn(who('Mara', ['FraudEngineer']));
  expect(await tokens()).toEqual({ Entra: ['revoked', undefined], Okta: ['active', undefined] });
  await expect(use(ofMara)).rejects.toMatchObject(REVOKED);
  expect(await tokens()).toEqual({ Entra: ['revoked', 'Redoubt'], Okta: ['active', undefined] });
  await signIn(who('Mara'));
  await expect(use(ofMara)).rejects.toMatchObject(REVOKED);
  expect(await use(ofNoor)).toMatchObject({ name: 'Okta' });
  expect(await noticesOf(scene, 'Noor')).toEqual([
    {
      code: 'PROVISIONING-TOKEN-STOPPED',
      severity: 'Error',
      params: { name: 'Entra', by: 'Mara' },
      link: '/settings/access/provisioning',
    },
  ]);
  expect((await scene.activities()).filter((line) => line.startsWith('Revoke'))).toEqual([
    'Revoke ProvisioningToken Entra',
  ]);
});

it('a token is revoked when its maker is disabled', async () => {
  const secret = await make('Mara', 'Entra');
  const context = scene.contextIn('Root', 'Noor');
  const query = { scope: 'all', sort: 'name', order: 'ascending', ending: false, find: 'mara' } as const;
  const { rows } = await getPeople(context, who('Noor'), query);
  await disablePeople(context, who('Noor'), { people: rows.map(({ id }) => id), reason: 'Left' });
  await expect(use(secret)).rejects.toMatchObject(REVOKED);
  expect(await tokens()).toEqual({ Entra: ['revoked', 'Redoubt'] });
});

it('a long absence of its maker leaves a token in force', async () => {
  const secret = await make('Mara', 'Entra');
  scene.clock.advance(80 * 24 * 60 * MINUTE_MS);
  expect(await use(secret)).toMatchObject({ name: 'Entra' });
});
