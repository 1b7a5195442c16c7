import { EVENT_EXAMPLES, POINTS_EXAMPLES } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { createAssessment, searchEvents, type EnvironmentContext } from '@redoubt/services';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definingContext, POINTS_DEFINITION, publishStrictBranch } from '../testing/defined-examples.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

const db = useDatabase();
const callers = createCallers();
const clock = sceneClock();
let tenant: SceneTenant;
let running: PublicApp;
let context: EnvironmentContext;

beforeAll(async () => {
  running = await createPublicApp(db.database, clock, callers.verify);
  tenant = await createTenant(db.database);
  context = definingContext({ database: db.database, clock, ...tenant });
  const { kind } = await createAssessment(context, POINTS_DEFINITION);
  for (const assessment of ['purchase', 'accountCreation', 'accountLogin', kind] as const) {
    await publishStrictBranch(context, assessment);
  }
  await running.plans.refresh(tenant.tenantId);
});
afterAll(() => running.close());

const post = async (path: string, body: JsonObject) => {
  const authorization = callers.headerFor(applicationOf(tenant));
  const response = await running.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization, 'content-type': 'application/json', 'x-ms-dfpenvid': tenant.environmentId },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, text: response.body };
};

const ADDRESSES = [
  ['/v1.0/MerchantServices/events/Purchase/branch/Strict', EVENT_EXAMPLES.purchase.full],
  ['/v1.0/action/account/create/x/branch/strict', EVENT_EXAMPLES.accountCreation.full],
  ['/v1.0/action/account/login/x/branch/strict', EVENT_EXAMPLES.accountLogin.full],
  ['/v1.0/assessment/pointsredemption/branch/strict', POINTS_EXAMPLES.assessment.full],
] as const;

describe('test events of branches', () => {
  it.each(ADDRESSES)('are decided by the branch at %s, again and again', async (path, body) => {
    for (const _ of [1, 2]) {
      const { status, text } = await post(path, body);
      expect([status, text.includes('Reject')]).toEqual([200, true]);
    }
  });

  it('are found by no search, and leave production its own answer for the same id', async () => {
    const [first] = ADDRESSES;
    const production = await post('/v1.0/MerchantServices/events/Purchase', first[1]);
    expect(production.text).toContain('"MerchantRuleDecision":"Approve"');
    await running.settled();
    const day = 86_400_000;
    const found = await searchEvents(context, {
      eventType: 'accountLogin',
      from: new Date(clock.now() - day).toISOString(),
      to: new Date(clock.now() + day).toISOString(),
      includeChildren: true,
      filters: [],
      cursor: null,
      limit: 10,
    });
    expect(found.rows).toEqual([]);
  });

  it('are refused as events are: with a wrong body, and for a branch or assessment that is not there', async () => {
    const [[purchase, body], , , [points]] = ADDRESSES;
    expect(await post(purchase, {})).toMatchObject({ status: 400 });
    const unknown = await post(purchase.replace('Strict', 'lax'), body);
    expect([unknown.status, unknown.text.includes('There is no branch lax.')]).toEqual([404, true]);
    expect((await post(points.replace('pointsredemption', 'nothing'), {})).status).toBe(404);
  });
});
