import { DEFAULT_CASE_CONFIGURATION, fail, GENERAL_QUEUE_ID, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, invariant, MINUTE_MS, newId, SECOND_MS } from '@redoubt/kernel';
import { claimJob, finishJob, readLastPosition } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCase } from '../cases/cases.queries.ts';
import { decideCase, undoCaseDecision } from '../cases/decide-case.commands.ts';
import { sendBackCase } from '../cases/review.commands.ts';
import { startReview } from '../cases/start-review.command.ts';
import { answerJson, startHostileServer } from '../call-runtime/testing-server.ts';
import { createExternalCall } from '../external-calls/external-calls.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createCaseScene, type CaseScene } from '../testing/case-scene.ts';
import { workOff } from '../testing/jobs.ts';
import { compileOnThisThread } from '../texts/text-compiler.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { ticketCall } from '../testing/ticket-call.ts';
import { getEventTimeline } from '../case-evidence/event-evidence.queries.ts';
import { createCaseTimeOuts } from './time-outs.job.ts';
import { createCaseConsequences, type CaseConsequences } from './consequences.job.ts';

const test = useDatabase();
let scene: CaseScene;
let merchant: Merchant;
let server: Awaited<ReturnType<typeof startHostileServer>>;
let purchases = 0;

beforeAll(async () => {
  scene = await createCaseScene(test);
  const context = scene.contextIn('Shop');
  const clauses = [{ id: newId(), name: 'All', code: 'RETURN Review("LOOK") WHEN true' }];
  const text = { condition: '', clauses, samplePayload: {} };
  const { id, version } = await createRule(context, 'purchase', { name: 'All', description: '', text });
  const choices = { name: 'All', description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', id, { version, ...choices });
  merchant = await createMerchant(test.database, scene);
  server = await startHostileServer({ '/tell': answerJson({ ticket: 'T-1' }) });
  const parameter = { name: 'purchase', sample: 'p-1' };
  await createExternalCall(
    context,
    merchant.calls,
    ticketCall('Tell', `${server.origin}/tell`, { method: 'POST', parameter }),
  );
  await configure([
    { name: 'Tell', code: 'DO External.Tell(@"purchaseId")' },
    { name: 'Label', code: 'DO Assessment.SendLabel(@"purchaseId", "Fraud", "Told by code")' },
    { name: 'Broken', code: 'DO External.Gone(@"purchaseId")' },
  ]);
});

afterAll(async () => {
  await merchant.close();
  await server.close();
});

/** Adds decisions that only run code. */
const configure = async (codes: readonly { readonly name: string; readonly code: string }[]): Promise<void> => {
  const reasons = ['Other'];
  const added = codes.map((each) => ({ ...each, caseAction: 'None', labelAction: 'None', reasons, sentiment: null }));
  const configuration = {
    ...DEFAULT_CASE_CONFIGURATION,
    decisions: [...DEFAULT_CASE_CONFIGURATION.decisions, ...added],
  };
  await test.asAdmin(
    `insert into case_configuration (tenant_id, environment_id, assessment, configuration, changed_by, changed_at)
      values ($1, $2, 'purchase', $3, 'Mara Lindqvist', now())`,
    [scene.tenantId, scene.idOf('Shop'), JSON.stringify(configuration)],
  );
};

const sendConsequences = async (service: CaseConsequences['service'] = merchant.service): Promise<void> => {
  const place = { database: test.database, clock: scene.clock };
  await workOff(place, createCaseConsequences({ ...place, service, texts: compileOnThisThread }));
  await merchant.projected();
};

/** What decides and stores, with another way of storing. */
const serviceWith = (record: CaseConsequences['service']['record']): CaseConsequences['service'] => {
  const { service } = merchant;
  return {
    record,
    resolveOpen: (tenantId, environmentId) => service.resolveOpen(tenantId, environmentId),
    press: (tenantId, event, read, button) => service.press(tenantId, event, read, button),
  };
};

/** Sends a purchase that is reviewed, and takes its case. */
const takeOne = async () => {
  purchases += 1;
  const purchaseId = `p-${purchases}`;
  await merchant.send('Shop', 'purchase', { ...PURCHASE_SAMPLE, purchaseId });
  scene.clock.advance(5 * MINUTE_MS);
  const { context, person } = scene.callerAs('Ana');
  const { case: found } = await getCase(context, person, 'purchase', purchaseId);
  await startReview(context, person, GENERAL_QUEUE_ID, { caseId: found.id, giveBack: true });
  return { purchaseId, caseId: found.id, context, person };
};

/** Decides the case of such a purchase. */
const decideOne = async (decision = 'Reject', reason = 'Stolen card') => {
  const taken = await takeOne();
  const { context, person, caseId } = taken;
  await decideCase(context, person, caseId, { decision, reason, note: '', takeNext: false });
  return taken;
};

const consequencesOf = async (purchaseId: string) => {
  const { context, person } = scene.callerAs('Mia', 'ManualReviewFraudManager');
  return (await getCase(context, person, 'purchase', purchaseId)).consequences;
};

const related = (purchaseId: string) =>
  test.asAdmin(
    `select body->>'statusType' as status, body->>'isFraud' as fraud, body->>'reasonText' as reason from related_event
      where subject_id = $1 order by kind`,
    [purchaseId],
  );

let before = 0;
beforeEach(async () => {
  before = await readLastPosition(test.database);
});
const stored = async () => (await readLastPosition(test.database)) - before;

it('a decision sends status and label through the log once it cannot be undone any more', async () => {
  const { purchaseId } = await decideOne();
  scene.clock.advance(10 * SECOND_MS - 1);
  await sendConsequences();
  expect(await related(purchaseId)).toEqual([]);
  scene.clock.advance(1);
  await sendConsequences();
  expect(await related(purchaseId)).toEqual([
    { status: 'Rejected', fraud: null, reason: null },
    { status: null, fraud: 'true', reason: 'Stolen card' },
  ]);
  const consequences = await consequencesOf(purchaseId);
  expect(consequences.map(({ step, problem }) => [step, problem]).toSorted()).toEqual([
    ['label', null],
    ['status', null],
  ]);
  expect(consequences.every(({ sentAt }) => sentAt !== null)).toBe(true);
  expect(await stored()).toBe(3);
});

it('a decision that was undone sends nothing', async () => {
  const { purchaseId, caseId, context, person } = await decideOne();
  await undoCaseDecision(context, person, caseId);
  scene.clock.advance(MINUTE_MS);
  await sendConsequences();
  expect(await related(purchaseId)).toEqual([]);
  expect(await stored()).toBe(1);
});

/** The service of a node that dies after it sent something. */
const diesAfterSending = () =>
  serviceWith(async (event) => {
    await merchant.service.record(event);
    throw new Error('The node died before it wrote down what it had sent.');
  });

it('what a node stored before it died is not stored again', async () => {
  const { purchaseId, caseId, context, person } = await decideOne();
  scene.clock.advance(10 * SECOND_MS);
  await sendConsequences(diesAfterSending());
  expect(await stored()).toBe(3);
  await expect(undoCaseDecision(context, person, caseId)).rejects.toMatchObject({ code: 'CASE-UNDO-REFUSED' });
  expect(await consequencesOf(purchaseId)).toMatchObject([{ sentAt: null }, { sentAt: null }]);
  scene.clock.advance(MINUTE_MS);
  await sendConsequences();
  const sent = await consequencesOf(purchaseId);
  expect(sent.every(({ sentAt }) => sentAt !== null)).toBe(true);
  expect(await stored()).toBe(3);
});

/** Ends the transactions that have consequences locked, as a network does that loses them, and waits until they are gone. */
const SEVER = `select pg_terminate_backend(pid, 30000) from pg_locks
  where locktype = 'relation' and relation = 'case_consequence'::regclass and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`;

it('what a node stores after it lost its connection, and another one took over, is stored once', async () => {
  const { purchaseId } = await decideOne();
  scene.clock.advance(10 * SECOND_MS);
  const place = { database: test.database, clock: scene.clock };
  const nodeWith = (service: CaseConsequences['service']) =>
    createCaseConsequences({ ...place, service, texts: compileOnThisThread });
  const other = nodeWith(merchant.service);
  const run = { signal: new AbortController().signal, report: () => undefined };
  await other.schedule?.run();
  const job = await claimJob(test.database, {
    node: 'a',
    kinds: ['caseConsequences'],
    now: new Date(scene.clock.now()),
  });
  invariant(job, 'the schedule has queued it');
  const takeOver = async () => {
    await test.asAdmin(SEVER);
    return other.run(job, run);
  };
  let takenOver: ReturnType<typeof takeOver> | undefined;
  const severed = serviceWith(async (event) => {
    await (takenOver ??= takeOver());
    return merchant.service.record(event);
  });
  await expect(nodeWith(severed).run(job, run)).rejects.toThrow();
  // Left as it is, the claim would keep other nodes from the consequences of the next test for fifteen seconds.
  await test.database.inTenant(scene.tenantId, (trx) =>
    finishJob(trx, job, { state: 'done', problem: null, at: new Date(scene.clock.now()) }),
  );
  await merchant.projected();
  expect(await stored()).toBe(3);
  expect(await related(purchaseId)).toHaveLength(2);
  expect((await consequencesOf(purchaseId)).every(({ sentAt }) => sentAt !== null)).toBe(true);
});

it('of an undo and of sending only one takes place, whichever comes first', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { purchaseId, caseId, context, person } = await decideOne();
    scene.clock.advance(10 * SECOND_MS);
    const undoing = async (): Promise<string> => {
      // Some begin before the sending, some while it is under way, some after.
      await delay(round * 4);
      return undoCaseDecision(context, person, caseId).then(
        () => 'undone',
        (error: { readonly code: string }) => error.code,
      );
    };
    const [undo] = await Promise.all([undoing(), sendConsequences()]);
    expect(['undone', 'CASE-UNDO-REFUSED']).toContain(undo);
    expect(await related(purchaseId)).toHaveLength(undo === 'undone' ? 0 : 2);
  }
});

