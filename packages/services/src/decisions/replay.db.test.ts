import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { compilePlan, decide, type EngineInput } from '@redoubt/engine';
import { canonicalJson, fixedClock, newId, type JsonObject } from '@redoubt/kernel';
import { createLog, insertApplication, readEvent, readStoredAnswer, startProjectors } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { createList, replaceList } from '../lists/lists.commands.ts';
import { loadRecordedPlan } from '../plans/load-recorded-plan.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { DecisionService, type RecordedResult } from './decision-service.ts';
import { createTenantSourceLoader } from './load-tenant-sources.ts';
import { PlanRegistry } from './plan-registry.ts';

const CLIENT = 'c1e40000-0001-4000-8000-000000000001';
const RECEIVED_MS = Date.UTC(2026, 2, 14, 10, 22, 31, 120);

const test = useDatabase();
let scene: Scene;

const csv = (text: string): Readable => Readable.from([Buffer.from(text)]);

/** Publishes a rule of one clause per code. */
const publish = async (name: string, codes: readonly string[], environment = 'Root') => {
  const context = scene.contextIn(environment);
  const clauses = codes.map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code }));
  const text = { condition: '', clauses, samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  return publishRule(context, 'purchase', rule.id, input);
};

/** Sends one purchase through a service of its own and gives what was answered and what was recorded. */
const decideAndStore = async (body: JsonObject, plans: PlanRegistry) => {
  const { database } = test;
  const log = createLog(database);
  const projectors = startProjectors(database, log);
  const service = new DecisionService({
    plans,
    log,
    readAnswer: (key) => readStoredAnswer(database, key),
    monotonicMs: () => performance.now(),
    parseTime: (text) => Date.parse(text),
    onDecision: () => undefined,
  });
  const { tenantId } = scene;
  const environment = await service.resolveEnvironment({ tenantId, clientId: CLIENT }, scene.idOf('Child'));
  const answer = await service.record({
    kind: 'purchase',
    tenantId,
    environment,
    body,
    requestText: JSON.stringify(body),
    receivedAtMs: RECEIVED_MS,
    historical: false,
    correlationId: 'c0ffee00-0000-4000-8000-000000000001',
  });
  await projectors.caughtUp();
  await log.close();
  await projectors.close();
  const eventId = body.purchaseId as string;
  const event = await readEvent(database, { tenantId, environmentId: scene.idOf('Child'), kind: 'purchase', eventId });
  if (event === undefined) throw new Error('the event is not there');
  return { answer, event };
};

type Recorded = Awaited<ReturnType<typeof decideAndStore>>['event'];
type RecordedInputs = Omit<EngineInput, 'payload' | 'correlationId'> & { readonly planId: string };

/** Decides a recorded event again from nothing but its record; canonical text of everything the engine gave. */
const replay = async (event: Recorded, changes: Partial<RecordedInputs> & { readonly payload?: JsonObject } = {}) => {
  const inputs = { ...(event.inputs as unknown as RecordedInputs), ...changes };
  const levels = await loadRecordedPlan(test.database, scene.tenantId, inputs.planId);
  if (levels === undefined) throw new Error('the plan is not there');
  const { plan, problems } = compilePlan(inputs.planId, event.environmentId, levels, new Map());
  expect(problems).toEqual([]);
  const payload = changes.payload ?? (event.request as JsonObject);
  return canonicalJson(decide(plan, { ...inputs, payload, correlationId: event.correlationId }));
};

const resultOf = (event: Recorded): string => {
  const { answer: _answer, engineUs: _engineUs, ...result } = event.result as unknown as RecordedResult;
  return canonicalJson(result);
};

