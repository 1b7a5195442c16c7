import { DIRECTORY_ROLES } from '@redoubt/domain';
import { HOUR_MS, MINUTE_MS, newId } from '@redoubt/kernel';
import { saveAssignment } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { capabilitiesIn } from '../access/person-access.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getMyEnvironments } from './get-environments.query.ts';
import { getMe } from './get-me.query.ts';
import { putSettings } from './put-settings.command.ts';
import { signOut } from './sign-out.command.ts';

const test = useDatabase();
let scene: Scene;

const person = (userId: string, roles: readonly string[] = [], wids: readonly string[] = []) => ({
  userId,
  roles,
  wids,
  name: `Name of ${userId}`,
  username: `${userId}@northfell.example`,
});

const give = (userId: string, role: string, environment: string | null, expiresAt: Date | null = null) =>
  test.database.inTenant(scene.tenantId, (trx) =>
    saveAssignment(
      trx,
      scene.tenantId,
      {
        id: newId(),
        userId,
        username: userId,
        displayName: userId,
        role,
        environmentId: environment === null ? null : scene.idOf(environment),
        expiresAt,
      },
      { by: 'scene', at: new Date(0) },
    ),
  );

const rolesByName = async (who: ReturnType<typeof person>) => {
  const me = await getMe(scene.contextIn('Root'), who);
  return Object.fromEntries(me.environments.map(({ name, roles }) => [name, roles.join(' ')]));
};

beforeAll(async () => {
  scene = await createScene(test.database, {
    Root: {},
    Child: { parent: 'Root' },
    Broken: { parent: 'Root', status: 'Error' },
    Other: {},
  });
});

describe('me', () => {
  it('lists the whole tree, with roles of the token everywhere', async () => {
    expect(await rolesByName(person('a', ['SupportAgent']))).toEqual({
      Broken: 'SupportAgent',
      Child: 'SupportAgent',
      Other: 'SupportAgent',
      Root: 'SupportAgent',
    });
  });

  it('adds roles given in an environment, there and below', async () => {
    await give('b', 'FraudEngineer', 'Root');
    await give('b', 'ManualReviewAnalyst', 'Child');
    expect(await rolesByName(person('b'))).toEqual({
      Broken: 'FraudEngineer',
      Child: 'FraudEngineer ManualReviewAnalyst',
      Root: 'FraudEngineer',
    });
    const me = await getMe(scene.contextIn('Root'), person('b'));
    expect(me.tenant.assignedRoles).toEqual(['FraudEngineer', 'ManualReviewAnalyst']);
    expect(JSON.stringify(me)).not.toContain(scene.idOf('Other'));
    expect(me.environments.find(({ name }) => name === 'Root')?.capabilities.decisionRules).toBe('write');
  });

  it('names no environment that cannot be opened, not as a parent either', async () => {
    await give('g', 'FraudEngineer', 'Child');
    const me = await getMe(scene.contextIn('Child'), person('g'));
    expect(me.environments).toMatchObject([{ name: 'Child', parentId: null }]);
    expect(JSON.stringify(me)).not.toContain(scene.idOf('Root'));
  });

  it('counts a role given in the whole tenant, and none that has expired', async () => {
    await give('c', 'AllAreasViewer', null);
    await give('c', 'ProductAdmin', null, new Date(scene.clock.now()));
    expect(new Set(Object.values(await rolesByName(person('c'))))).toEqual(new Set(['AllAreasViewer']));
  });

  it('refuses a person without any role, also one with unknown roles', async () => {
    await expect(getMe(scene.contextIn('Root'), person('d'))).rejects.toMatchObject({ code: 'AUTH-NO-ROLE' });
    const foreign = person('d', ['Wizard', 'PSPAdmin']);
    await expect(getMe(scene.contextIn('Root'), foreign)).rejects.toMatchObject({ code: 'AUTH-NO-ROLE' });
  });

  it('answers a person whose role stands at an environment that is not Active', async () => {
    await give('e', 'FraudEngineer', 'Broken');
    const me = await getMe(scene.contextIn('Root'), person('e'));
    expect(me.environments.filter(({ hasAccess }) => hasAccess).map(({ name, status }) => [name, status])).toEqual([
      ['Broken', 'Error'],
    ]);
  });

  it('lets a global administrator without a role reach access control only', async () => {
    const me = await getMe(scene.contextIn('Root'), person('f', [], [DIRECTORY_ROLES.GlobalAdministrator]));
    for (const { capabilities } of me.environments) expect(capabilities).toEqual({ accessControlPeople: 'write' });
  });

  it('refuses a tenant that was never set up', async () => {
    const context = { ...scene.contextIn('Root'), tenantId: newId() };
    await expect(getMe(context, person('a', ['ProductAdmin']))).rejects.toMatchObject({ code: 'TENANT-NOT-SET-UP' });
  });
});

