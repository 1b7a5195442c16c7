import { GENERAL_QUEUE_ID, NO_SECOND_DECISION_REASON } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, SECOND_MS, type Id } from '@redoubt/kernel';
import { listSecondReviewPairs } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { createCaseScene, type Caller, type CaseScene } from '../testing/case-scene.ts';
import { createCaseTimeOuts } from '../case-jobs/time-outs.job.ts';
import { workOff } from '../testing/jobs.ts';
import { getCase, getCaseHistory, getQueueCases } from './cases.queries.ts';
import { decideCase, undoCaseDecision } from './decide-case.commands.ts';
import { decideCases } from './many-cases.commands.ts';
import { startReview } from './start-review.command.ts';

const test = useDatabase();
let scene: CaseScene;
let ana: Caller;
let ben: Caller;
let manager: Caller;

const settings = (sharePercent: number, limits: readonly { readonly currency: string; readonly amount: number }[]) =>
  test.asAdmin(
    `insert into case_settings (tenant_id, environment_id, hold_ms, second_review_percent, second_review_limits,
        hides_agents, changed_by, changed_at)
      values ($1, $2, 0, $3, $4, false, 'Mara Lindqvist', now())`,
    [scene.tenantId, scene.idOf('Shop'), sharePercent, JSON.stringify(limits)],
  );

beforeEach(async () => {
  scene = await createCaseScene(test);
  ana = scene.callerAs('Ana');
  ben = scene.callerAs('Ben');
  manager = scene.callerAs('Mia', 'ManualReviewFraudManager');
  await settings(0, [{ currency: 'EUR', amount: 500 }]);
});

const take = ({ context, person }: Caller, caseId: Id | null = null) =>
  startReview(context, person, GENERAL_QUEUE_ID, { caseId, giveBack: false });
const decide = ({ context, person }: Caller, caseId: Id, decision = 'Reject') =>
  decideCase(context, person, caseId, {
    decision,
    reason: decision === 'Reject' ? 'Stolen card' : 'Low risk',
    note: 'Called the bank',
    takeNext: false,
  });
const read = ({ context, person }: Caller) => getCase(context, person, 'purchase', 'p-1');
const history = async ({ context, person }: Caller, id: Id) =>
  (await getCaseHistory(context, person, id, { limit: 50 })).entries;
const waitingConsequences = () =>
  test.asAdmin('select step from case_consequence where tenant_id = $1', [scene.tenantId]);
const pairs = () =>
  test.database.inTenant(scene.tenantId, (trx) =>
    listSecondReviewPairs(
      trx,
      { environmentId: scene.idOf('Shop'), kind: null, queueId: null, agentId: null },
      { fromMs: 0, toMs: scene.clock.now() + DAY_MS },
    ),
  );

/** A case above the limit that Ana decided first. */
const decidedFirst = async (): Promise<Id> => {
  const id = await scene.addCase('p-1', { amount: 900 });
  await take(ana, id);
  await decide(ana, id);
  return id;
};

it('a case above the limit goes to a second person, who does not learn what was decided', async () => {
  const id = await decidedFirst();
  expect(await waitingConsequences()).toEqual([]);
  expect(await read(ana)).toMatchObject({ case: { state: 'Pending', decision: { name: 'Reject', by: 'Ana' } } });
  for (const other of [ben, manager]) {
    const seen = [
      await read(other),
      await history(other, id),
      await getQueueCases(other.context, other.person, GENERAL_QUEUE_ID, { list: 'pending', limit: 9 }),
    ];
    const { decisions: _choices, ...detail } = seen[0] as Awaited<ReturnType<typeof read>>;
    const { cases } = seen[2] as Awaited<ReturnType<typeof getQueueCases>>;
    expect(JSON.stringify([detail, seen[1], cases])).not.toMatch(/Reject|Stolen|bank/);
  }
  expect((await history(ana, id))[0]).toMatchObject({ action: 'decideFirst', decision: 'Reject' });
});

it('who decided first does not take, or decide in bulk, the same case', async () => {
  const id = await decidedFirst();
  const other = await scene.addCase('p-2');
  expect((await take(ana)).case).toMatchObject({ id: other });
  await decide(ana, other);
  expect((await take(ana)).case).toBeNull();
  await expect(take(ana, id)).rejects.toMatchObject({ code: 'CASE-SECOND-REVIEW' });
  const body = { decision: 'Reject', reason: 'Stolen card', note: '', caseIds: [id] };
  const { results } = await decideCases(ana.context, ana.person, body);
  expect(results).toMatchObject([{ outcome: 'skipped', problem: 'CASE-SECOND-REVIEW' }]);
});

