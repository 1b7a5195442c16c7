import { newId } from '@redoubt/kernel';
import { endChangeRequest, findChangeRequest, insertChangeRequest, sweepChangeRequests } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { createScene } from '../testing/scene.ts';

const test = useDatabase();
const PERSON = 'person-77001';

it('takes back an open request that names an erased person, and forgets what a decided one says', async () => {
  const scene = await createScene(test.database, { Root: {} });
  const at = new Date(scene.clock.now());
  const [naming, other, decided] = [newId(), newId(), newId()];
  const values = { [naming]: PERSON, [other]: 'somebody-else', [decided]: PERSON };
  const found = await test.database.inTenant(scene.tenantId, async (trx) => {
    for (const [id, value] of Object.entries(values)) {
      await insertChangeRequest(trx, scene.tenantId, {
        id,
        environmentId: scene.idOf('Root'),
        endpoint: 'supportLists.change',
        permission: 'supportListStatus:write',
        target: { type: 'SupportList', id: 'user', name: 'User Support List' },
        payload: { body: { values: [value], status: 'Block' } },
        secrets: null,
        differences: [{ modified: { values: [value] } }],
        note: '',
        askedById: 'mara',
        askedBy: 'Mara Lindqvist',
        askedAt: at,
      });
    }
    await endChangeRequest(trx, decided, 'approved', { by: 'Ida', at });
    expect(await sweepChangeRequests(trx, PERSON, { by: 'subject request', at })).toBe(2);
    const read = [naming, other, decided].map((id) => findChangeRequest(trx, scene.idOf('Root'), id));
    return Promise.all(read);
  });
  expect(found).toMatchObject([
    { state: 'withdrawn', payload: null, decidedBy: 'subject request', differences: [] },
    { state: 'open', payload: { body: { values: ['somebody-else'] } }, differences: [{}] },
    { state: 'approved', decidedBy: 'Ida', differences: [] },
  ]);
  expect(JSON.stringify(found)).not.toContain(PERSON);
});
