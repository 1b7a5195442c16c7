import { DIRECTORY_ROLES } from '@redoubt/domain';
import { DAY_MS, newId } from '@redoubt/kernel';
import { insertGroup, recordSignIn, saveAssignment, type TenantTransaction } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { getManagedEnvironments } from '../environment-management/managed-environments.query.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getAccessReview } from './access-review.ts';
import { getEffectiveAccess } from './effective-access.queries.ts';
import { getPeople } from './people.queries.ts';
import { disablePeople } from './person-state.commands.ts';

const test = useDatabase();
const ENVIRONMENTS = ['Root', 'Europe', 'Germany', 'America', 'Other'];
const admin = { userId: 'id of Mara Lindqvist', roles: ['ProductAdmin'], wids: [] };
const PEOPLE = ['Token', 'Foreign', 'Member', 'Global', 'Everywhere', 'Twice', 'Ended', 'Gone'];
const CROWD = 230;
let scene: Scene;

const context = (environment = 'Root') => scene.contextIn(environment);
const list = (query: Partial<Parameters<typeof getPeople>[2]> = {}, environment = 'Root') =>
  getPeople(context(environment), admin, { scope: 'all', sort: 'name', order: 'ascending', ending: false, ...query });
const signIn = (
  trx: TenantTransaction,
  name: string,
  token: { readonly roles?: string[]; readonly groups?: string[]; readonly directoryRoles?: string[] } = {},
  at = new Date(scene.clock.now()),
) =>
  recordSignIn(
    trx,
    scene.tenantId,
    {
      userId: `id of ${name}`,
      username: `${name.toLowerCase().replaceAll(' ', '-')}@northfell.example`,
      displayName: name,
      token: { roles: [], groups: [], directoryRoles: [], groupsLeftOut: false, ...token },
    },
    at,
  );
const give = (
  trx: TenantTransaction,
  holder: 'Person' | 'Group',
  userId: string,
  environment: string | null,
  expiresAt: Date | null = null,
) =>
  saveAssignment(
    trx,
    scene.tenantId,
    {
      id: newId(),
      holder,
      userId,
      username: '',
      displayName: userId,
      role: 'FraudEngineer',
      environmentId: environment === null ? null : scene.idOf(environment),
      expiresAt,
    },
    { by: 'scene', at: new Date(0) },
  );

beforeAll(async () => {
  scene = await createScene(test.database, {
    Root: {},
    Europe: { parent: 'Root' },
    Germany: { parent: 'Europe' },
    America: { parent: 'Root' },
    Other: {},
  });
  await test.database.inTenant(scene.tenantId, async (trx) => {
    const group = { id: newId(), name: 'Fraud team', claim: 'fraud-team' };
    await insertGroup(trx, scene.tenantId, {
      ...group,
      createdBy: 'scene',
      createdAt: new Date(0),
      provisionedAt: null,
    });
    await give(trx, 'Group', group.id, 'Europe');
    await signIn(trx, 'Token', { roles: ['SupportAgent'] });
    await signIn(trx, 'Foreign', { roles: ['Unknown'] });
    await signIn(trx, 'Member', { groups: ['fraud-team'] });
    await signIn(trx, 'Global', { directoryRoles: [DIRECTORY_ROLES.GlobalAdministrator] });
    await signIn(trx, 'Everywhere');
    await give(trx, 'Person', 'id of Everywhere', null);
    await signIn(trx, 'Twice', { groups: ['fraud-team'] });
    await give(trx, 'Person', 'id of Twice', 'Germany');
    await give(trx, 'Person', 'id of Twice', 'America');
    await signIn(trx, 'Ended');
    await give(trx, 'Person', 'id of Ended', 'Root', new Date(scene.clock.now() - 1));
    await signIn(trx, 'Gone', { roles: ['SupportAgent'] });
    for (let number = 0; number < CROWD; number += 1) {
      const name = `Crowd ${number}`;
      // One of three came at the same moment as others, and one of three never came.
      const at = new Date(scene.clock.now() - (number % 3) * DAY_MS);
      await signIn(trx, name, {}, at);
      await give(trx, 'Person', `id of ${name}`, 'Other');
    }
  });
  const [gone] = (await list({ find: 'gone' })).rows;
  await disablePeople(context(), admin, { people: [gone?.id ?? ''], reason: 'Left' });
});

describe('the number of people who can act in an environment', () => {
  it('is the same in the tree of environments and in access control', async () => {
    const options = { geographies: [], undoWindowMs: DAY_MS };
    const { environments } = await getManagedEnvironments(context(), admin, options);
    const inTree = Object.fromEntries(environments.map(({ name, contents }) => [name, contents.people]));
    expect(inTree).toEqual({ Root: 3, Europe: 5, Germany: 5, America: 4, Other: 3 + CROWD });
    for (const name of ENVIRONMENTS) expect((await list({ find: 'x' }, name)).actingPeople).toBe(inTree[name]);
  });

  it('is the number of those of whom access control says that they may do something', async () => {
    for (const name of ENVIRONMENTS.slice(0, 4)) {
      const pages = await Promise.all(PEOPLE.map((find) => list({ find }, name)));
      const holders = pages.flatMap(({ rows }) => rows);
      const [{ actingPeople } = { actingPeople: -1 }] = pages;
      const answers = await Promise.all(holders.map(({ id }) => getEffectiveAccess(context(name), admin, id)));
      const able = answers.filter(({ areas }) => areas.some(({ access }) => access !== null));
      expect(able).toHaveLength(actingPeople);
    }
  });
});

describe('a long list', () => {
  const pages = async (query: Parameters<typeof list>[0]) => {
    const names: string[] = [];
    let cursor: string | undefined;
    let total = 0;
    do {
      const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      names.push(...page.rows.map(({ name }) => name));
      ({ total } = page);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return { names, total };
  };

  it.each([
    ['name', 'ascending'],
    ['lastSeen', 'ascending'],
    ['lastSeen', 'descending'],
    ['ends', 'descending'],
    ['username', 'descending'],
  ] as const)('is read by pages without gaps or repeats, by %s, %s', async (sort, order) => {
    const { names, total } = await pages({ sort, order });
    expect(total).toBe(CROWD + 9);
    expect(new Set(names).size).toBe(total);
    expect(names).toHaveLength(total);
  });

  it('goes on at the same row after others came before it', async () => {
    const first = await list({ find: 'crowd' });
    await test.database.inTenant(scene.tenantId, (trx) => signIn(trx, 'Crowd 0 and a half'));
    const second = await list({ find: 'crowd', cursor: first.nextCursor ?? '' });
    expect([first.rows.at(-1)?.name, second.rows[0]?.name]).toEqual(['Crowd 99', 'Crowd 100']);
    expect(second.total).toBe(first.total + 1);
  });

  it('refuses a cursor that it did not give', async () => {
    for (const cursor of ['100', 'x', Buffer.from('[1,2]').toString('base64url')])
      await expect(list({ cursor })).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });

  it('pages the access review alike', async () => {
    const asked = { show: 'all', days: 90, sort: 'lastSeen', order: 'ascending' } as const;
    const first = await getAccessReview(context('Other'), admin, asked);
    const second = await getAccessReview(context('Other'), admin, { ...asked, cursor: first.nextCursor ?? '' });
    const names = [...first.rows, ...second.rows].map(({ name }) => name);
    expect(new Set(names).size).toBe(200);
    expect(first.total).toBe(first.counts.all);
  });
});
