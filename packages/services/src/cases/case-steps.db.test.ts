import { foldCase, GENERAL_QUEUE_ID, openCase, storedEntry, type Role } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, newId, type Id } from '@redoubt/kernel';
import { findCase, recordSignIn } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCaseScene, REJECT_CASE, rejectCase, take, type Caller, type CaseScene } from '../testing/case-scene.ts';
import { getCase } from './cases.queries.ts';
import { undoCaseDecision } from './decide-case.commands.ts';
import { assignCase, releaseCase, reopenCase } from './manage-cases.commands.ts';
import { assignCases, decideCases, moveCases } from './many-cases.commands.ts';
import { escalateCase, extendLease, holdCase, sendBackCase } from './review.commands.ts';

const test = useDatabase();
let scene: CaseScene;

beforeEach(async () => {
  scene = await createCaseScene(test);
});

describe('every step in every state', () => {
  const ROLES: readonly Role[] = ['ManualReviewAnalyst', 'ManualReviewFraudManager'];

  /** Brings a fresh case of the holder into a state. */
  const bring: Readonly<Record<string, (id: Id, holder: Caller) => Promise<unknown>>> = {
    Pending: async () => undefined,
    InReview: async (id, holder) => take(holder, id),
    OnHold: async (id, holder) => {
      await take(holder, id);
      const until = new Date(scene.clock.now() + DAY_MS).toISOString();
      return holdCase(holder.context, holder.person, id, { until, reason: 'Call' });
    },
    Escalated: async (id, holder) => {
      await take(holder, id);
      return escalateCase(holder.context, holder.person, id, { reason: 'Large' });
    },
    Decided: async (id, holder) => {
      await take(holder, id);
      return rejectCase(holder, id);
    },
  };

  const steps: Readonly<Record<string, (caller: Caller, id: Id) => Promise<unknown>>> = {
    take: (caller, id) => take(caller, id, GENERAL_QUEUE_ID, true),
    extend: ({ context, person }, id) => extendLease(context, person, id),
    sendBack: ({ context, person }, id) => sendBackCase(context, person, id),
    hold: ({ context, person }, id) =>
      holdCase(context, person, id, { until: new Date(scene.clock.now() + DAY_MS).toISOString(), reason: 'x' }),
    escalate: ({ context, person }, id) => escalateCase(context, person, id, { reason: 'x' }),
    decide: (caller, id) => rejectCase(caller, id),
    decideMany: async ({ context, person }, id) => {
      const { results } = await decideCases(context, person, { ...REJECT_CASE, caseIds: [id] });
      const [result] = results;
      if (result?.problem) throw Object.assign(new Error(), { code: result.problem });
    },
    undo: ({ context, person }, id) => undoCaseDecision(context, person, id),
  };

  it.each(ROLES)('a colleague with the role %s gets what the lifecycle allows', async (role) => {
    const colleague = scene.callerAs('Cleo', role);
    const table: Record<string, Record<string, string>> = {};
    let number = 0;
    for (const [state, reach] of Object.entries(bring)) {
      for (const [step, run] of Object.entries(steps)) {
        number += 1;
        const eventId = `p-${number}`;
        const id = await scene.addCase(eventId);
        await reach(id, scene.ana);
        const outcome = await run(colleague, id).then(
          () => scene.stateOf(eventId),
          (error: { readonly code: string }) => error.code,
        );
        table[state] = { ...table[state], [step]: outcome };
        scene.clock.advance(HOUR_MS);
      }
    }
    const own = ['extend', 'sendBack', 'hold', 'escalate', 'decide'];
    const refusing = (code: string) => Object.fromEntries(own.map((step) => [step, code]));
    const notLeased = { ...refusing('CASE-NOT-LEASED'), undo: 'CASE-OPEN' };
    const manages = role === 'ManualReviewFraudManager';
    expect(table).toEqual({
      Pending: { ...notLeased, take: 'InReview', decideMany: 'Decided' },
      InReview: { ...notLeased, take: 'CASE-LEASED', decideMany: 'Decided' },
      OnHold: { ...notLeased, take: 'CASE-ON-HOLD', decideMany: 'Decided' },
      Escalated: {
        ...notLeased,
        take: manages ? 'InReview' : 'CASE-ESCALATED',
        decideMany: manages ? 'Decided' : 'CASE-ESCALATED',
      },
      Decided: {
        ...refusing('CASE-DECIDED'),
        take: 'CASE-DECIDED',
        decideMany: 'CASE-DECIDED',
        undo: 'CASE-UNDO-REFUSED',
      },
    });
  });
});

