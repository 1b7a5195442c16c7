import { capabilitiesOf, GENERAL_QUEUE_ID, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, invariant, MINUTE_MS, newId, SECOND_MS, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getEventTimeline } from '../case-evidence/event-evidence.queries.ts';
import { getCase, getQueueCases } from '../cases/cases.queries.ts';
import { decideCase, undoCaseDecision } from '../cases/decide-case.commands.ts';
import { decideCases } from '../cases/many-cases.commands.ts';
import { startReview } from '../cases/start-review.command.ts';
import { changeSupportEntries } from '../support-lists/change-support-entries.command.ts';
import { getSupportValue } from '../support-lists/support-lists.queries.ts';
import { createCaseScene, type CaseScene } from '../testing/case-scene.ts';
import { workOff } from '../testing/jobs.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { compileOnThisThread } from '../texts/text-compiler.ts';
import { createCaseConsequences } from './consequences.job.ts';

const test = useDatabase();
let scene: CaseScene;
let merchant: Merchant;
let purchases = 0;

beforeAll(async () => {
  scene = await createCaseScene(test);
  await publishNewRule(scene.contextIn('Shop'), 'All', ['RETURN Review("LOOK") WHEN true']);
  merchant = await createMerchant(test.database, scene);
});

afterAll(() => merchant.close());

const send = async () => {
  purchases += 1;
  const purchaseId = `p-${purchases}`;
  const email = `buyer-${purchases}@mailbox.example`;
  const deviceContext = {
    ...(PURCHASE_SAMPLE['deviceContext'] as JsonObject),
    externalDeviceId: `device-${purchases}`,
  };
  const user = { ...(PURCHASE_SAMPLE['user'] as JsonObject), email };
  await merchant.send('Shop', 'purchase', { ...PURCHASE_SAMPLE, purchaseId, user, deviceContext });
  scene.clock.advance(5 * MINUTE_MS);
  const { context, person } = scene.callerAs('Ana');
  const { case: found } = await getCase(context, person, 'purchase', purchaseId);
  return { purchaseId, email, deviceId: `device-${purchases}`, caseId: found.id };
};

const takeOne = async () => {
  const sent = await send();
  const caller = scene.callerAs('Ana');
  await startReview(caller.context, caller.person, GENERAL_QUEUE_ID, { caseId: sent.caseId, giveBack: true });
  return { ...sent, ...caller };
};

const REJECT = { decision: 'Reject', reason: 'Stolen card', note: '', takeNext: false } as const;
const inDays = (days: number): string => new Date(scene.clock.now() + days * DAY_MS).toISOString();

const sendConsequences = async (): Promise<void> => {
  const place = { database: test.database, clock: scene.clock };
  const { service } = merchant;
  await workOff(place, createCaseConsequences({ ...place, service, texts: compileOnThisThread }));
  await merchant.projected();
};

const listed = async (entity: 'email' | 'deviceId', value: string) =>
  (await getSupportValue(scene.contextIn('Shop'), entity, { value })).current;

const listActivities = async () => (await scene.activities()).filter((line) => line.includes('SupportList')).length;

const consequencesOf = async (purchaseId: string) => {
  const { context, person } = scene.callerAs('Mia', 'ManualReviewFraudManager');
  return (await getCase(context, person, 'purchase', purchaseId)).consequences;
};

