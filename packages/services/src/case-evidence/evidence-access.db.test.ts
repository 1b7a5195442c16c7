import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReview } from '../cases/start-review.command.ts';
import { createCaseScene, type Caller, type CaseScene } from '../testing/case-scene.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { getEventTimeline, getLinkedEvents } from './event-evidence.queries.ts';

const test = useDatabase();
let scene: CaseScene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createCaseScene(test);
  merchant = await createMerchant(test.database, scene);
  const user = { userId: 'nora', email: 'nora@mail.example' };
  for (const purchaseId of ['p-1', 'p-2', 'p-3']) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
    await merchant.send('Shop', 'purchase', { ...PURCHASE_SAMPLE, purchaseId, user });
  }
  const queueId = await scene.addQueue('Cards', { assignees: ['id of Ana'] });
  await scene.addCase('p-1');
  const caseId = await scene.addCase('p-2', { queueId });
  const { context, person } = scene.callerAs('Ana');
  await startReview(context, person, queueId, { caseId, giveBack: false });
});
afterEach(() => merchant.close());

const address = (eventId: string) => ({ eventType: 'purchase', eventEnvironmentId: scene.idOf('Shop'), eventId });

const linked = async ({ context, person }: Caller, list: 'cases' | 'decided' | 'all') => {
  const query = { attributes: ['email' as const], match: 'any' as const, days: 30, list, limit: 100 };
  const { events } = await getLinkedEvents(context, person, address('p-1'), query);
  return events.map((event) => `${event.eventId} ${event.case?.state ?? '-'}`).toSorted();
};

const steps = async ({ context, person }: Caller) =>
  (await getEventTimeline(context, person, address('p-2'))).entries.map(({ kind, what }) => `${kind} ${what}`);

describe('cases among what is known of an event', () => {
  it('are those of the caller’s queues alone: of others the event is seen, and not its case', async () => {
    const [ana, ben] = [scene.callerAs('Ana'), scene.callerAs('Ben')];
    expect(await linked(ana, 'cases')).toEqual(['p-2 InReview']);
    expect(await linked(ben, 'cases')).toEqual([]);
    expect(await linked(ana, 'decided')).toEqual(['p-3 -']);
    expect(await linked(ben, 'all')).toEqual(['p-2 -', 'p-3 -']);
    expect(await steps(ana)).toEqual(expect.arrayContaining(['case lease']));
    expect(await steps(ben)).toEqual(['received Approve']);
  });

  it('are none for those who may search and may not read cases', async () => {
    const agent = scene.callerAs('Sue', 'SupportAgent');
    expect(await linked(agent, 'all')).toEqual(['p-2 -', 'p-3 -']);
    expect(await linked(scene.callerAs('Mia', 'ManualReviewFraudManager'), 'all')).toEqual(['p-2 InReview', 'p-3 -']);
  });
});