it('of two decisions the second one sends, and the event says nothing of the first before', async () => {
  await test.asAdmin(
    `insert into case_settings (tenant_id, environment_id, hold_ms, second_review_percent, second_review_limits,
        hides_agents, changed_by, changed_at)
      values ($1, $2, 300000, 100, '[]', false, 'Mara Lindqvist', now())`,
    [scene.tenantId, scene.idOf('Shop')],
  );
  const { purchaseId, caseId, context: first, person } = await decideOne();
  await test.asAdmin('delete from case_settings where tenant_id = $1', [scene.tenantId]);
  scene.clock.advance(MINUTE_MS);
  await sendConsequences();
  expect(await related(purchaseId)).toEqual([]);
  const ben = scene.callerAs('Ben');
  const address = { eventType: 'purchase', eventEnvironmentId: scene.idOf('Shop'), eventId: purchaseId };
  const seen = await getEventTimeline(ben.context, ben.person, address);
  expect(seen.entries.map(({ what }) => what)).toContain('decideFirst');
  expect(JSON.stringify(seen)).not.toMatch(/Reject|Stolen/);
  expect(JSON.stringify(await getEventTimeline(first, person, address))).toMatch(/Reject.*Stolen/);
  await startReview(ben.context, ben.person, GENERAL_QUEUE_ID, { caseId, giveBack: true });
  const decision = { decision: 'Reject', reason: 'Stolen card', note: '', takeNext: false };
  await decideCase(ben.context, ben.person, caseId, decision);
  scene.clock.advance(10 * SECOND_MS);
  await sendConsequences();
  expect(await related(purchaseId)).toHaveLength(2);
});