it('a second decision that is the same decides, and both are kept as a pair', async () => {
  const id = await decidedFirst();
  expect((await take(ben)).case).toMatchObject({ id, decision: null });
  expect((await decide(ben, id)).case).toMatchObject({ state: 'Decided', decision: { name: 'Reject', by: 'Ben' } });
  expect(await waitingConsequences()).toHaveLength(2);
  expect(await pairs()).toMatchObject([
    { first: 'Ana', firstDecision: 'Reject', second: 'Ben', secondDecision: 'Reject', queueId: GENERAL_QUEUE_ID },
  ]);
  expect((await history(ben, id)).map(({ action, decision }) => [action, decision])).toEqual([
    ['decide', 'Reject'],
    ['lease', null],
    ['decideFirst', 'Reject'],
    ['lease', null],
  ]);
});

it('those who manage queues settle two decisions that differ, and nothing is sent before', async () => {
  const id = await decidedFirst();
  await take(ben, id);
  expect((await decide(ben, id, 'Approve')).case).toMatchObject({ state: 'Escalated', decision: null });
  expect(await waitingConsequences()).toEqual([]);
  expect(await pairs()).toMatchObject([{ firstDecision: 'Reject', secondDecision: 'Approve' }]);
  await expect(take(ana, id)).rejects.toMatchObject({ code: 'CASE-ESCALATED' });
  await take(manager, id);
  expect((await decide(manager, id)).case).toMatchObject({ state: 'Decided', decision: { by: 'Mia' } });
  expect(await waitingConsequences()).toHaveLength(2);
  expect(await pairs()).toHaveLength(1);
});

it('either person takes a decision back, and a second one that was taken back makes no pair', async () => {
  const id = await decidedFirst();
  const undo = ({ context, person }: Caller) => undoCaseDecision(context, person, id);
  await expect(undo(ben)).rejects.toMatchObject({ code: 'CASE-OPEN' });
  expect((await undo(ana)).case).toMatchObject({ state: 'InReview', lease: { own: true } });
  await decide(ana, id);
  await take(ben, id);
  await expect(undo(ana)).rejects.toMatchObject({ code: 'CASE-UNDO-REFUSED' });
  await decide(ben, id);
  expect((await undo(ben)).case).toMatchObject({ state: 'InReview', decision: null });
  expect(await pairs()).toEqual([]);
  await decide(ben, id);
  scene.clock.advance(11 * SECOND_MS);
  await expect(undo(ben)).rejects.toMatchObject({ code: 'CASE-UNDO-REFUSED' });
  expect(await pairs()).toHaveLength(1);
});

it('a bulk decision is a first one too where the amount asks for it', async () => {
  const large = await scene.addCase('p-1', { amount: 501 });
  const small = await scene.addCase('p-2', { amount: 500 });
  const body = { decision: 'Reject', reason: 'Stolen card', note: '', caseIds: [large, small] };
  await decideCases(ana.context, ana.person, body);
  expect((await read(manager)).case.state).toBe('Pending');
  expect((await getCase(manager.context, manager.person, 'purchase', 'p-2')).case.state).toBe('Decided');
  await decideCases(ben.context, ben.person, body);
  expect((await read(manager)).case.state).toBe('Decided');
});

it('a sampled share is decided twice whatever the amount', async () => {
  await test.asAdmin(
    'update case_settings set second_review_percent = 100, second_review_limits = $2 where tenant_id = $1',
    [scene.tenantId, '[]'],
  );
  const id = await scene.addCase('p-1', { amount: null });
  await take(ana, id);
  expect((await decide(ana, id)).case.state).toBe('Pending');
});

it('the time-out of the queue applies where no second person came', async () => {
  await decidedFirst();
  scene.clock.advance(DAY_MS + MINUTE_MS);
  const place = { database: test.database, clock: scene.clock };
  await workOff(place, createCaseTimeOuts(place));
  const reason = NO_SECOND_DECISION_REASON;
  expect((await read(manager)).case).toMatchObject({ state: 'TimedOut', decision: { name: 'Approve', reason } });
  expect(
    await test.asAdmin(
      "select decision, reason, cases from case_decision_hour where tenant_id = $1 and source = 'TimeOut'",
      [scene.tenantId],
    ),
  ).toEqual([{ decision: 'Approve', reason, cases: 1 }]);
  expect(await pairs()).toEqual([]);
});
