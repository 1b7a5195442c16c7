import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, newId, SECOND_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCaseScene, REJECT_CASE, rejectCase, take, type Caller, type CaseScene } from '../testing/case-scene.ts';
import { getCase, getCaseHistory, getQueueCases } from './cases.queries.ts';
import { decideCase, undoCaseDecision } from './decide-case.commands.ts';
import { releaseCase, reopenCase, returnCase } from './manage-cases.commands.ts';
import { decideCases, moveCases } from './many-cases.commands.ts';
import { escalateCase, extendLease, holdCase, sendBackCase } from './review.commands.ts';

const test = useDatabase();
let scene: CaseScene;

beforeEach(async () => {
  scene = await createCaseScene(test);
});
const consequences = () =>
  test.asAdmin('select event_id, step, body from case_consequence where tenant_id = $1 order by event_id, step', [
    scene.tenantId,
  ]);

describe('taking cases', () => {
  it('gives the next in the order of the queue, and then another', async () => {
    await scene.addCase('p-1');
    await scene.addCase('p-2');
    expect((await take(scene.ana)).case).toMatchObject({
      eventId: 'p-1',
      state: 'InReview',
      lease: { agent: 'Ana', own: true },
    });
    expect((await take(scene.ben)).case).toMatchObject({ eventId: 'p-2' });
    expect((await take(scene.manager)).case).toBeNull();
  });

  it('leaves a person one case at a time', async () => {
    const first = await scene.addCase('p-1');
    const second = await scene.addCase('p-2');
    await take(scene.ana);
    await expect(take(scene.ana, second)).rejects.toMatchObject({
      code: 'CASE-LEASE-OPEN',
      params: { eventId: 'p-1', caseId: first, queueId: GENERAL_QUEUE_ID },
    });
    expect((await take(scene.ana, first)).case).toMatchObject({ eventId: 'p-1' });
    expect((await take(scene.ana, second, GENERAL_QUEUE_ID, true)).case).toMatchObject({ eventId: 'p-2' });
    expect(await scene.stateOf('p-1')).toBe('Pending');
  });

  it('of a restricted queue gives only the first', async () => {
    const queueId = await scene.addQueue('Cards', { sequence: 'Restricted', assignees: ['id of Ana'] });
    await scene.addCase('p-1', { queueId });
    const second = await scene.addCase('p-2', { queueId });
    await expect(take(scene.ana, second, queueId)).rejects.toMatchObject({ code: 'CASE-NOT-FIRST' });
    expect((await take(scene.ana, null, queueId)).case).toMatchObject({ eventId: 'p-1' });
    expect((await take(scene.manager, second, queueId)).case).toMatchObject({ eventId: 'p-2' });
  });

  it('says who has a case, that it settles, or that it waits', async () => {
    const id = await scene.addCase('p-1');
    const settling = await scene.addCase('p-2', { settlesInMs: MINUTE_MS });
    await take(scene.ana, id);
    await expect(take(scene.ben, id)).rejects.toMatchObject({ code: 'CASE-LEASED', params: { agent: 'Ana' } });
    await expect(take(scene.ben, settling)).rejects.toMatchObject({ code: 'CASE-SETTLING' });
    const until = new Date(scene.clock.now() + DAY_MS).toISOString();
    await holdCase(scene.ana.context, scene.ana.person, id, { until, reason: 'Customer calls back' });
    await expect(take(scene.ben, id)).rejects.toMatchObject({ code: 'CASE-ON-HOLD' });
  });

  it('frees a case whose lease is over, and keeps one that is extended', async () => {
    const id = await scene.addCase('p-1');
    await take(scene.ana);
    scene.clock.advance(20 * MINUTE_MS);
    expect((await extendLease(scene.ana.context, scene.ana.person, id)).case.lease).toMatchObject({ extensions: 1 });
    scene.clock.advance(20 * MINUTE_MS);
    expect(await scene.stateOf('p-1')).toBe('InReview');
    scene.clock.advance(10 * MINUTE_MS);
    expect((await take(scene.ben)).case).toMatchObject({ eventId: 'p-1', lastAgent: 'Ben' });
    await expect(rejectCase(scene.ana, id)).rejects.toMatchObject({ code: 'CASE-NOT-LEASED' });
  });

  it('takes none of a paused queue', async () => {
    const queueId = await scene.addQueue('Cards', { paused: true, assignees: ['id of Ana'] });
    await scene.addCase('p-1', { queueId });
    await expect(take(scene.ana, null, queueId)).rejects.toMatchObject({
      code: 'QUEUE-PAUSED',
      params: { name: 'Cards' },
    });
  });
});

