import {
  createPersonalToken,
  ENDPOINTS,
  getActivityState,
  getCurrentToken,
  getLists,
  getSessions,
  type Endpoint,
} from '@redoubt/contracts';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { createConsoleApp } from '../testing/console-app.ts';
import { createTenant, sceneClock } from '../testing/scene.ts';

const db = useDatabase();

it('a personal access token calls what its scope allows, and nothing that is open to every signed-in person', async () => {
  const tenant = await createTenant(db.database);
  const { app, personWith } = await createConsoleApp(db.database, sceneClock());
  const mara = personWith(tenant, 'ProductAdmin');
  const { secret } = await mara.call(createPersonalToken, {
    body: { name: 'ci', days: 30, scope: { capabilities: { lists: 'read' }, environmentIds: [tenant.childId] } },
  });
  const send = async ({ method, path }: Endpoint, environmentId = tenant.childId) => {
    const url = path.replace(':environmentId', environmentId);
    const response = await app.inject({ method, url, headers: { authorization: `Bearer ${secret}` } });
    return [response.statusCode, response.json<{ code?: string }>().code];
  };
  expect(await send(getLists)).toEqual([200, undefined]);
  expect(await send(getLists, tenant.environmentId)).toEqual([404, 'ENV-UNKNOWN']);
  expect(await send(getActivityState)).toEqual([403, 'AUTH-FORBIDDEN']);
  expect(await send(getSessions)).toEqual([403, 'AUTH-TOKEN-NOT-ALLOWED']);
  expect(await send(getCurrentToken)).toEqual([200, undefined]);
  const open = ENDPOINTS.filter(({ permission, personalTokens }) => permission === 'signedIn' && personalTokens);
  expect(open.map(({ id }) => id)).toEqual([getCurrentToken.id]);
  await app.close();
});