describe('blocking values with a decision', () => {
  it('sets what was chosen to Block once the decision cannot be undone, with its reason, by the agent', async () => {
    const { purchaseId, email, deviceId, caseId, context, person } = await takeOne();
    const until = inDays(30);
    await decideCase(context, person, caseId, { ...REJECT, block: { entities: ['email'], until } });
    await sendConsequences();
    expect(await listed('email', email)).toBeNull();
    const before = await listActivities();
    scene.clock.advance(10 * SECOND_MS);
    await sendConsequences();
    expect(await listed('email', email)).toMatchObject({
      status: 'Block',
      reason: 'Stolen card',
      expiresAt: until,
      source: 'Case',
      added: { by: 'Ana' },
    });
    expect(await listed('deviceId', deviceId)).toBeNull();
    expect((await listActivities()) - before).toBe(1);
    expect(await consequencesOf(purchaseId)).toMatchObject([
      { step: 'status' },
      { step: 'label' },
      { step: 'block', problem: null, result: { outcome: 'ran', blocked: { email: 1 } } },
    ]);
    const address = { eventType: 'purchase', eventEnvironmentId: scene.idOf('Shop'), eventId: purchaseId };
    const { entries } = await getEventTimeline(context, person, address);
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'list', what: 'Block', by: 'Ana', subject: email, detail: 'Stolen card' }),
    );
  });

  it('is taken back with the decision', async () => {
    const { email, caseId, context, person } = await takeOne();
    await decideCase(context, person, caseId, { ...REJECT, block: { entities: ['email'], until: null } });
    await undoCaseDecision(context, person, caseId);
    scene.clock.advance(MINUTE_MS);
    await sendConsequences();
    expect(await listed('email', email)).toBeNull();
  });

  it('never shows the values to an agent who sees masks, and blocks the real ones', async () => {
    const { email, purchaseId, caseId, context, person } = await takeOne();
    const masked = { ...context, maskedEnvironments: new Set([scene.idOf('Shop')]) };
    const answer = await decideCase(masked, person, caseId, { ...REJECT, block: { entities: ['email'], until: null } });
    expect(JSON.stringify(answer)).not.toContain(email);
    scene.clock.advance(10 * SECOND_MS);
    await sendConsequences();
    expect(await listed('email', email)).toMatchObject({ status: 'Block', expiresAt: null });
    expect(JSON.stringify(await getCase(masked, person, 'purchase', purchaseId))).not.toContain(email);
  });

  it('of many cases blocks the values of each', async () => {
    const sent = [await send(), await send()];
    const { context, person } = scene.callerAs('Ana');
    const { results } = await decideCases(context, person, {
      caseIds: sent.map(({ caseId }) => caseId),
      decision: 'Reject',
      reason: 'Stolen card',
      note: '',
      block: { entities: ['deviceId', 'email'], until: null },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    scene.clock.advance(10 * SECOND_MS);
    await sendConsequences();
    for (const { email, deviceId } of sent) {
      expect(await listed('email', email)).toMatchObject({ status: 'Block' });
      expect(await listed('deviceId', deviceId)).toMatchObject({ status: 'Block' });
    }
  });

  it('writes once, however often it is sent', async () => {
    const { purchaseId, email, caseId, context, person } = await takeOne();
    await decideCase(context, person, caseId, { ...REJECT, block: { entities: ['email'], until: null } });
    scene.clock.advance(10 * SECOND_MS);
    await sendConsequences();
    const before = await listActivities();
    await test.asAdmin(`update case_consequence set sent_at = null where event_id = $1 and step = 'block'`, [
      purchaseId,
    ]);
    scene.clock.advance(MINUTE_MS);
    await sendConsequences();
    expect(await listed('email', email)).toMatchObject({ status: 'Block' });
    expect(await listActivities()).toBe(before);
    expect((await consequencesOf(purchaseId)).every(({ sentAt }) => sentAt !== null)).toBe(true);
  });
});

describe('a block that is tried again', () => {
  it('leaves a value that was set or taken off its list since the decision', async () => {
    const { purchaseId, email, deviceId, caseId, context, person } = await takeOne();
    await decideCase(context, person, caseId, { ...REJECT, block: { entities: ['email', 'deviceId'], until: null } });
    scene.clock.advance(10 * SECOND_MS);
    await sendConsequences();
    const manager = { ...scene.contextIn('Shop'), capabilities: capabilitiesOf(['ProductAdmin'], 'Standard') };
    const said = { reason: 'Mistaken', comments: '', expiresAt: null, source: 'ListPage' } as const;
    scene.clock.advance(SECOND_MS);
    await changeSupportEntries(manager, 'email', { ...said, values: [email], status: 'Safe' });
    await changeSupportEntries(manager, 'deviceId', { ...said, values: [deviceId], status: null });
    await test.asAdmin(`update case_consequence set sent_at = null where event_id = $1 and step = 'block'`, [
      purchaseId,
    ]);
    scene.clock.advance(MINUTE_MS);
    await sendConsequences();
    expect(await listed('email', email)).toMatchObject({ status: 'Safe', reason: 'Mistaken' });
    expect(await listed('deviceId', deviceId)).toBeNull();
    expect(await consequencesOf(purchaseId)).toContainEqual(
      expect.objectContaining({
        step: 'block',
        problem: null,
        result: { outcome: 'ran', blocked: { email: 0, deviceId: 0 } },
      }),
    );
  });

  it('blocks more values of an event than an agent may change at once, the rest when the hour allows it', async () => {
    const cards = Array.from({ length: 230 }, (_, at) => ({
      ...(PURCHASE_SAMPLE['paymentInstrumentList'] as JsonObject[])[0],
      merchantPaymentInstrumentId: `card-of-many-${at}`,
    }));
    const purchaseId = 'p-many-cards';
    await merchant.send('Shop', 'purchase', { ...PURCHASE_SAMPLE, purchaseId, paymentInstrumentList: cards });
    scene.clock.advance(HOUR_MS);
    const { context, person } = scene.callerAs('Ana');
    const { case: found } = await getCase(context, person, 'purchase', purchaseId);
    await startReview(context, person, GENERAL_QUEUE_ID, { caseId: found.id, giveBack: true });
    await decideCase(context, person, found.id, { ...REJECT, block: { entities: ['paymentInstrument'], until: null } });
    scene.clock.advance(10 * SECOND_MS);
    await sendConsequences();
    const block = async () => (await consequencesOf(purchaseId)).find(({ step }) => step === 'block');
    expect(await block()).toMatchObject({ sentAt: null, problem: 'SUPPORT-LIST-LIMIT' });
    scene.clock.advance(2 * HOUR_MS);
    await sendConsequences();
    expect(await block()).toMatchObject({ problem: null, result: { blocked: { paymentInstrument: cards.length } } });
  });
});