describe('who sees cases', () => {
  it('an agent sees those of queues assigned to them or to a role of theirs, and of General', async () => {
    const queueId = await scene.addQueue('Cards', { assignees: ['id of Ana', 'ManualReviewSeniorAnalyst'] });
    const id = await scene.addCase('p-1', { queueId });
    const senior = scene.callerAs('Sam', 'ManualReviewSeniorAnalyst');
    const viewer = scene.callerAs('Vic', 'AllAreasViewer');
    const list = ({ context, person }: Caller) =>
      getQueueCases(context, person, queueId, { list: 'pending', limit: 10 });
    for (const caller of [scene.ana, senior, scene.manager, viewer]) expect((await list(caller)).cases).toHaveLength(1);
    await expect(list(scene.ben)).rejects.toMatchObject({ code: 'QUEUE-UNKNOWN' });
    await expect(getCase(scene.ben.context, scene.ben.person, 'purchase', 'p-1')).rejects.toMatchObject({
      code: 'CASE-UNKNOWN',
    });
    await expect(getCaseHistory(scene.ben.context, scene.ben.person, id, { limit: 9 })).rejects.toMatchObject({
      code: 'CASE-UNKNOWN',
    });
    await expect(take(scene.ben, id, queueId)).rejects.toMatchObject({ code: 'QUEUE-UNKNOWN' });
    await expect(take(scene.ben, id)).rejects.toMatchObject({ code: 'CASE-UNKNOWN' });
    const { results } = await decideCases(scene.ben.context, scene.ben.person, { ...REJECT_CASE, caseIds: [id] });
    expect(results).toMatchObject([{ caseId: id, eventId: null, outcome: 'skipped', problem: 'CASE-UNKNOWN' }]);
  });

  it('a case of another environment is not there', async () => {
    const id = await scene.addCase('p-1', { environment: 'Other' });
    for (const change of [extendLease, sendBackCase, releaseCase, returnCase, undoCaseDecision]) {
      await expect(change(scene.manager.context, scene.manager.person, id)).rejects.toMatchObject({
        code: 'CASE-UNKNOWN',
      });
    }
    await expect(rejectCase(scene.manager, id)).rejects.toMatchObject({ code: 'CASE-UNKNOWN' });
    await expect(take(scene.manager, id)).rejects.toMatchObject({ code: 'CASE-UNKNOWN' });
    await expect(getCase(scene.manager.context, scene.manager.person, 'purchase', 'p-1')).rejects.toMatchObject({
      code: 'CASE-UNKNOWN',
    });
  });
});

