import { POINTS_EXAMPLES, REVIEW_EXAMPLES } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import {
  createAssessment,
  getAssessment,
  getEvent,
  replayEvent,
  searchEvents,
  updateAssessment,
  type EnvironmentContext,
} from '@redoubt/services';
import { useDatabase } from '@redoubt/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definingContext, POINTS_DEFINITION, publishClause, REVIEW_DEFINITION } from '../testing/defined-examples.ts';
import { evaluator } from '../features/evaluator.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

const db = useDatabase();
const callers = createCallers();
const clock = sceneClock();
let tenant: SceneTenant;
let running: PublicApp;
let authorization: string;
let context: EnvironmentContext;

beforeAll(async () => {
  running = await createPublicApp(db.database, clock, callers.verify);
  tenant = await createTenant(db.database);
  authorization = callers.headerFor(applicationOf(tenant));
  context = definingContext({ database: db.database, clock, ...tenant });
  await createAssessment(context, POINTS_DEFINITION);
  await running.plans.refresh(tenant.tenantId);
});
afterAll(() => running.close());

const post = async (path: string, body: JsonObject, environment = tenant.environmentId) => {
  const response = await running.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization, 'content-type': 'application/json', 'x-ms-dfpenvid': environment },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) as unknown };
};

const POINTS = '/v1.0/assessment/PointsRedemption';
const ACCEPTED = { resultDetails: { Succeeded: true, Error: null } };
const FOLLOW_UPS = (['status', 'bank', 'chargeback'] as const).flatMap((name) =>
  (['minimal', 'full'] as const).map((size) => ({
    path: `${POINTS}/observation/${name}`,
    body: POINTS_EXAMPLES[name][size] as JsonObject,
  })),
);
const LABELS = (['minimal', 'full'] as const).map((size) => ({
  path: `${POINTS}/label`,
  body: POINTS_EXAMPLES.label[size] as JsonObject,
}));
const address = (eventId: string, eventType = 'PointsRedemption', environmentId = tenant.environmentId) => ({
  environmentId: tenant.environmentId,
  eventType,
  eventEnvironmentId: environmentId,
  eventId,
});

