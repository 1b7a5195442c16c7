import { GENERAL_QUEUE_ID, PURCHASE_SAMPLE, type DefinedAssessmentKind } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, newId, type Id, type JsonObject } from '@redoubt/kernel';
import { moveOpenCases, PROJECTORS, resetProjection } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteAssessment, updateAssessment } from '../assessments/change-assessment.commands.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { moveCases } from '../cases/many-cases.commands.ts';
import { workOff } from '../testing/jobs.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { routingIn } from '../testing/routing-scene.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getCaseReport } from '../case-report/get-case-report.query.ts';
import { createCaseUpkeep } from './upkeep.job.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;
const { addQueue, route } = routingIn(test, () => scene);

const POINTS: Parameters<typeof createAssessment>[1] = {
  template: 'LoyaltyProgram',
  apiName: 'Points',
  friendlyName: 'Points',
  sections: ['user'],
  fields: [{ path: 'points', friendlyName: 'Points', type: 'integer', sample: 4, required: true, searchable: false }],
  observations: [],
  label: null,
  features: { caseManagement: true, search: true, reporting: false },
  dataSubjectIds: [],
  runMode: 'allUntilDecision',
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const rows = <Row extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>>(columns: string) =>
  test.asAdmin<Row>(`select ${columns} from review_case where tenant_id = '${scene.tenantId}' order by event_id`);
const outcomes = () => rows('event_id as id, outcome');
const look = () =>
  workOff(
    { database: test.database, clock: scene.clock },
    createCaseUpkeep({ database: test.database, clock: scene.clock }),
  );

const definePoints = async () => {
  const detail = await createAssessment(scene.contextIn('Root'), POINTS);
  await publishNewRule(scene.contextIn('Root'), 'Many', ['RETURN Review("MANY") WHEN @"points" > 100'], detail.kind);
  return detail;
};
const redeem = (kind: DefinedAssessmentKind, eventId: string, points: number) =>
  merchant.send('Root', kind, {
    metadata: { eventId, merchantTimeStamp: '2026-03-14T10:00:00Z', trackingId: newId() },
    user: { id: 'person' },
    points,
  });

describe('cases of an assessment of the wizard', () => {
  it('are made of its reviews, and routed by its own rules', async () => {
    const { kind } = await definePoints();
    const queue = await addQueue('Root', 'Very many', { assessment: kind, orderBy: 'points' });
    await route('Root', 'ROUTETO Queue("Very many") WHEN @"points" > 1000', kind);
    await redeem(kind, 'a-few', 4);
    await redeem(kind, 'b-many', 400);
    await redeem(kind, 'c-very-many', 4000);
    expect(await rows('event_id as id, routed_rule as rule, queue_id as queue, order_number as points')).toMatchObject([
      { id: 'b-many', rule: null, points: null },
      { id: 'c-very-many', rule: 'By amount', queue, points: 4000 },
    ]);
  });

  it('are cancelled with a reason once it is deleted, in a rebuild and where they come late as well', async () => {
    const { kind, version } = await definePoints();
    await redeem(kind, 'a', 400);
    await look();
    expect(await outcomes()).toEqual([{ id: 'a', outcome: null }]);
    await deleteAssessment(scene.contextIn('Root'), kind, { version, apiName: 'Points' });
    await merchant.sendWithOldPlan('Root', kind, {
      metadata: { eventId: 'late', merchantTimeStamp: '2026-03-14T10:00:00Z', trackingId: newId() },
      points: 400,
    });
    await merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'after' });
    await look();
    await look();
    const entries = () =>
      test.asAdmin(
        `select event_id as id, number::integer, actor, action, body ->> 'cause' as cause from case_entry
          where tenant_id = '${scene.tenantId}' order by event_id, number`,
      );
    const entry = { number: 1, actor: 'Redoubt', action: 'cancel', cause: 'assessmentWithoutCases' };
    expect(await entries()).toEqual([
      { id: 'a', ...entry },
      { id: 'late', ...entry },
    ]);
    const cancelled = [
      { id: 'a', outcome: 'Cancelled' },
      { id: 'late', outcome: 'Cancelled' },
    ];
    expect(await outcomes()).toEqual(cancelled);
    const report = (query: object = {}) => getCaseReport(scene.contextIn('Root'), { period: '7d', ...query });
    const { totals, queues, bars } = await report();
    expect(totals).toMatchObject({ received: 2, cancelled: 0, withdrawn: 2, decided: 0, timedOut: 0 });
    expect(queues).toMatchObject([{ name: 'General', received: 2, withdrawn: 2, waiting: 0 }]);
    expect(bars.at(-1)).toMatchObject({ withdrawn: 2 });
    expect((await report({ assessment: 'purchase' })).totals.withdrawn).toBe(0);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'after rebuild' });
    expect(await outcomes()).toEqual(cancelled);
  });

  it('are cancelled where its case management is switched off, and then none are made', async () => {
    const { kind, version, friendlyName, sections, fields, features, dataSubjectIds, reports } = await definePoints();
    await redeem(kind, 'a', 400);
    await updateAssessment(scene.contextIn('Root'), kind, {
      version,
      friendlyName,
      sections,
      fields,
      dataSubjectIds,
      reports,
      features: { ...features, caseManagement: false },
      sharing: 'Private',
      sampleResponse: null,
    });
    await redeem(kind, 'b', 400);
    await look();
    expect(await outcomes()).toEqual([{ id: 'a', outcome: 'Cancelled' }]);
  });
});