describe('a list of cases', () => {
  const ids = async (orderBy: string, direction: 'asc' | 'desc'): Promise<string[]> => {
    const queueId = await scene.addQueue(`${orderBy} ${direction}`, { orderBy, direction });
    const facts = [
      { amount: 30, orderText: 'b', dueInMs: 3 * HOUR_MS },
      { amount: null, dueInMs: HOUR_MS },
      { amount: 10, orderText: 'a', dueInMs: 2 * HOUR_MS },
      { amount: 30, orderText: 'b', dueInMs: 4 * HOUR_MS },
    ];
    for (const [index, each] of facts.entries())
      await scene.addCase(`${orderBy}-${direction}-${index}`, { ...each, queueId });
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const query = { list: 'pending', limit: 1, ...(cursor === null ? {} : { cursor }) } as const;
      const page: Awaited<ReturnType<typeof getQueueCases>> = await getQueueCases(
        scene.manager.context,
        scene.manager.person,
        queueId,
        query,
      );
      expect(page.total).toBe(facts.length);
      found.push(...page.cases.map(({ eventId }) => eventId.slice(-1)));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return found;
  };

  it('comes page by page in the order of its queue, those without a value at the end', async () => {
    expect(await ids('eventTime', 'asc')).toEqual(['0', '1', '2', '3']);
    expect(await ids('amount', 'asc')).toEqual(['2', '0', '3', '1']);
    expect(await ids('expectedLoss', 'desc')).toEqual(['3', '0', '2', '1']);
    expect(await ids('weightedLoss', 'desc')).toEqual(['0', '3', '2', '1']);
    expect(await ids('timeLeft', 'asc')).toEqual(['1', '2', '0', '3']);
    expect(await ids('purchase.user.country', 'asc')).toEqual(['2', '0', '3', '1']);
  });

  it('takes another order and filters of its reader, and refuses a cursor of another order', async () => {
    const queueId = await scene.addQueue('Narrowed', { assignees: ['id of Ana'] });
    const first = await scene.addCase('p-1', { queueId, amount: 10, dueInMs: 3 * HOUR_MS });
    await scene.addCase('p-2', { queueId, amount: 30, dueInMs: 30 * MINUTE_MS });
    await scene.addCase('p-3', { queueId, amount: 20, dueInMs: 2 * HOUR_MS });
    await test.asAdmin(`update review_case set rule = 'Cards' where event_id in ('p-1', 'p-3')`);
    await test.asAdmin(`update review_case set assignee_id = 'id of Ana', assignee = 'Ana' where case_id = $1`, [
      first,
    ]);
    const page = ({ context, person } = scene.ana, asked = {}) =>
      getQueueCases(context, person, queueId, { list: 'pending', limit: 10, ...asked });
    const found = async (asked: object, caller = scene.ana) => {
      const { cases, total } = await page(caller, asked);
      expect(total).toBe(cases.length);
      return cases.map(({ eventId }) => eventId);
    };
    expect(await found({ order: 'amount', direction: 'desc' })).toEqual(['p-2', 'p-3', 'p-1']);
    expect(await found({ order: 'timeLeft' })).toEqual(['p-2', 'p-3', 'p-1']);
    expect(await found({ dueHours: 1 })).toEqual(['p-2']);
    expect(await found({ rule: 'Cards' })).toEqual(['p-1', 'p-3']);
    expect(await found({ assignee: 'mine' })).toEqual(['p-1']);
    expect(await found({ assignee: 'mine' }, scene.manager)).toEqual([]);
    expect(await found({ assignee: 'free', rule: 'Cards' })).toEqual(['p-3']);
    const { nextCursor } = await page(scene.ana, { order: 'amount', direction: 'asc', limit: 1 });
    const next = { limit: 2, cursor: nextCursor };
    expect(await page(scene.ana, { ...next, order: 'amount', direction: 'asc' })).toMatchObject({
      cases: [{ eventId: 'p-3' }, { eventId: 'p-2' }],
    });
    await expect(page(scene.ana, { ...next, order: 'eventTime' })).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });

  it('weighted by the time left counts a loss twice for every twelve hours that the time-out is nearer', async () => {
    const queueId = await scene.addQueue('Weighted', { orderBy: 'weightedLoss', direction: 'desc' });
    const facts = [
      [40, 11],
      [60, 11],
      [100, 24],
    ] as const;
    for (const [amount, hours] of facts)
      await scene.addCase(`p-${amount}`, { amount, dueInMs: hours * HOUR_MS, queueId });
    const { cases } = await getQueueCases(scene.manager.context, scene.manager.person, queueId, {
      list: 'pending',
      limit: 10,
    });
    expect(cases.map(({ eventId }) => eventId)).toEqual(['p-60', 'p-100', 'p-40']);
    expect((await take(scene.manager, null, queueId)).case).toMatchObject({ eventId: 'p-60' });
  });

  it('shows each case in one list', async () => {
    await scene.addCase('settling', { settlesInMs: HOUR_MS });
    for (const eventId of ['held', 'escalated', 'ended', 'leased']) await scene.addCase(eventId);
    await scene.addCase('pending');
    const held = await take(scene.ana);
    const until = new Date(scene.clock.now() + DAY_MS).toISOString();
    await holdCase(scene.ana.context, scene.ana.person, held.case?.id ?? '', { until, reason: 'Call' });
    await escalateCase(scene.ana.context, scene.ana.person, (await take(scene.ana)).case?.id ?? '', {
      reason: 'Too large',
    });
    await rejectCase(scene.ana, (await take(scene.ana)).case?.id ?? '');
    await take(scene.ana);
    const shown = async (list: 'pending' | 'inReview' | 'onHold' | 'escalated' | 'ended') =>
      (await getQueueCases(scene.ana.context, scene.ana.person, GENERAL_QUEUE_ID, { list, limit: 10 })).cases.map(
        ({ eventId }) => eventId,
      );
    expect(await shown('pending')).toEqual(['pending']);
    expect(await shown('inReview')).toEqual(['leased']);
    expect(await shown('onHold')).toEqual(['held']);
    expect(await shown('escalated')).toEqual(['escalated']);
    expect(await shown('ended')).toEqual(['ended']);
  });

  it('refuses a cursor of no list', async () => {
    const query = { list: 'pending', limit: 1, cursor: 'x' } as const;
    await expect(getQueueCases(scene.ana.context, scene.ana.person, GENERAL_QUEUE_ID, query)).rejects.toMatchObject({
      code: 'REQ-INVALID',
    });
  });
});

