import { EVENT_KINDS, type EventKind } from '@redoubt/domain';
import { HOUR_MS, newId } from '@redoubt/kernel';
import {
  createApiCalls,
  createLastCalls,
  createRecentCalls,
  createRefusedCalls,
  insertApplication,
  type RecentCall,
} from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import type { ApiAddresses } from './called-api.ts';
import { getIntegrationStatus } from './integration-status.query.ts';
import { getRecentCalls } from './recent-calls.query.ts';
import { tryApi, type CallAs } from './try-api.command.ts';

const test = useDatabase();
const ADDRESSES = Object.fromEntries(
  (Object.keys(EVENT_KINDS) as EventKind[]).map((kind) => [kind, [`/v1/${kind}`, `/v0/${kind}`]]),
) as unknown as ApiAddresses;
const CLIENT = newId();
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, {
    Root: { customerApiId: 'primary' },
    Europe: { parent: 'Root', customerApiId: 'eu' },
    America: { parent: 'Root' },
  });
  const at = new Date(scene.clock.now());
  await test.database.inTenant(scene.tenantId, (trx) =>
    insertApplication(
      trx,
      scene.tenantId,
      {
        clientId: CLIENT,
        displayName: 'Shop',
        grants: [{ environmentId: scene.idOf('Europe'), roles: ['Risk_API'] }],
        credential: { kind: 'Secret', value: '', hint: '', notBefore: at, notAfter: null },
      },
      { by: 'scene', at },
    ),
  );
});

const call = (environment: string, path: string, change: Partial<RecentCall> = {}): RecentCall => ({
  tenantId: scene.tenantId,
  environmentId: scene.idOf(environment),
  path,
  clientId: CLIENT,
  correlationId: newId(),
  status: 200,
  code: null,
  message: null,
  latencyMs: 3,
  atMs: scene.clock.now(),
  ...change,
});

const receive = async (calls: readonly RecentCall[]): Promise<void> => {
  const [counts, recent, last] = [
    createApiCalls(test.database),
    createRecentCalls(test.database),
    createLastCalls(test.database),
  ];
  for (const each of calls) {
    counts.count(each);
    recent.note(each);
    last.note(each);
  }
  for (const each of [counts, recent, last]) await each.close();
};

const stateOf = async (environment: string) => {
  const { apis, applications } = await getIntegrationStatus(scene.contextIn(environment), ADDRESSES);
  const seen = apis.filter(({ state }) => state !== 'notBegun').map(({ api, state }) => `${api} ${state}`);
  return { seen, applications };
};

describe('an integration', () => {
  it('is as far as what was really called, here and below', async () => {
    expect(await stateOf('Europe')).toEqual({ seen: [], applications: { usable: 1, ending: 0, called: 0 } });
    await receive([
      call('Europe', '/v1/purchase', { status: 400, code: 'REQ-INVALID', message: 'wrong' }),
      call('Europe', '/v0/label'),
      call('Europe', '/v1/label', { atMs: scene.clock.now() + HOUR_MS }),
    ]);
    expect(await stateOf('Europe')).toEqual({
      seen: ['purchase begun', 'label done'],
      applications: { usable: 1, ending: 0, called: 1 },
    });
    expect((await stateOf('Root')).seen).toEqual(['purchase begun', 'label done']);
    expect(await stateOf('America')).toEqual({ seen: [], applications: { usable: 0, ending: 0, called: 0 } });
    const { apis } = await getIntegrationStatus(scene.contextIn('Root'), ADDRESSES);
    expect(apis.find(({ api }) => api === 'label')).toMatchObject({ calls: 2, errors: 0 });
    expect(apis.find(({ api }) => api === 'purchase')).toMatchObject({ calls: 1, errors: 1, lastAcceptedAt: null });
  });

  it('names its addresses, and what goes wrong', async () => {
    const refused = createRefusedCalls(test.database);
    const shape = { environmentReference: null, excerpt: null, receivedAtMs: scene.clock.now() - HOUR_MS };
    const wrong = call('Europe', '/v1/purchase', { status: 403, code: 'AUTH-FORBIDDEN', message: 'no role' });
    refused.keep({ ...wrong, ...shape, code: 'AUTH-FORBIDDEN', message: 'no role' });
    await refused.close();
    const { environment, problems } = await getIntegrationStatus(scene.contextIn('Europe'), ADDRESSES);
    expect(environment.apiPath).toBe('/primary/eu');
    expect(problems).toMatchObject([{ code: 'AUTH-FORBIDDEN', count: 1, lastMessage: 'no role' }]);
    const other = await getIntegrationStatus(scene.contextIn('America'), ADDRESSES);
    expect([other.environment.apiPath, other.problems]).toEqual([null, []]);
  });
});