describe('what a case is ordered by', () => {
  const buy = (purchaseId: string, user: JsonObject) =>
    merchant.send('Root', 'purchase', {
      ...PURCHASE_SAMPLE,
      purchaseId,
      totalAmount: 500,
      user: { ...(PURCHASE_SAMPLE.user as JsonObject), ...user },
    });
  const ordered = () =>
    rows('event_id as id, order_path as path, coalesce(order_text, order_number::text) as value, queue_id as queue');

  it('is read from its event where it was moved, and where its queue is ordered anew', async () => {
    await publishNewRule(scene.contextIn('Root'), 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
    const countries = await addQueue('Root', 'Countries');
    await route('Root', 'ROUTETO Queue("Countries") WHEN @"user.userId" != "none"');
    await buy('p-1', { country: 'DK', language: 'da' });
    await buy('p-2', { country: 'FR', language: 'fr' });
    expect(await ordered()).toMatchObject([
      { path: 'user.country', value: 'DK' },
      { path: 'user.country', value: 'FR' },
    ]);
    const languages = await addQueue('Root', 'Languages', { orderBy: 'user.language' });
    const [first] = await rows<{ readonly id: Id }>('case_id as id');
    scene.clock.advance(DAY_MS / 4);
    await moveCases(scene.contextIn('Root'), null, { caseIds: [first?.id ?? ''], queueId: languages });
    expect(await ordered()).toMatchObject([
      { path: 'user.language', value: 'da', queue: languages },
      { path: 'user.country', value: 'FR', queue: countries },
    ]);
    await test.asAdmin(`update case_queue set order_by = 'user.phoneNumber' where queue_id = '${countries}'`);
    await buy('p-3', { country: 'SE' });
    await look();
    await look();
    expect(await ordered()).toMatchObject([
      { path: 'user.language' },
      { path: 'user.phoneNumber' },
      { path: 'user.phoneNumber' },
    ]);
  });
});

describe('what a case is ordered by after its queue went', () => {
  it('is read again where the queue that it is in then has the same order', async () => {
    await publishNewRule(scene.contextIn('Root'), 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
    const from = await addQueue('Root', 'Countries');
    const to = await addQueue('Root', 'Other countries');
    await route('Root', 'ROUTETO Queue("Countries") WHEN @"user.userId" != "none"');
    const user = { ...(PURCHASE_SAMPLE.user as JsonObject), country: 'DK' };
    await merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'p-1', totalAmount: 500, user });
    const at = new Date(scene.clock.now());
    const environmentId = scene.idOf('Root');
    const mover = { id: 'mara', name: 'Mara', at };
    await test.database.inTenant(scene.tenantId, (trx) =>
      moveOpenCases(
        trx,
        { environmentId, queueId: from },
        { queueId: to, name: 'Other countries', timeoutMs: DAY_MS },
        mover,
      ),
    );
    await look();
    expect(await rows('queue_id as queue, order_text as value')).toEqual([{ queue: to, value: 'DK' }]);
  });
});

describe('a case whose queue was deleted', () => {
  it('goes to General where a node sent it there with its older plan, also in a rebuild', async () => {
    await publishNewRule(scene.contextIn('Root'), 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
    const queueId = await addQueue('Root', 'Countries');
    await route('Root', 'ROUTETO Queue("Countries") WHEN @"user.userId" != "none"');
    await merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'before', totalAmount: 1 });
    await test.asAdmin(`delete from case_queue where queue_id = '${queueId}'`);
    await merchant.sendWithOldPlan('Root', 'purchase', {
      ...PURCHASE_SAMPLE,
      purchaseId: 'late',
      totalAmount: 500,
    });
    await merchant.projected();
    expect(await rows('queue_id as queue')).toEqual([{ queue: queueId }]);
    await look();
    const moved = [{ queue: GENERAL_QUEUE_ID, outcome: null, due: scene.clock.now() + 5 * MINUTE_MS + DAY_MS }];
    const cases = () => rows('queue_id as queue, outcome, (extract(epoch from due_at) * 1000)::float8 as due');
    expect(await cases()).toEqual(moved);
    expect(
      await test.asAdmin(
        `select actor, action, body ->> 'queue' as queue from case_entry where tenant_id = '${scene.tenantId}'`,
      ),
    ).toEqual([{ actor: 'Redoubt', action: 'move', queue: 'General' }]);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'after', totalAmount: 1 });
    expect(await cases()).toEqual(moved);
  });
});

describe('statuses that came before their events', () => {
  it('are forgotten once they are too old to cancel a case', async () => {
    const tell = (purchaseId: string) =>
      merchant.send('Root', 'purchaseStatus', {
        purchaseId,
        statusType: 'Approved',
        statusDate: '2026-03-14T10:00:00Z',
        _metadata: { trackingId: newId(), merchantTimeStamp: '2026-03-14T10:00:00Z' },
      });
    const kept = () =>
      test.asAdmin(`select event_id as id from case_early_status where tenant_id = '${scene.tenantId}' order by 1`);
    await tell('old');
    scene.clock.advance(30 * DAY_MS);
    await tell('new');
    await look();
    expect(await kept()).toEqual([{ id: 'new' }, { id: 'old' }]);
    scene.clock.advance(DAY_MS + 1);
    await look();
    expect(await kept()).toEqual([{ id: 'new' }]);
  });
});