describe('a decision', () => {
  it('ends the case, says what it will send, and takes the next', async () => {
    const id = await scene.addCase('p-1');
    await scene.addCase('p-2');
    await take(scene.ana);
    const { case: decided, next } = await decideCase(scene.ana.context, scene.ana.person, id, {
      ...REJECT_CASE,
      note: 'Seen',
      takeNext: true,
    });
    expect(decided).toMatchObject({
      state: 'Decided',
      decision: { name: 'Reject', reason: 'Stolen card', by: 'Ana', source: 'Agent' },
    });
    expect(next).toMatchObject({ eventId: 'p-2', lease: { own: true } });
    expect(await consequences()).toMatchObject([
      { event_id: 'p-1', step: 'label', body: { labelAction: 'Fraud' } },
      { event_id: 'p-1', step: 'status', body: { caseAction: 'Reject' } },
    ]);
    const { entries } = await getCaseHistory(scene.ana.context, scene.ana.person, id, { limit: 10 });
    expect(entries).toMatchObject([
      { number: 2, action: 'decide', by: 'Ana', decision: 'Reject', reason: 'Stolen card', note: 'Seen' },
      { number: 1, action: 'lease', decision: null },
    ]);
  });

  it('is one of the configuration, with one of its reasons', async () => {
    const id = await scene.addCase('p-1');
    await take(scene.ana);
    const say = (decision: string, reason: string) =>
      decideCase(scene.ana.context, scene.ana.person, id, { decision, reason, note: '', takeNext: false });
    await expect(say('Wait', 'Other')).rejects.toMatchObject({
      code: 'CASE-DECISION-UNKNOWN',
      params: { known: 'Approve, Reject' },
    });
    await expect(say('Approve', 'Stolen card')).rejects.toMatchObject({ code: 'CASE-REASON-UNKNOWN' });
  });

  it('is made once, and tells a second agent who made it', async () => {
    const id = await scene.addCase('p-1');
    await take(scene.ana);
    const { results } = await decideCases(scene.ben.context, scene.ben.person, {
      ...REJECT_CASE,
      caseIds: [id, id, newId()],
    });
    expect(results).toMatchObject([
      { caseId: id, outcome: 'done', takenFrom: 'Ana' },
      { outcome: 'skipped', problem: 'CASE-UNKNOWN' },
    ]);
    await expect(rejectCase(scene.ana, id)).rejects.toMatchObject({
      code: 'CASE-DECIDED',
      params: { by: 'Ben', decision: 'Reject' },
    });
  });

  it('can be taken back for ten seconds by who made it, with what it would send', async () => {
    const id = await scene.addCase('p-1');
    await scene.addCase('p-2');
    await take(scene.ana);
    await rejectCase(scene.ana, id, true);
    await expect(undoCaseDecision(scene.ben.context, scene.ben.person, id)).rejects.toMatchObject({
      code: 'CASE-UNDO-REFUSED',
    });
    scene.clock.advance(10 * SECOND_MS);
    expect((await undoCaseDecision(scene.ana.context, scene.ana.person, id)).case).toMatchObject({
      state: 'InReview',
      decision: null,
      lease: { own: true },
    });
    expect(await consequences()).toEqual([]);
    expect(await scene.stateOf('p-2')).toBe('Pending');
    await rejectCase(scene.ana, id);
    scene.clock.advance(10 * SECOND_MS + 1);
    await expect(undoCaseDecision(scene.ana.context, scene.ana.person, id)).rejects.toMatchObject({
      code: 'CASE-UNDO-REFUSED',
    });
  });

  it('stays where some of it was sent already', async () => {
    const id = await scene.addCase('p-1');
    await take(scene.ana);
    await rejectCase(scene.ana, id);
    await test.asAdmin(`update case_consequence set sent_at = now() where step = 'status' and tenant_id = $1`, [
      scene.tenantId,
    ]);
    await expect(undoCaseDecision(scene.ana.context, scene.ana.person, id)).rejects.toMatchObject({
      code: 'CASE-UNDO-REFUSED',
    });
    expect(await scene.stateOf('p-1')).toBe('Decided');
    expect(await consequences()).toHaveLength(2);
  });

  it('of five hundred cases at once is answered case by case', async () => {
    const ids = [...(await scene.addCases(500))];
    await take(scene.ben, ids[7] ?? null);
    const { results } = await decideCases(scene.ana.context, scene.ana.person, { ...REJECT_CASE, caseIds: ids });
    expect(results.filter(({ outcome }) => outcome === 'done')).toHaveLength(500);
    expect(results.filter(({ takenFrom }) => takenFrom === 'Ben')).toHaveLength(1);
    const again = await decideCases(scene.ana.context, scene.ana.person, { ...REJECT_CASE, caseIds: ids });
    expect(new Set(again.results.map(({ problem }) => problem))).toEqual(new Set(['CASE-DECIDED']));
  });
});

