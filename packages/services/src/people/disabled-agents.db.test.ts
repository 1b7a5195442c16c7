import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { getNotices } from '../notices/notices.queries.ts';
import { getMe } from '../me/get-me.query.ts';
import { createCaseScene, take } from '../testing/case-scene.ts';
import { getPeople } from './people.queries.ts';
import { disablePeople } from './person-state.commands.ts';

const test = useDatabase();
const ADMIN = { userId: 'id of Mara', roles: ['ProductAdmin'], wids: [] };

const disable = async (scene: Awaited<ReturnType<typeof createCaseScene>>, find: string): Promise<void> => {
  const context = scene.contextIn('Shop', 'Mara');
  const choice = { scope: 'all', sort: 'name', order: 'ascending', ending: false, find } as const;
  const { rows } = await getPeople(context, ADMIN, choice);
  await disablePeople(context, ADMIN, { people: rows.map(({ id }) => id), reason: 'Left' });
};

it('cases that wait for a person go back to all agents when the person is disabled, and who watches over cases is notified', async () => {
  const scene = await createCaseScene(test);
  await scene.addCase('p-1');
  await scene.addCase('p-2');
  const { context, person } = scene.ana;
  await getMe(context, { ...person, name: 'Ana', username: 'ana@northfell.example' });
  const assigned = { id: person.userId, name: 'Ana' };
  await test.asAdmin(`update review_case set assignee_id = $1, assignee = $2 where tenant_id = $3`, [
    assigned.id,
    assigned.name,
    scene.tenantId,
  ]);
  await take(scene.ana);
  await disable(scene, 'Ana');
  const rows = await test.asAdmin<{ open: number }>(
    `select count(*)::int as open from review_case
      where tenant_id = $1 and assignee_id is null and (lease_until is null or lease_until <= $2)`,
    [scene.tenantId, new Date(scene.clock.now())],
  );
  expect(rows).toEqual([{ open: 2 }]);
  expect((await take(scene.ben)).case).toMatchObject({ eventId: 'p-1' });
  const { notices } = await getNotices(scene.manager.context, scene.manager.person);
  expect(notices).toMatchObject([{ code: 'CASES-RELEASED', params: { name: 'Ana', count: 2 } }]);
  const [logged] = await test.asAdmin<{ modified: unknown }>(
    `select modified from audit_entry where tenant_id = $1 and operation = 'Deactivate'`,
    [scene.tenantId],
  );
  expect(JSON.stringify(logged?.modified)).toContain('"assigned":2');
});

it('cases that a person has in review go back when the person is disabled', async () => {
  const scene = await createCaseScene(test);
  await scene.addCase('p-1');
  await scene.addCase('p-2');
  const { context, person } = scene.ana;
  await getMe(context, { ...person, name: 'Ana', username: 'ana@northfell.example' });
  await take(scene.ana);
  await take(scene.ben);
  await disable(scene, 'Ana');
  expect([await scene.stateOf('p-1'), await scene.stateOf('p-2')]).toEqual(['Pending', 'InReview']);
  expect((await take(scene.manager)).case).toMatchObject({ eventId: 'p-1' });
});
