import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { changeNotices } from './change-notices.command.ts';
import { getNotices } from './notices.queries.ts';
import { raiseNotice } from './raise-notice.ts';

const test = useDatabase();
let scene: Scene;

const person = (userId: string, ...roles: readonly string[]) => ({ userId, roles, wids: [] });
const context = (laterMs = 0) => ({
  ...scene.contextIn('Root'),
  clock: { ...scene.clock, now: () => scene.clock.now() + laterMs },
});
const raise = (environment: string | null, laterMs = 0) =>
  test.database.inTenant(scene.tenantId, (trx) =>
    raiseNotice(trx, context(laterMs), {
      code: 'ENVIRONMENT-UNREACHABLE',
      severity: 'Critical',
      params: { name: environment ?? 'all', reason: '' },
      link: '/environments',
      environmentId: environment === null ? null : scene.idOf(environment),
    }),
  );
const read = async (who: ReturnType<typeof person>, laterMs = 0) =>
  (await getNotices(context(laterMs), who)).notices.map(({ params, state }) => `${String(params.name)} ${state}`);

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
  await raise('Child');
  await raise('Other', 10);
  await raise(null, 20);
});

describe('notices', () => {
  it('come from every environment to the roles of their type, newest first, and to no other role', async () => {
    expect(await read(person('a', 'ProductAdmin'), 30)).toEqual(['all Unread', 'Other Unread', 'Child Unread']);
    expect(await read(person('b', 'FraudEngineer'), 30)).toEqual([]);
  });

  it('follow a role that was given in one environment', async () => {
    await scene.assignRole('c', 'AllAreas_Admin', 'Child');
    expect(await read(person('c'), 30)).toEqual(['all Unread', 'Child Unread']);
  });

  it('are read and dismissed by each person for themselves', async () => {
    const admin = person('d', 'ProductAdmin');
    const { notices } = await getNotices(context(30), admin);
    const [first, second] = notices.map(({ id }) => id);
    await changeNotices(context(40), admin, { ids: [first ?? '', second ?? ''], state: 'Read' });
    await changeNotices(context(50), admin, { ids: [first ?? ''], state: 'Dismissed' });
    expect(await read(admin, 60)).toEqual(['Other Read', 'Child Unread']);
    expect(await read(person('e', 'ProductAdmin'), 60)).toHaveLength(3);
  });

  it('that a person may not read do not exist for them', async () => {
    const { notices } = await getNotices(context(30), person('f', 'ProductAdmin'));
    const ids = notices.map(({ id }) => id);
    await expect(
      changeNotices(context(40), person('g', 'FraudEngineer'), { ids, state: 'Read' }),
    ).rejects.toMatchObject({ code: 'NOTICE-UNKNOWN' });
    await expect(
      changeNotices(context(40), person('f', 'ProductAdmin'), { ids: [newId()], state: 'Read' }),
    ).rejects.toMatchObject({ code: 'NOTICE-UNKNOWN' });
  });

  it('are gone after ninety days', async () => {
    expect(await read(person('h', 'ProductAdmin'), 91 * 24 * 3_600_000)).toEqual([]);
  });
});