const createRegistry = () =>
  new PlanRegistry({
    load: createTenantSourceLoader(test.database, fixedClock(RECEIVED_MS)),
    onProblem: (_tenantId, _environmentId, problem) => {
      throw new Error(problem.message);
    },
  });

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  await test.database.inTenant(scene.tenantId, (trx) =>
    insertApplication(
      trx,
      scene.tenantId,
      { clientId: CLIENT, displayName: 'Shop', secretHash: '', apiRoles: ['Risk_API'], environmentIds: [] },
      { by: 'scene', at: new Date(RECEIVED_MS) },
    ),
  );
});

describe('a recorded purchase', () => {
  const prepare = async () => {
    const list = await createList(scene.contextIn('Root'), {
      name: 'Watched',
      description: '',
      stream: csv('Email,Why\nNORA.QUILL@mailbox.example,chargeback\n'),
    });
    await publish('Amount', [
      'OBSERVE Output(dice = RandomInt(1, 1000000000), at = DateTime.UtcNow, days = DaysSince(@"user.creationDate"))',
      'OBSERVE Output(why = Lookup("Watched", "Email", @"user.email", "Why", "-"))',
      'RETURN Review(Lookup("Watched", "Email", @"user.email", "Why", "-")) WHEN @"totalAmount" > 200',
    ]);
    return list;
  };

  it('gives the same decision, outputs and trace again, although its list and rules have changed since', async () => {
    const list = await prepare();
    const { answer, event } = await decideAndStore(PURCHASE_SAMPLE, createRegistry());
    expect(JSON.parse(answer)).toMatchObject({
      resultDetails: { MerchantRuleDecision: 'Review', MerchantRuleReason: 'chargeback', PolicyApplied: 'Amount' },
    });
    await replaceList(scene.contextIn('Root'), list.id, {
      version: list.version,
      stream: csv('Email,Why\nsomebody@else.example,none\n'),
    });
    await publish('Later', ['RETURN Reject() WHEN true'], 'Child');
    expect(await replay(event)).toBe(resultOf(event));
  });

  it('shows the difference when one recorded input is not what it was', async () => {
    await prepare();
    const { event } = await decideAndStore(PURCHASE_SAMPLE, createRegistry());
    const recorded = resultOf(event);
    const inputs = event.inputs as unknown as RecordedInputs;
    expect(await replay(event, { seed: (inputs.seed + 1) >>> 0 })).not.toBe(recorded);
    expect(await replay(event, { nowMs: inputs.nowMs + 1 })).not.toBe(recorded);
    expect(await replay(event, { payload: { ...(event.request as JsonObject), totalAmount: 1 } })).not.toBe(recorded);
    await publish('Later', ['RETURN Reject() WHEN true']);
    const { event: next } = await decideAndStore({ ...PURCHASE_SAMPLE, purchaseId: 'next' }, createRegistry());
    const { planId } = next.inputs as unknown as RecordedInputs;
    expect(planId).not.toBe(inputs.planId);
    expect(await replay(event, { planId })).not.toBe(recorded);
  });

  it('is answered in the very same bytes by another node when it is sent again', async () => {
    await prepare();
    const { answer } = await decideAndStore(PURCHASE_SAMPLE, createRegistry());
    const again = await decideAndStore({ ...PURCHASE_SAMPLE, totalAmount: 1 }, createRegistry());
    expect(again.answer).toBe(answer);
  });

  it('tells in Diagnostics which statement could not be worked out, and goes on', async () => {
    await publish('Careless', ['RETURN Reject() WHEN 1 / (@"totalAmount" - 214.9) > 0', 'RETURN Review("second")']);
    const { answer, event } = await decideAndStore(PURCHASE_SAMPLE, createRegistry());
    const { resultDetails } = JSON.parse(answer) as { resultDetails: Record<string, unknown> };
    expect(resultDetails).toMatchObject({ MerchantRuleDecision: 'Review', MerchantRuleReason: 'second' });
    expect(resultDetails.Diagnostics).toEqual({ 'Careless/Clause 1': [expect.any(String)] });
    expect(await replay(event)).toBe(resultOf(event));
  });
});
