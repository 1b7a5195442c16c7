import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import { HOUR_MS, MINUTE_MS, type Id } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { undoCaseDecision } from '../cases/decide-case.commands.ts';
import { reopenCase } from '../cases/manage-cases.commands.ts';
import { moveCases } from '../cases/many-cases.commands.ts';
import { createReportScene, type ReportScene } from '../testing/report-scene.ts';
import { getReportedCases } from './get-reported-cases.query.ts';

const test = useDatabase();
let shop: ReportScene;

beforeEach(async () => {
  shop = await createReportScene(test);
});
afterEach(() => shop.merchant.close());

describe('the cases behind a figure', () => {
  type Question = Partial<Parameters<typeof getReportedCases>[1]>;
  /** All pages, three rows each. */
  const casesOf = async (question: Question, { context } = shop.manager) => {
    const rows: Awaited<ReturnType<typeof getReportedCases>>['cases'] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 40; page += 1) {
      const asked = { period: '7d', figure: 'decided', limit: 3, ...question } as const;
      const answer = await getReportedCases(context, { ...asked, ...(cursor === undefined ? {} : { cursor }) });
      rows.push(...answer.cases);
      if (answer.nextCursor === null) return rows;
      cursor = answer.nextCursor;
    }
    throw new Error('the list has no end');
  };
  const FIGURES = ['received', 'cancelled', 'withdrawn', 'decided', 'timedOut', 'approved', 'rejected'] as const;
  const QUALITY = ['overturned', 'approvedFraud', 'rejectedGood'] as const;

  it('are as many as the report says, of everything, of a queue, an agent, a decision and a reason', async () => {
    const { scene, manager, buy, take, decide, report, sayLabel } = shop;
    const { ana, ben } = shop.agents;
    const cards = await scene.addQueue('Cards', { assignees: ['ManualReviewAnalyst'] });
    const ids: Id[] = [];
    for (let number = 0; number < 12; number += 1) ids.push(await buy(`p-${number}`));
    await shop.sayStatus('p-11', 'Approved');
    scene.clock.advance(5 * MINUTE_MS);
    await moveCases(manager.context, manager.person, { caseIds: ids.slice(6, 9), queueId: cards });
    for (const [index, id] of ids.slice(0, 8).entries()) {
      const agent = index % 3 === 0 ? ben : ana;
      await take(agent, id, index < 6 ? GENERAL_QUEUE_ID : cards);
      scene.clock.advance(20 * MINUTE_MS);
      await decide(agent, id, index % 2 === 0 ? 'Approve' : 'Reject');
      if (index === 4) {
        await undoCaseDecision(agent.context, agent.person, id);
        await decide(agent, id, 'Reject');
      }
    }
    scene.clock.advance(HOUR_MS);
    await reopenCase(manager.context, manager.person, ids[0] ?? '', { reason: 'Customer called' });
    await take(ana, ids[0] ?? '');
    await decide(ana, ids[0] ?? '', 'Reject');
    await sayLabel('p-2', true, 'Chargeback');
    await sayLabel('p-1', false, 'CustomerEscalation');
    const { totals, queues, agents: shown, reasons, backlog } = await report();
    expect(totals).toMatchObject({ received: 12, cancelled: 1, overturned: 1, approvedFraud: 1, rejectedGood: 1 });
    for (const figure of [...FIGURES, ...QUALITY])
      expect([figure, (await casesOf({ figure })).length]).toEqual([figure, totals[figure]]);
    expect(await casesOf({ figure: 'waiting' })).toHaveLength(backlog.waiting);
    expect(queues).toHaveLength(2);
    for (const queue of queues) {
      const { id: queueId } = queue;
      for (const figure of [...FIGURES, ...QUALITY])
        expect([queue.name, figure, (await casesOf({ figure, queueId })).length]).toEqual([
          queue.name,
          figure,
          queue[figure],
        ]);
      expect(await casesOf({ figure: 'waiting', queueId })).toHaveLength(queue.waiting);
    }
    for (const { agent, ...figures } of shown)
      for (const figure of ['decided', ...QUALITY] as const)
        expect([agent.name, figure, (await casesOf({ figure, agent: agent.key })).length]).toEqual([
          agent.name,
          figure,
          figures[figure],
        ]);
    for (const { decision, reason, cases } of reasons) expect(await casesOf({ decision, reason })).toHaveLength(cases);
    expect((await casesOf({ figure: 'overturned' }))[0]).toMatchObject({
      eventId: 'p-0',
      agent: 'Ben',
      decision: 'Approve',
      later: { agent: 'Ana', decision: 'Reject' },
    });
    expect(await casesOf({ assessment: 'accountLogin' })).toEqual([]);
    await expect(casesOf({ cursor: 'none' })).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });

  it('name no agent where names are hidden, and are not found by one', async () => {
    const { scene, buy, take, decide } = shop;
    const { ana } = shop.agents;
    const id = await buy('p-1');
    scene.clock.advance(5 * MINUTE_MS);
    await take(ana, id);
    await decide(ana, id, 'Approve');
    await shop.changeSettings({ hidesAgents: true });
    expect(await casesOf({})).toMatchObject([{ eventId: 'p-1', agent: null, decision: 'Approve' }]);
    expect(await casesOf({ agent: 'id of Ana' })).toEqual([]);
  });
});
