import { PROVISIONING, type ProvisioningCall } from '@redoubt/contracts';
import { ENVIRONMENT_CHANGE_EXAMPLE, NEW_ENVIRONMENT_EXAMPLES } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import {
  addChild,
  applicationOf,
  createCallers,
  createTenant,
  sceneClock,
  type SceneTenant,
} from '../testing/scene.ts';

const NOWHERE = 'd1c0ffee-0000-4000-8000-000000000000';
/** Calls that name an environment in their address. */
const ADDRESSED = (Object.keys(PROVISIONING) as ProvisioningCall[]).filter((call) =>
  PROVISIONING[call].path.includes(':environmentId'),
);
const BODIES: Partial<Record<ProvisioningCall, object>> = {
  create: NEW_ENVIRONMENT_EXAMPLES.minimal,
  change: ENVIRONMENT_CHANGE_EXAMPLE,
};

const db = useDatabase();
const callers = createCallers();
let running: PublicApp;
let tenant: SceneTenant;
let foreign: Readonly<Record<'root' | 'sibling' | 'itself' | 'stranger', string>>;
let own: string;

beforeAll(async () => {
  running = await createPublicApp(db.database, sceneClock(), callers.verify);
  tenant = await createTenant(db.database);
  const stranger = await createTenant(db.database);
  own = await addChild(db.database, { ...tenant, environmentId: tenant.childId }, 'Below');
  foreign = {
    root: tenant.environmentId,
    sibling: await addChild(db.database, tenant, 'Sibling'),
    itself: tenant.childId,
    stranger: stranger.childId,
  };
  // The application manages what is below the child, and nothing else.
  const grants = [{ environmentId: tenant.childId, roles: ['Provisioning_API'] }];
  await db.asAdmin('update application set grants = $2 where client_id = $1', [
    tenant.clientId,
    JSON.stringify(grants),
  ]);
});
afterAll(() => running.close());

/** Status and body of an answer, without the id that was sent. */
const answerTo = async (call: ProvisioningCall, environmentId: string, inEnvironment: string): Promise<string> => {
  const { method, path } = PROVISIONING[call];
  const body = BODIES[call];
  const response = await running.app.inject({
    method,
    url: path.replace(':environmentId', environmentId),
    headers: {
      authorization: callers.headerFor({ ...applicationOf(tenant), apiRoles: ['Provisioning_API'] }),
      'x-ms-dfpenvid': inEnvironment,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return [environmentId, inEnvironment].reduce(
    (text, id) => text.replaceAll(id, '<id>'),
    `${response.statusCode} ${response.body}`,
  );
};

const environments = () => db.asAdmin('select * from environment order by environment_id');

describe('the provisioning API', () => {
  it('answers for an environment that is not below the one of the call as if it did not exist', async () => {
    const before = await environments();
    for (const call of ADDRESSED) {
      const unknown = await answerTo(call, NOWHERE, tenant.childId);
      expect([call, unknown]).toEqual([call, expect.stringMatching(/^404 /)]);
      for (const [whose, id] of Object.entries(foreign)) {
        expect([call, whose, await answerTo(call, id, tenant.childId)]).toEqual([call, whose, unknown]);
      }
    }
    expect(await environments()).toEqual(before);
  });

  it('works in no environment that the application was not given', async () => {
    const before = await environments();
    for (const call of Object.keys(PROVISIONING) as ProvisioningCall[]) {
      const unknown = await answerTo(call, own, NOWHERE);
      expect([call, await answerTo(call, own, foreign.stranger)]).toEqual([call, unknown]);
      for (const inEnvironment of [foreign.root, foreign.sibling]) {
        expect([call, await answerTo(call, own, inEnvironment)]).toEqual([call, expect.stringMatching(/^403 /)]);
      }
    }
    expect(await environments()).toEqual(before);
  });

  it('works on one that is below', async () => {
    for (const call of ADDRESSED) {
      expect([call, await answerTo(call, own, tenant.childId)]).toEqual([call, expect.stringMatching(/^200 /)]);
    }
  });
});
