import type { Capabilities } from '@redoubt/domain';
import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { capabilitiesIn, loadPersonAccess } from '../access/person-access.ts';
import { getMe } from '../me/get-me.query.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import {
  changeTokenPolicy,
  createPersonalToken,
  getCurrentToken,
  getPersonalTokens,
  getTenantTokens,
  revokePersonalToken,
  revokeTenantToken,
} from './personal-tokens.ts';
import { verifyPersonalToken } from './verify-personal-token.ts';

const test = useDatabase();
let scene: Scene;

const ADDRESS = '192.0.2.1';
const person = (roles: readonly string[] = [], name = 'Mara Lindqvist') => ({
  userId: `id of ${name}`,
  name,
  username: 'mara@northfell.example',
  roles,
  wids: [],
});
const mine = () => scene.contextIn('Root');
const make = (
  capabilities: Capabilities,
  change: { readonly days?: number; readonly environments?: readonly string[]; readonly name?: string } = {},
  owner = person(['ProductAdmin']),
) =>
  createPersonalToken(mine(), owner, {
    name: change.name ?? 'nightly export',
    days: change.days ?? 90,
    scope: { capabilities, environmentIds: change.environments?.map((each) => scene.idOf(each)) ?? null },
  });
const verify = (secret: string) =>
  verifyPersonalToken({ database: test.database, clock: scene.clock }, secret, ADDRESS);

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
});