it('the row of a case is what its entries make of it', async () => {
  const openedMs = scene.clock.now();
  const id = await scene.addCase('p-1');
  await take(scene.ana);
  scene.clock.advance(MINUTE_MS);
  await rejectCase(scene.ana, id);
  await undoCaseDecision(scene.ana.context, scene.ana.person, id);
  await escalateCase(scene.ana.context, scene.ana.person, id, { reason: 'Large' });
  await take(scene.manager, id);
  await rejectCase(scene.manager, id);
  await reopenCase(scene.manager.context, scene.manager.person, id, { reason: 'New evidence' });
  await take(scene.ben, id);
  const entries = await test.asAdmin<Parameters<typeof storedEntry>[0]>(
    `select (extract(epoch from at) * 1000)::float8 as "atMs", actor_id as "actorId", actor, source, action, body
       from case_entry where tenant_id = $1 order by number`,
    [scene.tenantId],
  );
  const opened = openCase(GENERAL_QUEUE_ID, openedMs, { holdMs: 0, timeoutMs: DAY_MS });
  const stored = await test.database.inTenant(scene.tenantId, (trx) =>
    findCase(trx, scene.idOf('Shop'), { caseId: id }),
  );
  expect(entries).toHaveLength(8);
  expect(stored?.standing).toEqual(foldCase(opened, entries.map(storedEntry)));
});

it('fifty agents at once decide five hundred cases once each', async () => {
  const CASES = 500;
  await scene.addCases(CASES);
  const work = async ({ context, person }: Caller): Promise<number> => {
    let decided = 0;
    for (let found = (await take({ context, person })).case; found !== null;) {
      const { next } = await rejectCase({ context, person }, found.id, true);
      decided += 1;
      found = next ?? (await take({ context, person })).case;
    }
    return decided;
  };
  const agents = Array.from({ length: 50 }, (_, index) => scene.callerAs(`Agent ${index}`));
  const counts = await Promise.all(agents.map(work));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CASES);
  const [totals] = await test.asAdmin(
    `select count(*)::int as entries, count(distinct event_id)::int as cases from case_entry where action = 'decide'
       and tenant_id = $1`,
    [scene.tenantId],
  );
  expect(totals).toEqual({ entries: CASES, cases: CASES });
});

describe('an agent whose case was taken away', () => {
  const lostBy = async ({ context, person }: Caller) => (await getCase(context, person, 'purchase', 'p-1')).lost;

  it('learns who decided it, when and as what', async () => {
    const id = await scene.addCase('p-1');
    await take(scene.ana);
    scene.clock.advance(MINUTE_MS);
    const { results } = await decideCases(scene.ben.context, scene.ben.person, { ...REJECT_CASE, caseIds: [id] });
    expect(results).toMatchObject([{ outcome: 'done', takenFrom: 'Ana' }]);
    const at = new Date(scene.clock.now()).toISOString();
    expect(await lostBy(scene.ana)).toEqual({ action: 'decide', by: 'Ben', at, decision: 'Reject' });
    expect(await lostBy(scene.ben)).toBeNull();
    await expect(rejectCase(scene.ana, id)).rejects.toMatchObject({
      code: 'CASE-DECIDED',
      params: { by: 'Ben', at, decision: 'Reject' },
    });
  });

  it('learns who released it', async () => {
    const id = await scene.addCase('p-1');
    await take(scene.ana);
    await releaseCase(scene.manager.context, scene.manager.person, id);
    expect(await lostBy(scene.ana)).toMatchObject({ action: 'release', by: 'Mia', decision: null });
    await take(scene.ana, id);
    expect(await lostBy(scene.ana)).toBeNull();
  });
});