describe('managers', () => {
  it('release, move, return and reopen cases', async () => {
    const cards = await scene.addQueue('Cards');
    const id = await scene.addCase('p-1');
    await take(scene.ana);
    expect(
      (await moveCases(scene.manager.context, scene.manager.person, { caseIds: [id], queueId: cards })).results,
    ).toMatchObject([{ outcome: 'skipped', problem: 'CASE-LEASED' }]);
    expect((await releaseCase(scene.manager.context, scene.manager.person, id)).case).toMatchObject({
      state: 'Pending',
      lease: null,
    });
    await take(scene.ana);
    await escalateCase(scene.ana.context, scene.ana.person, id, { reason: 'Too large' });
    await expect(take(scene.ana, id)).rejects.toMatchObject({ code: 'CASE-ESCALATED' });
    expect((await returnCase(scene.manager.context, scene.manager.person, id)).case).toMatchObject({
      state: 'Pending',
    });
    await moveCases(scene.manager.context, scene.manager.person, { caseIds: [id], queueId: cards });
    await take(scene.manager, null, cards);
    await rejectCase(scene.manager, id);
    const reopened = await reopenCase(scene.manager.context, scene.manager.person, id, { reason: 'New evidence' });
    expect(reopened.case).toMatchObject({ state: 'Pending', queue: 'Cards', decision: null });
    const { entries } = await getCaseHistory(scene.manager.context, scene.manager.person, id, { limit: 20 });
    expect(entries.map(({ action }) => action)).toEqual([
      'reopen',
      'decide',
      'lease',
      'move',
      'return',
      'escalate',
      'lease',
      'release',
      'lease',
    ]);
    expect(entries.find(({ action }) => action === 'move')).toMatchObject({ queue: 'Cards', source: 'Manager' });
  });
});