describe('the newest calls of an API', () => {
  it('are twenty, accepted or not, newest first, from every node', async () => {
    const atMs = (minutes: number) => scene.clock.now() + minutes * 60_000;
    await receive(Array.from({ length: 15 }, (_, index) => call('Europe', '/v1/purchase', { atMs: atMs(index) })));
    const refusal = { status: 400, code: 'REQ-INVALID', message: '$.totalAmount: is no number \0' };
    await receive([
      ...Array.from({ length: 12 }, (_, index) => call('Europe', '/v0/purchase', { atMs: atMs(100 + index) })),
      call('Europe', '/v1/purchase', { ...refusal, atMs: atMs(500) }),
      call('America', '/v1/purchase', { atMs: atMs(600) }),
    ]);
    const { calls } = await getRecentCalls(scene.contextIn('Europe'), ADDRESSES, 'purchase');
    expect(calls).toHaveLength(20);
    expect(calls[0]).toMatchObject({ status: 400, code: 'REQ-INVALID', application: 'Shop' });
    expect(calls[0]?.message).toBe('$.totalAmount: is no number \uFFFD');
    expect(calls.map(({ at }) => at)).toEqual(
      calls
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });
});

describe('an assessment of one’s own', () => {
  it('stands among the APIs of its tree with what is told later, by its own addresses', async () => {
    const { kind } = await createAssessment(scene.contextIn('Root'), {
      template: 'LoyaltyProgram',
      apiName: 'Points',
      friendlyName: 'Points',
      sections: ['user'],
      fields: [],
      observations: [{ template: 'Custom', friendlyName: 'Stay', apiName: 'stay', fields: [] }],
      label: null,
      features: { caseManagement: false, search: true, reporting: false },
      dataSubjectIds: ['metadata.eventId'],
      runMode: 'allUntilDecision',
    });
    await receive([
      call('Europe', '/v1.0/assessment/Points'),
      call('Europe', '/v1.0/assessment/Points/observation/stay', { status: 400, code: 'REQ-INVALID', message: 'no' }),
    ]);
    const { apis } = await getIntegrationStatus(scene.contextIn('Europe'), ADDRESSES);
    expect(apis.filter(({ api }) => !(api in ADDRESSES))).toMatchObject([
      { api: kind, path: '/v1.0/assessment/Points', state: 'done', calls: 1 },
      { api: 'observation-1-1', path: '/v1.0/assessment/Points/observation/stay', state: 'begun', errors: 1 },
    ]);
    const { calls } = await getRecentCalls(scene.contextIn('Root'), ADDRESSES, 'observation-1-1');
    expect(calls).toMatchObject([{ status: 400, message: 'no' }]);
    const missing = getRecentCalls(scene.contextIn('Root'), ADDRESSES, 'label-1');
    await expect(missing).rejects.toMatchObject({ code: 'ASSESSMENT-UNKNOWN' });
  });
});

describe('a call that is tried', () => {
  const sent: CallAs[] = [];
  const send = async (asked: CallAs) => {
    sent.push(asked);
    return { status: 200, body: '{}', correlationId: asked.correlationId, retryAfter: null, elapsedMs: 1 };
  };
  const input = { applicationId: CLIENT, body: { purchaseId: 'p' }, confirmProduction: false };

  it('goes out as the application, and who sent it is on record', async () => {
    expect(await tryApi(scene.contextIn('Europe'), send, ADDRESSES, 'purchase', input)).toMatchObject({ status: 200 });
    expect(sent).toMatchObject([
      { application: { clientId: CLIENT, apiRoles: ['Risk_API'] }, to: { kind: 'purchase' } },
    ]);
    expect(await scene.activities()).toEqual(['Send Application Shop']);
  });

  it('is not sent where the application may not call, in production unasked, or without an API', async () => {
    await expect(tryApi(scene.contextIn('America'), send, ADDRESSES, 'purchase', input)).rejects.toMatchObject({
      code: 'APP-UNKNOWN',
    });
    await expect(tryApi(scene.contextIn('Europe'), undefined, ADDRESSES, 'purchase', input)).rejects.toMatchObject({
      code: 'TRY-ELSEWHERE',
    });
    await test.asAdmin(`update environment set kind = 'Production' where environment_id = $1`, [scene.idOf('Europe')]);
    await expect(tryApi(scene.contextIn('Europe'), send, ADDRESSES, 'purchase', input)).rejects.toMatchObject({
      code: 'TRY-PRODUCTION',
    });
    const confirmed = { ...input, confirmProduction: true };
    expect(await tryApi(scene.contextIn('Europe'), send, ADDRESSES, 'purchase', confirmed)).toMatchObject({
      status: 200,
    });
  });
});