describe('a case is assigned', () => {
  beforeEach(async () => {
    for (const name of ['Ana', 'Ben']) {
      const person = { userId: `id of ${name}`, username: `${name}@house.example`, displayName: name };
      // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
      await test.database.inTenant(scene.tenantId, (trx) =>
        recordSignIn(trx, scene.tenantId, person, new Date(scene.clock.now())),
      );
    }
  });

  const assign = ({ context, person }: Caller, caseId: Id, name: string | null) =>
    assignCase(context, person, caseId, { agentId: name === null ? null : `id of ${name}` });

  it('by the agent who has it, to a colleague who gets a notice and takes it first, also from a queue of others', async () => {
    const queueId = await scene.addQueue('Cards', { assignees: ['id of Ana'], sequence: 'Restricted' });
    await scene.addCase('p-1', { queueId });
    const second = await scene.addCase('p-2', { queueId });
    await expect(assign(scene.ana, second, 'Ben')).rejects.toMatchObject({ code: 'CASE-NOT-LEASED' });
    await assign(scene.manager, second, 'Ana');
    expect((await take(scene.ana, null, queueId)).case).toMatchObject({
      id: second,
      assignee: { name: 'Ana', own: true },
    });
    const { case: handedOn } = await assign(scene.ana, second, 'Ben');
    expect(handedOn).toMatchObject({ state: 'Pending', lease: null, assignee: { name: 'Ben', own: false } });
    await expect(take(scene.ana, second, queueId)).rejects.toMatchObject({ code: 'CASE-ASSIGNED' });
    expect((await take(scene.ana, null, queueId)).case?.eventId).toBe('p-1');
    expect((await take(scene.ben, second, queueId)).case).toMatchObject({ id: second, state: 'InReview' });
    const told = await test.asAdmin(
      `select code, recipient_id as who, link from notice order by created_at, recipient_id`,
    );
    expect(told).toEqual(
      ['id of Ana', 'id of Ben'].map((who) => ({
        code: 'CASE-ASSIGNED',
        who,
        link: `/casemanagement/queues/${queueId}/purchase/${scene.idOf('Shop')}/p-2`,
      })),
    );
  });

  it('to no one again, and to no one who is not known', async () => {
    const id = await scene.addCase('p-1');
    await expect(assign(scene.manager, id, 'Nobody')).rejects.toMatchObject({ code: 'CASE-AGENT-UNKNOWN' });
    await assign(scene.manager, id, 'Ben');
    expect((await take(scene.ana)).case).toBeNull();
    expect((await assign(scene.manager, id, null)).case.assignee).toBeNull();
    expect((await take(scene.ana)).case?.id).toBe(id);
    await expect(assign(scene.manager, id, 'Ben')).rejects.toMatchObject({ code: 'CASE-LEASED' });
  });

  it('in one call for many, with an answer for each and one notice', async () => {
    const ids = [await scene.addCase('p-1'), await scene.addCase('p-2'), await scene.addCase('p-3')] as const;
    await take(scene.ana, ids[2]);
    const assignMany = ({ context, person }: Caller) =>
      assignCases(context, person, { caseIds: [...ids, newId()], agentId: 'id of Ben' });
    const outcomes = async (caller: Caller) => (await assignMany(caller)).results.map(({ problem }) => problem);
    expect(await outcomes(scene.ben)).toEqual([
      'CASE-NOT-LEASED',
      'CASE-NOT-LEASED',
      'CASE-NOT-LEASED',
      'CASE-UNKNOWN',
    ]);
    expect(await outcomes(scene.manager)).toEqual([null, null, 'CASE-LEASED', 'CASE-UNKNOWN']);
    expect(
      await test.asAdmin(`select code, recipient_id as who, params ->> 'count' as count, link from notice
      where tenant_id = '${scene.tenantId}'`),
    ).toEqual([
      { code: 'CASES-ASSIGNED', who: 'id of Ben', count: '2', link: `/casemanagement/queues/${GENERAL_QUEUE_ID}` },
    ]);
    expect(await outcomes(scene.ana)).toEqual(['CASE-NOT-LEASED', 'CASE-NOT-LEASED', null, 'CASE-UNKNOWN']);
    expect((await take(scene.ben, ids[1])).case).toMatchObject({ assignee: { name: 'Ben', own: true } });
    await expect(
      assignCases(scene.manager.context, scene.manager.person, { caseIds: [ids[0]], agentId: 'id of Nobody' }),
    ).rejects.toMatchObject({ code: 'CASE-AGENT-UNKNOWN' });
  });

  it('and moved by the scene.manager who has it in review, with a rebuild that gives the same', async () => {
    const queueId = await scene.addQueue('Cards');
    const id = await scene.addCase('p-1');
    await assign(scene.manager, id, 'Ben');
    await assign(scene.manager, id, null);
    await take(scene.manager, id);
    const { results } = await moveCases(scene.manager.context, scene.manager.person, { caseIds: [id], queueId });
    expect(results).toMatchObject([{ outcome: 'done' }]);
    const { case: moved } = await getCase(scene.manager.context, scene.manager.person, 'purchase', 'p-1');
    expect(moved).toMatchObject({ queue: 'Cards', state: 'Pending', assignee: null, lease: null });
  });
});