describe('a personal access token', () => {
  it('is shown once, kept as a hash, and noted in the activity log', async () => {
    const { secret, tokens } = await make({ lists: 'write' });
    expect(secret).toMatch(/^rdt_[\w-]{86}$/);
    expect(JSON.stringify(await getPersonalTokens(mine()))).not.toContain(secret.slice(-40));
    const rows = await test.asAdmin<{ text: string }>('select t::text as text from personal_token t', []);
    expect(rows.map(({ text }) => text).join()).not.toContain(secret.slice(-43));
    expect(tokens).toMatchObject([{ name: 'nightly export', state: 'active', usedAt: null, hint: secret.slice(-4) }]);
    expect(await scene.activities()).toEqual(['Create PersonalToken nightly export']);
  });

  it('acts with what its scope and its owner have in common, in its environments and below', async () => {
    const { secret } = await make({ lists: 'read', decisionRules: 'write' }, { environments: ['Root'] });
    const bearer = await verify(secret);
    expect(await capabilitiesIn(mine(), bearer, scene.idOf('Child'))).toEqual({
      lists: 'read',
      decisionRules: 'write',
    });
    await expect(capabilitiesIn(mine(), bearer, scene.idOf('Other'))).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    const wholeTenant = async (token: string) => {
      const bearing = await verify(token);
      return (
        await test.database.inTenant(scene.tenantId, (trx) =>
          loadPersonAccess(trx, bearing, new Date(scene.clock.now())),
        )
      ).tenantCapabilities;
    };
    expect(await wholeTenant(secret)).toEqual({});
    const everywhere = await make({ lists: 'read' }, { name: 'everywhere' });
    expect(await wholeTenant(everywhere.secret)).toEqual({ lists: 'read' });
    const current = await getCurrentToken(mine(), bearer);
    expect(current.environments.map(({ name }) => name)).toEqual(['Child', 'Root']);
    expect((await getPersonalTokens(mine())).tokens.at(-1)).toMatchObject({ usedFrom: ADDRESS });
  });

  it('loses what its owner loses: roles of the newest sign-in, and given roles at once', async () => {
    await scene.assignRole('id of Mara Lindqvist', 'SupportAgent', 'Child');
    const { secret } = await make({ decisionRules: 'write', search: 'read' });
    const rights = async (environment: string) =>
      capabilitiesIn(mine(), await verify(secret), scene.idOf(environment)).catch(({ code }: { code: string }) => code);
    expect(await rights('Root')).toEqual({ decisionRules: 'write', search: 'read' });
    scene.clock.advance(2 * HOUR_MS);
    await getMe(mine(), person(['SupportAgent']));
    expect(await rights('Root')).toEqual({ search: 'read' });
    await getMe(mine(), person([]));
    expect([await rights('Root'), await rights('Child')]).toEqual(['ENV-UNKNOWN', { search: 'read' }]);
  });

  it('has no role of a sign-in that is too long ago', async () => {
    const { secret } = await make({ search: 'read' }, { days: 365 });
    scene.clock.advance(91 * DAY_MS);
    expect((await verify(secret)).roles).toEqual([]);
  });

  it('can only be given rights that are held in its environments', async () => {
    const agent = person(['SupportAgent']);
    await expect(make({ decisionRules: 'write' }, {}, agent)).rejects.toMatchObject({
      code: 'TOKEN-SCOPE-NOT-HELD',
      params: { permission: 'decisionRules:write' },
    });
    await expect(make({}, {}, agent)).rejects.toMatchObject({ code: 'TOKEN-SCOPE-NOT-HELD' });
    await expect(make({ search: 'read' }, { environments: ['Other'] }, person())).rejects.toMatchObject({
      code: 'ENV-UNKNOWN',
    });
  });

  it('is refused when it is unknown, expired or revoked', async () => {
    const { secret, tokens } = await make({ lists: 'read' }, { days: 7 });
    const broken = `${secret.slice(0, -5)}AAAAA`;
    await expect(verify(broken)).rejects.toMatchObject({ code: 'AUTH-TOKEN-INVALID' });
    await expect(verify('rdt_short')).rejects.toMatchObject({ code: 'AUTH-TOKEN-INVALID' });
    const other = await make({ lists: 'read' }, { name: 'other' });
    await revokePersonalToken(mine(), other.tokens.find(({ name }) => name === 'other')?.id ?? '');
    await expect(verify(other.secret)).rejects.toMatchObject({ code: 'AUTH-TOKEN-REVOKED' });
    await expect(revokePersonalToken(scene.contextIn('Root', 'Tomas Berg'), tokens[0]?.id ?? '')).rejects.toMatchObject(
      {
        code: 'TOKEN-UNKNOWN',
      },
    );
    scene.clock.advance(7 * DAY_MS);
    await expect(verify(secret)).rejects.toMatchObject({ code: 'AUTH-TOKEN-EXPIRED' });
  });

  it('has a name of its own among those in force', async () => {
    await make({ lists: 'read' }, { days: 7 });
    await expect(make({ lists: 'read' }, { name: 'Nightly Export' })).rejects.toMatchObject({
      code: 'TOKEN-NAME-TAKEN',
    });
    scene.clock.advance(8 * DAY_MS);
    expect((await make({ lists: 'read' })).tokens).toHaveLength(2);
  });
});

describe('administrators', () => {
  it('set the longest life, which ends older tokens at once', async () => {
    const { secret } = await make({ lists: 'read' });
    scene.clock.advance(10 * DAY_MS);
    expect((await changeTokenPolicy(mine(), { maxDays: 10 })).tokens).toMatchObject([{ state: 'expired' }]);
    await expect(verify(secret)).rejects.toMatchObject({ code: 'AUTH-TOKEN-EXPIRED' });
    await expect(make({ lists: 'read' }, { days: 11 })).rejects.toMatchObject({
      code: 'TOKEN-LIFE-TOO-LONG',
      params: { days: 10 },
    });
    expect(await scene.activities()).toContain('Update Tenant ');
  });

  it('see and revoke tokens of everybody', async () => {
    const { tokens } = await make({ lists: 'read' });
    const admin = scene.contextIn('Root', 'Tomas Berg');
    expect((await getTenantTokens(admin)).tokens).toMatchObject([{ owner: 'Mara Lindqvist' }]);
    const after = await revokeTenantToken(admin, tokens[0]?.id ?? '');
    expect(after.tokens).toMatchObject([{ state: 'revoked', revoked: { by: 'Tomas Berg' } }]);
    expect(await scene.activities()).toContain('Revoke PersonalToken nightly export (Mara Lindqvist)');
  });
});