describe('a person with many environments', () => {
  const MANY = 450;
  let wide: Scene;
  const admin = person('wide', ['ProductAdmin']);

  beforeAll(async () => {
    const below = Array.from({ length: MANY }, (_, at): [string, { parent: string }] => [
      `Shop ${at}`,
      { parent: at < 3 ? 'Root' : `Shop ${at % 3}` },
    ]);
    wide = await createScene(test.database, { Root: {}, ...Object.fromEntries(below) });
  });

  const page = (query: { readonly find?: string; readonly cursor?: string } = {}) =>
    getMyEnvironments(wide.contextIn('Root'), admin, query);

  it('gets at the start only the first, among them what is open with all above it', async () => {
    const open = wide.idOf('Shop 447');
    const me = await getMe(wide.contextIn('Root'), admin, undefined, open);
    expect([me.environments.length, me.environmentCount, me.environmentsBusy]).toEqual([20, MANY + 1, false]);
    const names = me.environments.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Root', 'Shop 0', 'Shop 447']));
    const ids = new Set(me.environments.map(({ id }) => id));
    expect(me.environments.filter(({ parentId }) => parentId !== null && !ids.has(parentId))).toEqual([]);
    expect(JSON.stringify(me).length).toBeLessThan(40_000);
    const other = await getMe(wide.contextIn('Root'), admin, undefined, newId());
    expect(other.environments).toHaveLength(20);
  });

  it('reads the rest in the order of the tree, with the same rights', async () => {
    const placed: Awaited<ReturnType<typeof page>>['environments'] = [];
    let cursor: string | null = null;
    do {
      const answer: Awaited<ReturnType<typeof page>> = await page(cursor === null ? {} : { cursor });
      expect(answer.total).toBe(MANY + 1);
      expect(answer.rights).toHaveLength(1);
      placed.push(...answer.environments);
      cursor = answer.nextCursor;
    } while (cursor !== null);
    expect(new Set(placed.map(({ id }) => id)).size).toBe(MANY + 1);
    expect(placed.slice(0, 4).map(({ name, depth }) => [name, depth])).toEqual([
      ['Root', 0],
      ['Shop 0', 1],
      ['Shop 3', 2],
      ['Shop 6', 2],
    ]);
    const { environments } = await getMe(wide.contextIn('Root'), admin);
    const { rights } = await page();
    expect(rights[0]).toEqual({ roles: environments[0]?.roles, capabilities: environments[0]?.capabilities });
  });

  it('finds by a part of the name or the beginning of the id, and refuses a strange cursor', async () => {
    expect((await page({ find: 'SHOP 44' })).environments.map(({ name }) => name).toSorted()).toEqual(
      ['Shop 44', ...Array.from({ length: 10 }, (_, at) => `Shop 44${at}`)].toSorted(),
    );
    expect((await page({ find: wide.idOf('Shop 7') })).environments.map(({ name }) => name)).toEqual(['Shop 7']);
    await expect(page({ cursor: newId() })).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });

  it('goes on at the place of an environment that is no longer among those found', async () => {
    const whole = await page({ find: 'shop' });
    const [place] = (whole.nextCursor ?? '').split('.');
    const after = await page({ find: 'shop', cursor: whole.nextCursor ?? '' });
    // One that is gone stood where the page ended, so that the others moved up by one.
    const gone = await page({ find: 'shop', cursor: `${place}.${newId()}` });
    expect(gone.environments[0]?.id).toBe(whole.environments.at(-1)?.id);
    expect(gone.environments[1]?.id).toBe(after.environments[0]?.id);
  });

  it('gets none that they may not open', async () => {
    await wide.assignRole('one', 'FraudEngineer', 'Shop 5');
    const answer = await getMyEnvironments(wide.contextIn('Root'), person('one'), {});
    expect(answer).toMatchObject({ total: 1, environments: [{ name: 'Shop 5', parentId: null, depth: 0 }] });
  });
});

