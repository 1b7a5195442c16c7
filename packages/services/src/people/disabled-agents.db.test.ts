import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { getMe } from '../me/get-me.query.ts';
import { createCaseScene, take } from '../testing/case-scene.ts';
import { getPeople } from './people.queries.ts';
import { disablePeople } from './person-state.commands.ts';

const test = useDatabase();

it('cases that a person has in review go back when the person is disabled', async () => {
  const scene = await createCaseScene(test);
  await scene.addCase('p-1');
  await scene.addCase('p-2');
  const { context, person } = scene.ana;
  await getMe(context, { ...person, name: 'Ana', username: 'ana@northfell.example' });
  await take(scene.ana);
  await take(scene.ben);
  const admin = { userId: 'id of Mara', roles: ['ProductAdmin'], wids: [] };
  const { rows } = await getPeople(scene.contextIn('Shop', 'Mara'), admin, {
    scope: 'all',
    sort: 'name',
    order: 'ascending',
    ending: false,
    find: 'Ana',
  });
  const people = rows.map(({ id }) => id);
  await disablePeople(scene.contextIn('Shop', 'Mara'), admin, { people, reason: 'Left' });
  expect([await scene.stateOf('p-1'), await scene.stateOf('p-2')]).toEqual(['Pending', 'InReview']);
  expect((await take(scene.manager)).case).toMatchObject({ eventId: 'p-1' });
});