describe('blocking is refused', () => {
  const blockEmail = { entities: ['email' as const], until: null };

  it('without the right to set a status, which the case says beforehand', async () => {
    const { purchaseId, caseId, context, person } = await takeOne();
    const { supportListStatus: _right, ...capabilities } = capabilitiesOf(['ManualReviewAnalyst'], 'Standard');
    const without = { ...context, capabilities };
    expect((await getCase(context, person, 'purchase', purchaseId)).canBlock).toEqual([
      'email',
      'deviceId',
      'paymentInstrument',
    ]);
    expect((await getCase(without, person, 'purchase', purchaseId)).canBlock).toEqual([]);
    await expect(decideCase(without, person, caseId, { ...REJECT, block: blockEmail })).rejects.toMatchObject({
      code: 'CASE-BLOCK-REFUSED',
      params: { lists: 'Email Support List' },
    });
    expect((await getCase(context, person, 'purchase', purchaseId)).case.state).toBe('InReview');
  });

  it('with a decision that lets the event through, and for a time that is over', async () => {
    const { caseId, context, person } = await takeOne();
    const configured = (await getQueueCases(context, person, GENERAL_QUEUE_ID, { list: 'inReview', limit: 10 }))
      .decisions;
    const approve = configured[0]?.options.find(({ caseAction }) => caseAction === 'Approve');
    invariant(approve, 'the first configuration has a decision that approves');
    const said = { ...REJECT, decision: approve.name, reason: approve.reasons[0] ?? '' };
    await expect(decideCase(context, person, caseId, { ...said, block: blockEmail })).rejects.toMatchObject({
      code: 'CASE-BLOCK-REFUSED',
    });
    const past = { entities: ['email' as const], until: inDays(0) };
    await expect(decideCase(context, person, caseId, { ...REJECT, block: past })).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [{ path: 'body.block.until' }],
    });
  });

  it('for a list that rules read where a second person approves changes', async () => {
    const { purchaseId, caseId, context, person } = await takeOne();
    await publishNewRule(scene.contextIn('Shop'), `Reads ${newId()}`, [
      'RETURN Reject("STOLEN") WHEN IsBlock("Device Support List", @"deviceContext.externalDeviceId")',
    ]);
    await test.asAdmin(
      `insert into publish_approval (tenant_id, environment_id, required, changed_by, changed_at)
        values ($1, $2, true, 'Mara Lindqvist', now())`,
      [scene.tenantId, scene.idOf('Shop')],
    );
    expect((await getCase(context, person, 'purchase', purchaseId)).canBlock).toEqual(['email', 'paymentInstrument']);
    const block = { entities: ['deviceId' as const], until: null };
    await expect(decideCase(context, person, caseId, { ...REJECT, block })).rejects.toMatchObject({
      code: 'CASE-BLOCK-REFUSED',
      params: { lists: 'Device Support List' },
    });
    await decideCase(context, person, caseId, { ...REJECT, block: blockEmail });
    await test.asAdmin('delete from publish_approval where tenant_id = $1', [scene.tenantId]);
  });
});