describe('access to one environment', () => {
  it('gives the capabilities held there', async () => {
    const held = await capabilitiesIn(scene.contextIn('Root'), person('b'), scene.idOf('Child'));
    expect([held.decisionRules, held.caseReview]).toEqual(['write', 'write']);
  });

  it('refuses an environment that is unknown, not theirs, or not Active', async () => {
    const attempt = (userId: string, environmentId: string) =>
      capabilitiesIn(scene.contextIn('Root'), person(userId), environmentId);
    await expect(attempt('b', newId())).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
    await expect(attempt('b', scene.idOf('Other'))).rejects.toMatchObject({
      code: 'ENV-UNKNOWN',
      params: { id: scene.idOf('Other') },
    });
    await expect(attempt('b', scene.idOf('Broken'))).rejects.toMatchObject({ code: 'ENV-NOT-ACTIVE' });
  });

  it('refuses an environment of another tenant as unknown', async () => {
    const other = await createScene(test.database, { Theirs: {} });
    const attempt = capabilitiesIn(scene.contextIn('Root'), person('a', ['ProductAdmin']), other.idOf('Theirs'));
    await expect(attempt).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
  });
});

describe('settings', () => {
  it('come back as they were saved, each person their own', async () => {
    const mine = scene.contextIn('Root', 'Mara Lindqvist');
    await putSettings(mine, { theme: 'dark', columns: { search: ['b', 'a'] } });
    await putSettings(mine, { theme: 'dark', columns: { search: ['b', 'a'] } });
    await putSettings(scene.contextIn('Root', 'Tomas Berg'), { theme: 'light' });
    const me = await getMe(mine, person(mine.actor.id, ['SupportAgent']));
    expect(me.storedSettings).toEqual({ theme: 'dark', columns: { search: ['b', 'a'] } });
    const saved = (await scene.activities()).filter((line) => line.includes('UserSettings'));
    expect(saved).toEqual(['Update UserSettings Mara Lindqvist', 'Update UserSettings Tomas Berg']);
  });
});

describe('the activity log', () => {
  it('has a sign-in for the first visit and for one after two hours, and a sign-out', async () => {
    const own = await createScene(test.database, { Root: {} });
    const context = own.contextIn('Root', 'Vera Holt');
    const visit = () => getMe(context, person(context.actor.id, ['SupportAgent']));
    await visit();
    own.clock.advance(90 * MINUTE_MS);
    await visit();
    expect(await own.activities()).toEqual(['SignIn Person Vera Holt']);
    own.clock.advance(2 * HOUR_MS);
    await visit();
    own.clock.advance(MINUTE_MS);
    await signOut(context, { device: { browser: 'Firefox', address: '192.0.2.1' } });
    expect(await own.activities()).toEqual([
      'SignIn Person Vera Holt',
      'SignIn Person Vera Holt',
      'SignOut Person Vera Holt',
    ]);
  });
});
