import { capabilitiesOf, DEFAULT_CASE_SETTINGS, GENERAL_QUEUE_ID } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, type Id } from '@redoubt/kernel';
import { saveCaseSettings } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { decideCase } from '../cases/decide-case.commands.ts';
import { startReview } from '../cases/start-review.command.ts';
import { createCaseScene, type Caller, type CaseScene } from '../testing/case-scene.ts';
import { getCaseworkAgents } from './agents-at-work.query.ts';

const test = useDatabase();
let scene: CaseScene;
let manager: Caller;

beforeEach(async () => {
  scene = await createCaseScene(test);
  manager = scene.callerAs('Mia', 'ManualReviewFraudManager');
});

const take = ({ context, person }: Caller, caseId: Id) =>
  startReview(context, person, GENERAL_QUEUE_ID, { caseId, giveBack: true });
const approve = ({ context, person }: Caller, caseId: Id) =>
  decideCase(context, person, caseId, {
    decision: 'Approve',
    reason: 'Verified customer',
    note: '',
    takeNext: false,
  });

/** Ana decides one case in two minutes and takes another; Ben decided one, Cem has one. */
const workAsThree = async (): Promise<void> => {
  const [ana, ben, cem] = ['Ana', 'Ben', 'Cem'].map((name) => scene.callerAs(name)) as [Caller, Caller, Caller];
  const ids = await Promise.all(['p-1', 'p-2', 'p-3', 'p-4'].map((id) => scene.addCase(id, { amount: 80 })));
  const [first, second, third, fourth] = ids as [Id, Id, Id, Id];
  await take(ana, first);
  await take(ben, second);
  scene.clock.advance(2 * MINUTE_MS);
  await approve(ana, first);
  await approve(ben, second);
  await take(ana, third);
  await take(cem, fourth);
};

describe('agents at work', () => {
  it('are listed with what they have in review and what they decided today', async () => {
    await workAsThree();
    const { agents, hidesAgents } = await getCaseworkAgents(manager.context);
    expect(hidesAgents).toBe(false);
    expect(agents.map(({ agent, held, decidedToday }) => [agent.name, held?.eventId ?? null, decidedToday])).toEqual([
      ['Ana', 'p-3', 1],
      ['Cem', 'p-4', 0],
      ['Ben', null, 1],
    ]);
    expect(agents[0]).toMatchObject({
      isReviewing: true,
      held: { eventType: 'purchase', queueId: GENERAL_QUEUE_ID, amount: 80, currency: 'EUR' },
    });
    // Histograms have buckets of 15 %.
    expect(Math.abs((agents[0]?.handledSeconds ?? 0) - 120)).toBeLessThan(20);
    scene.clock.advance(DAY_MS);
    expect((await getCaseworkAgents(manager.context)).agents).toEqual([]);
  });

  it('are numbers without their cases where the environment hides them', async () => {
    await workAsThree();
    await test.database.inTenant(scene.tenantId, (trx) =>
      saveCaseSettings(
        trx,
        scene.tenantId,
        scene.idOf('Shop'),
        { ...DEFAULT_CASE_SETTINGS, hidesAgents: true },
        { by: 'test', at: new Date(scene.clock.now()) },
      ),
    );
    const hidden = await getCaseworkAgents(manager.context);
    expect(hidden.hidesAgents).toBe(true);
    expect(hidden.agents.map(({ isReviewing, held }) => [isReviewing, held])).toEqual([
      [true, null],
      [true, null],
      [false, null],
    ]);
    expect(hidden.agents.map(({ agent }) => agent.number).toSorted()).toEqual([1, 2, 3]);
    expect(JSON.stringify(hidden)).not.toMatch(/Ana|Ben|Cem|p-\d/);
    const admin = { ...manager.context, capabilities: capabilitiesOf(['ProductAdmin'], 'Standard') };
    expect((await getCaseworkAgents(admin)).agents.map(({ agent }) => agent.name)).toEqual(['Ana', 'Cem', 'Ben']);
  });
});
