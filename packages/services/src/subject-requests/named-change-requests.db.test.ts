import type { Id } from '@redoubt/kernel';
import { endChangeRequest, findChangeRequest, sweepChangeRequests } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { raiseNotice } from '../notices/raise-notice.ts';
import { requestChange, type RequestTexts } from '../testing/change-request.ts';
import { createScene, type Scene } from '../testing/scene.ts';

const test = useDatabase();
const PERSON = 'person-77001';
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
});

/** A request with a notice of it; decided where it has a reason. */
const insert = async ({ reason, ...texts }: RequestTexts & { readonly reason?: string }): Promise<Id> => {
  const id = await requestChange(test.database, scene, texts);
  const context = scene.contextIn('Root', 'Mara Lindqvist');
  await test.database.inTenant(scene.tenantId, async (trx) => {
    await raiseNotice(trx, context, {
      code: 'CHANGE-REQUESTED',
      severity: 'Information',
      params: { name: texts.name ?? '', by: 'Mara Lindqvist' },
      link: `/changes?change=${id}`,
      environmentId: context.environmentId,
    });
    const at = new Date(scene.clock.now());
    if (reason !== undefined) await endChangeRequest(trx, id, 'rejected', { by: 'Ida', at, reason });
  });
  return id;
};

const sweep = (value = PERSON): Promise<number> =>
  test.database.inTenant(scene.tenantId, (trx) =>
    sweepChangeRequests(trx, value, { by: 'subject request', at: new Date(scene.clock.now()) }),
  );
const find = (id: Id) =>
  test.database.inTenant(scene.tenantId, (trx) => findChangeRequest(trx, scene.idOf('Root'), id));
const links = () =>
  test.database.inTenant(scene.tenantId, async (trx) =>
    (await trx.selectFrom('notice').select('link').execute()).map(({ link }) => link),
  );

it('takes back an open request that names an erased person, and forgets what a decided one says', async () => {
  const naming = await insert({ value: PERSON });
  const other = await insert({ value: 'somebody-else' });
  const decided = await insert({ value: PERSON, reason: 'no' });
  expect(await sweep()).toBe(2);
  const found = [await find(naming), await find(other), await find(decided)];
  expect(found).toMatchObject([
    { state: 'withdrawn', payload: null, decidedBy: 'subject request', differences: [] },
    { state: 'open', payload: { body: { values: ['somebody-else'] } }, differences: [{}] },
    { state: 'rejected', decidedBy: 'Ida', differences: [], reason: 'no' },
  ]);
  expect(JSON.stringify(found)).not.toContain(PERSON);
});

it.each([
  ['the note', { note: `Asked for by ${PERSON.toUpperCase()}.` }, { note: '', target: { name: 'User Support List' } }],
  ['the name of its target', { name: `Block ${PERSON}` }, { note: '', target: { id: '…', name: '…' } }],
  ['the reason of its rejection', { reason: `${PERSON} is known` }, { state: 'rejected', reason: null }],
])('finds an erased person in %s, and forgets it with its notices', async (_place, texts, left) => {
  const naming = await insert(texts);
  const other = await insert({ note: 'of another', name: 'Other' });
  expect(await sweep()).toBe(1);
  expect(await find(naming)).toMatchObject({ differences: [], payload: null, ...left });
  expect(JSON.stringify(await find(naming)).toLowerCase()).not.toContain(PERSON);
  expect(await find(other)).toMatchObject({ state: 'open', note: 'of another', target: { name: 'Other' } });
  expect(await links()).toEqual([`/changes?change=${other}`]);
});