it('a time-out sends like a decision, ten seconds later', async () => {
  const { purchaseId, context, person, caseId } = await takeOne();
  await sendBackCase(context, person, caseId);
  scene.clock.advance(DAY_MS);
  await workOff(
    { database: test.database, clock: scene.clock },
    createCaseTimeOuts({ database: test.database, clock: scene.clock }),
  );
  await sendConsequences();
  expect(await related(purchaseId)).toEqual([]);
  scene.clock.advance(10 * SECOND_MS);
  await sendConsequences();
  expect(await related(purchaseId)).toEqual([
    { status: 'Approved', fraud: null, reason: null },
    { status: null, fraud: 'false', reason: 'Time-out' },
  ]);
});

describe('the code of a decision', () => {
  it('makes its call, and keeps what was answered', async () => {
    const { purchaseId } = await decideOne('Tell', 'Other');
    scene.clock.advance(10 * SECOND_MS);
    server.seen.length = 0;
    await sendConsequences();
    expect(server.seen).toHaveLength(1);
    expect(await consequencesOf(purchaseId)).toMatchObject([
      {
        step: 'action',
        problem: null,
        result: { outcome: 'ran', calls: [{ name: 'Tell', status: 200, response: { ticket: 'T-1' } }] },
      },
    ]);
    await sendConsequences();
    expect(server.seen).toHaveLength(1);
  });

  it('sends its label once', async () => {
    const { purchaseId } = await decideOne('Label', 'Other');
    scene.clock.advance(10 * SECOND_MS);
    await sendConsequences(diesAfterSending());
    scene.clock.advance(MINUTE_MS);
    await sendConsequences();
    expect(await related(purchaseId)).toEqual([{ status: null, fraud: 'true', reason: 'Told by code' }]);
    expect(await stored()).toBe(2);
  });

  it('says why it cannot run any more', async () => {
    const { purchaseId } = await decideOne('Broken', 'Other');
    scene.clock.advance(10 * SECOND_MS);
    await sendConsequences();
    const [sent] = await consequencesOf(purchaseId);
    expect(sent).toMatchObject({ result: { outcome: 'error', errors: [expect.stringContaining('Gone')] } });
  });
});

it('what the log did not take is sent again, and says why it waits', async () => {
  const { purchaseId } = await decideOne();
  scene.clock.advance(10 * SECOND_MS);
  await sendConsequences(serviceWith(() => Promise.reject(fail('SRV-LOG-UNAVAILABLE', {}))));
  const consequences = await consequencesOf(purchaseId);
  expect(consequences).toMatchObject([{ problem: 'SRV-LOG-UNAVAILABLE' }, { problem: 'SRV-LOG-UNAVAILABLE' }]);
  scene.clock.advance(MINUTE_MS);
  await sendConsequences();
  expect(await related(purchaseId)).toHaveLength(2);
  expect(await stored()).toBe(3);
});