describe('an assessment that a customer defined', () => {
  it('takes its examples and answers as documented, also below its root', async () => {
    const { minimal, full } = POINTS_EXAMPLES.assessment;
    expect(await post(POINTS, minimal)).toMatchObject({ status: 200 });
    expect(await post(POINTS.toLowerCase(), full, tenant.childId)).toEqual({
      status: 200,
      body: {
        metadata: {
          eventId: 'ev-9002',
          sessionId: '7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77',
          gdprId: 'ev-9002',
          isTest: false,
          timestamp: '2026-03-14T10:22:31.120Z',
          processedDateTime: '2026-03-14T10:22:31.000Z',
          hierarchyPath: '/Root/Child',
          eventType: 'PointsRedemption',
          correlationId: expect.any(String) as unknown,
        },
        decisionDetails: {
          merchantRuleDecision: 'Approve',
          challengeType: '',
          rule: '',
          clauseName: '',
          reasons: ['NO_CLAUSE_HIT'],
          supportMessages: [],
        },
        ruleEvaluations: [{ rule: 'Sample template rule', clauseNames: ['Show'], environmentId: tenant.environmentId }],
        enrichments: { deviceAttributes: {} },
        customProperties: { Show: { points: 6000, tier: '', user: 'cust-48999' } },
        diagnostics: {},
      },
    });
  });

  it('takes every observation and label, known or not what they are about', async () => {
    for (const { path, body } of [...FOLLOW_UPS, ...LABELS]) {
      expect(await post(path, body)).toEqual({ status: 200, body: ACCEPTED });
    }
  });

  it('is decided by its own rules, shown with what came later, and decided again the same', async () => {
    await publishClause(context, 'assessment-1', 'Many', 'RETURN Reject("MANY_POINTS")\nWHEN @"loyalty.points" > 5000');
    await running.plans.refresh(tenant.tenantId);
    const answer = await post(POINTS, POINTS_EXAMPLES.assessment.full);
    expect(answer.body).toMatchObject({
      decisionDetails: { merchantRuleDecision: 'Reject', rule: 'Many', clauseName: 'Many', reasons: ['MANY_POINTS'] },
    });
    expect(await post(POINTS, { metadata: POINTS_EXAMPLES.assessment.full.metadata })).toEqual(answer);
    for (const { path, body } of [...FOLLOW_UPS, ...LABELS]) await post(path, body);
    await running.settled();

    const found = await searchEvents(context, {
      eventType: 'assessment-1',
      from: '2026-03-14T00:00:00Z',
      to: '2026-03-15T00:00:00Z',
      includeChildren: false,
      filters: [{ field: 'email', operator: 'is', values: ['nora.quill@mailbox.example'] }],
      limit: 10,
      cursor: null,
    });
    expect(found.rows).toMatchObject([
      { eventId: 'ev-9002', decision: 'Reject', amount: 120, currency: 'EUR', userId: 'cust-48999', country: 'DE' },
    ]);
    const event = await getEvent(context, address('ev-9002'));
    expect(event).toMatchObject({
      assessment: 'assessment-1',
      assessmentName: 'Points redemption',
      fraudLabel: 'NonFraud',
      rule: { name: 'Many' },
    });
    expect(event.related.map(({ name, id }) => `${name} ${id}`).toSorted()).toEqual([
      'Bank obs-3',
      'Bank obs-4',
      'Chargeback obs-5',
      'Chargeback obs-6',
      'Label ev-9002',
      'Status obs-1',
      'Status obs-2',
    ]);
    expect((await replayEvent(context, evaluator, address('ev-9002'))).difference).toBeNull();
    const { kind, version, ...rest } = await definePointsAgain();
    await updateAssessment(context, kind, {
      version,
      ...rest,
      fields: [
        ...rest.fields,
        { path: 'late', friendlyName: '', type: 'string', sample: null, required: true, searchable: false },
      ],
    });
    expect((await replayEvent(context, evaluator, address('ev-9002'))).difference).toBeNull();
  });

  it('ends in the same state whatever the order in which things are told', async () => {
    const told = [{ path: POINTS, body: POINTS_EXAMPLES.assessment.full as JsonObject }, ...FOLLOW_UPS, LABELS[1]!];
    const states = new Set<string>();
    const orders = fc.sample(fc.shuffledSubarray(told, { minLength: told.length }), { numRuns: 3, seed: 7 });
    for (const order of orders) {
      const eventId = `order-${states.size}-${newId()}`;
      for (const { path, body } of order) {
        const metadata = { ...(body.metadata as JsonObject), eventId };
        expect((await post(path, { ...body, metadata })).status).toBe(200);
      }
      await running.settled();
      const event = await getEvent(context, address(eventId));
      const related = event.related.map(({ kind, id, body }) => JSON.stringify([kind, id === eventId ? '' : id, body]));
      states.add(JSON.stringify([event.fraudLabel, related.toSorted()]));
    }
    expect(states.size).toBe(1);
  });

  it.each([
    ['without its id', { metadata: { merchantTimeStamp: '2026-03-14T10:22:31Z' } }, 'eventId'],
    ['without metadata', { user: { id: 'a' } }, 'metadata'],
    ['with a list where text belongs', { ...POINTS_EXAMPLES.assessment.minimal, user: { id: [7] } }, '$.user.id'],
    ['with text in a custom number', { ...POINTS_EXAMPLES.assessment.minimal, agent: { shift: 'x' } }, '$.agent.shift'],
    [
      'with an object for a custom list',
      { ...POINTS_EXAMPLES.assessment.minimal, accommodations: {} },
      '$.accommodations',
    ],
  ])('refuses a body %s', async (_what, body, place) => {
    const refused = await post(POINTS, body);
    expect(refused).toMatchObject({ status: 400, body: { ErrorType: 'ClientError', Retryable: false } });
    expect((refused.body as { Message: string }).Message).toContain(place);
  });

  it('takes one object for a list, and values of enumerations that are unknown', async () => {
    const metadata = { ...POINTS_EXAMPLES.status.full.metadata, observationId: 'obs-odd' };
    const odd = { metadata, statusDetails: { statusType: 'SentHome' } };
    expect(await post(`${POINTS}/observation/status`, odd)).toEqual({ status: 200, body: ACCEPTED });
    const listed = { ...odd, statusDetails: [odd.statusDetails] };
    const refused = await post(`${POINTS}/observation/status`, listed);
    expect(refused).toMatchObject({ status: 400, body: { Message: expect.stringContaining('$.statusDetails') } });
  });

  it('takes names in any letter case and ordinals of enumerations', async () => {
    const odd = { METADATA: { EventId: 'odd', merchanttimestamp: '2026-03-14T10:22:31Z', assessmentType: 1 } };
    expect((await post(POINTS, odd)).status).toBe(200);
    await running.settled();
    expect((await getEvent(context, address('odd'))).request).toMatchObject({
      metadata: { eventId: 'odd', assessmentType: 'Protect' },
    });
  });

  it.each(['/v1.0/assessment/Nothing', `${POINTS}/observation/nothing`, '/v1.0/action/assessment/PointsRedemption'])(
    'answers 404 at %s',
    async (path) => {
      expect(await post(path, POINTS_EXAMPLES.status.minimal)).toMatchObject({
        status: 404,
        body: { ErrorType: 'ClientError' },
      });
    },
  );
});

const definePointsAgain = async () => {
  const detail = await getAssessment(context, 'assessment-1');
  const { kind, version, friendlyName, sections, fields, features, dataSubjectIds, sharing, sampleResponse, reports } =
    detail;
  return { kind, version, friendlyName, sections, fields, features, dataSubjectIds, sharing, sampleResponse, reports };
};

describe('a custom assessment of the account generation', () => {
  const REVIEW = '/v1.0/action/assessment/ReviewPosted';

  it('is taken once a rule decides about it, and answers as an account event', async () => {
    const review = await createAssessment(context, REVIEW_DEFINITION);
    await running.plans.refresh(tenant.tenantId);
    expect(await post(REVIEW, REVIEW_EXAMPLES.minimal)).toMatchObject({
      status: 400,
      body: { ErrorType: 'ClientError', Retryable: false },
    });
    await publishClause(context, review.kind, 'Links', 'RETURN Review("LINKS")\nWHEN @"review.links" > 2');
    await running.plans.refresh(tenant.tenantId);
    expect((await post(REVIEW, REVIEW_EXAMPLES.minimal)).status).toBe(200);
    const answer = await post(REVIEW, REVIEW_EXAMPLES.full);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: 'ReviewPosted',
        version: '0.5',
        code: '0',
        resultDetails: [{ decision: 'Review', reasons: ['LINKS'], rule: 'Links', clauseName: 'Links' }],
      },
    });
    expect((await post(REVIEW, { name: 'Other' })).status).toBe(400);
    await running.settled();
    const { transactionReferenceId } = answer.body as { readonly transactionReferenceId: string };
    const place = address(transactionReferenceId, 'ReviewPosted');
    expect(await getEvent(context, place)).toMatchObject({ decision: 'Review', assessment: review.kind });
    expect((await replayEvent(context, evaluator, place)).difference).toBeNull();
  });
});
