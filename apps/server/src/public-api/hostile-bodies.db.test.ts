import { branchTestPath, publicEventPath } from '@redoubt/contracts';
import {
  ENVIRONMENT_CHANGE_EXAMPLE,
  EVENT_EXAMPLES,
  EVENT_KINDS,
  isAssessmentKind,
  POINTS_EXAMPLES,
  REVIEW_EXAMPLES,
  type EventKind,
} from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defineExamples, definingContext, publishStrictBranch } from '../testing/defined-examples.ts';
import { sendHostile, storedAfter, type HostileCase } from '../testing/hostile-calls.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

const db = useDatabase();
const clock = sceneClock();
let tenant: SceneTenant;
let running: PublicApp;
const callers = createCallers();

beforeEach(async () => {
  tenant = await createTenant(db.database);
  running = await createPublicApp(db.database, clock, callers.verify);
});
afterEach(() => running.close());

type EventCase = HostileCase & { readonly isDecided: boolean };

const EVENTS = (Object.keys(EVENT_KINDS) as EventKind[]).map((kind): EventCase => {
  const { minimal, full } = EVENT_EXAMPLES[kind];
  const path = publicEventPath(kind, full);
  return { name: kind, path, minimal, full, id: EVENT_KINDS[kind].id, isDecided: isAssessmentKind(kind) };
});

const POINTS = '/v1.0/assessment/PointsRedemption';
const defined = (name: keyof typeof POINTS_EXAMPLES, path: string, id: string): EventCase => ({
  name: `points ${name}`,
  path: `${POINTS}${path}`,
  ...POINTS_EXAMPLES[name],
  id,
  isDecided: name === 'assessment',
});
const DEFINED: readonly EventCase[] = [
  defined('assessment', '', 'metadata.eventId'),
  defined('status', '/observation/status', 'metadata.observationId'),
  defined('bank', '/observation/bank', 'metadata.observationId'),
  defined('chargeback', '/observation/chargeback', 'metadata.observationId'),
  defined('label', '/label', 'metadata.eventId'),
  { name: 'review', path: '/v1.0/action/assessment/ReviewPosted', ...REVIEW_EXAMPLES, id: null, isDecided: true },
];

const expectSafeAnswers = async ({ isDecided, ...each }: EventCase): Promise<void> => {
  const authorization = callers.headerFor(applicationOf(tenant));
  const accepted = await sendHostile(running, each, { authorization, 'x-redoubt-mode': 'historical' });
  const row = await storedAfter(running, db.asAdmin, tenant.tenantId);
  expect(row).toMatchObject({ cards: 0, found: isDecided ? row.stored : 0 });
  // Bodies may say their id again: the last one counts, and an assessment is stored once.
  expect(row.stored).toBeLessThanOrEqual(accepted);
  if (!isDecided) expect(row.stored).toBe(accepted);
  expect(accepted).toBeGreaterThan(0);
};

const LIMIT_MS = 1_200_000;

it.each(EVENTS)(
  '$name answers every body with 200, 400 or 413, stores exactly what it accepted, and all of it can be projected',
  async (each) => expectSafeAnswers(each),
  LIMIT_MS,
);

it.each(DEFINED)(
  '$name of a defined assessment answers, stores and projects likewise',
  async (each) => {
    await defineExamples({ database: db.database, clock, ...tenant });
    await running.plans.refresh(tenant.tenantId);
    await expectSafeAnswers(each);
  },
  LIMIT_MS,
);

const NO_ID = { id: null } as const;
const BRANCH_TESTS = {
  purchase: { ...EVENT_EXAMPLES.purchase, ...NO_ID },
  accountCreation: { ...EVENT_EXAMPLES.accountCreation, ...NO_ID },
  accountLogin: { ...EVENT_EXAMPLES.accountLogin, ...NO_ID },
  points: { ...POINTS_EXAMPLES.assessment, ...NO_ID },
  review: { ...REVIEW_EXAMPLES, ...NO_ID },
} as const;

it.each(Object.keys(BRANCH_TESTS) as (keyof typeof BRANCH_TESTS)[])(
  'a branch of %s answers every test event likewise, and stores none',
  async (name) => {
    const place = { database: db.database, clock, ...tenant };
    const defined = await defineExamples(place);
    const kind = name === 'points' || name === 'review' ? defined[name] : name;
    await publishStrictBranch(definingContext(place), kind);
    await running.plans.refresh(tenant.tenantId);
    const apiName = name === 'points' ? 'PointsRedemption' : 'ReviewPosted';
    const path = branchTestPath(kind, apiName, 'strict').replaceAll(/\{\w+\}/g, 'x');
    const authorization = callers.headerFor(applicationOf(tenant));
    const accepted = await sendHostile(running, { name, path, ...BRANCH_TESTS[name] }, { authorization });
    expect(await storedAfter(running, db.asAdmin, tenant.tenantId)).toEqual({ stored: 0, found: 0, cards: 0 });
    expect(accepted).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

it(
  'an environment stays what it can be, whatever a change of it says',
  async () => {
    await db.asAdmin('update application set grants = $2 where client_id = $1', [
      tenant.clientId,
      JSON.stringify([{ environmentId: null, roles: ['Provisioning_API'] }]),
    ]);
    const authorization = callers.headerFor({ ...applicationOf(tenant), apiRoles: ['Provisioning_API'] });
    const full = { name: 'Child', friendlyName: 'A child', ...ENVIRONMENT_CHANGE_EXAMPLE };
    await sendHostile(
      running,
      {
        name: 'environment',
        method: 'PATCH',
        path: `/v1.0/provisioning/environments/${tenant.childId}`,
        full,
        minimal: { name: 'Child' },
        id: null,
      },
      { authorization },
    );
    const rows = await db.asAdmin<Record<string, unknown>>(
      'select parent_id, status, kind, customer_api_id from environment where environment_id = $1',
      [tenant.childId],
    );
    const kept = { parent_id: tenant.environmentId, status: 'Active', kind: 'Sandbox', customer_api_id: 'XYZ' };
    expect(rows).toEqual([kept]);
  },
  LIMIT_MS,
);
