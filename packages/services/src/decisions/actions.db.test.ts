import type { AssessmentDetail, EventDetail } from '@redoubt/contracts';
import { newId, type Id, type JsonObject } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { getEvent } from '../events/get-event.query.ts';
import { replay } from './recorded/replay.ts';
import { createExternalCall, deleteExternalCall } from '../external-calls/external-calls.commands.ts';
import { answerJson, startHostileServer } from '../call-runtime/testing-server.ts';
import { getInventory } from '../inventory/get-inventory.query.ts';
import { deleteRule } from '../rules/change-rule.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { evaluateRule } from '../rules/evaluate-rule.query.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { orderRules } from '../rules/rule-set.commands.ts';
import { createRuleTemplate } from '../templates/rule-templates.commands.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { REVIEW_ASSESSMENT } from '../testing/review-assessment.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { ticketCall } from '../testing/ticket-call.ts';

const test = useDatabase();
const evaluator = createRuleEvaluator();
let server: Awaited<ReturnType<typeof startHostileServer>>;
let scene: Scene;
let merchant: Merchant;
let review: AssessmentDetail;
/** Lets the slow address answer. */
let release = Promise.withResolvers<void>();

beforeAll(async () => {
  server = await startHostileServer({
    '/tell': answerJson({ ticket: 'T-1' }),
    '/slow': (request, answer) => void release.promise.then(() => answerJson({ ticket: 'T-2' })(request, answer)),
  });
});
afterAll(async () => {
  release.resolve();
  await server.close();
  await evaluator.close();
});
beforeEach(async () => {
  server.seen.length = 0;
  release = Promise.withResolvers();
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  review = await createAssessment(scene.contextIn('Root'), REVIEW_ASSESSMENT);
});
afterEach(async () => {
  release.resolve();
  await merchant.drain();
  await merchant.close();
});

const SAMPLE = { metadata: { eventId: 'sample', merchantTimeStamp: '2026-11-21T09:00:00Z' }, stars: 2 };

const textOf = (code: string, condition = '') => ({
  condition,
  clauses: [{ id: newId(), name: 'Do', code }],
  samplePayload: SAMPLE,
});

type Written = { readonly condition?: string; readonly environment?: string; readonly type?: 'decision' | 'action' };

const draft = (name: string, code: string, { condition = '', environment = 'Root', type = 'action' }: Written = {}) =>
  createRule(scene.contextIn(environment), review.kind, {
    name,
    description: '',
    type,
    text: textOf(code, condition),
  });

const publish = async (name: string, code: string, written: Written = {}): Promise<Id> => {
  const { id, version } = await draft(name, code, written);
  const input = { version, name, description: '', active: true, note: '', overwrite: false };
  return (await publishRule(scene.contextIn(written.environment ?? 'Root'), review.kind, id, input)).id;
};

const callTo = (name: string, path: string, method: 'GET' | 'POST') => {
  const input = ticketCall(name, `${server.origin}${path}`, { method, parameter: { name: 'stars', sample: '4' } });
  return createExternalCall(scene.contextIn('Root'), merchant.calls, input);
};

const send = async (eventId: string, environment = 'Root'): Promise<JsonObject> => {
  const metadata = { ...SAMPLE.metadata, eventId };
  return JSON.parse(await merchant.send(environment, review.kind, { ...SAMPLE, metadata })) as JsonObject;
};

const eventOf = (eventId: string, environment = 'Root'): Promise<EventDetail> => {
  const environmentId = scene.idOf(environment);
  const params = { environmentId, eventEnvironmentId: environmentId, eventType: review.kind, eventId };
  return getEvent(scene.contextIn(environment), params);
};

const replayed = async (eventId: string, environment = 'Root') => {
  const place = { tenantId: scene.tenantId, environmentId: scene.idOf(environment), kind: review.kind, eventId };
  const record = await readEvent(test.database, place);
  if (record === undefined) throw new Error(`${eventId} is not there`);
  return (await replay(test.database, scene.tenantId, record)).difference;
};

describe('post-decision actions', () => {
  beforeEach(async () => {
    merchant = await createMerchant(test.database, scene);
  });

  it('belong to defined assessments, say nothing that decides, and have an order and a log of their own', async () => {
    const context = scene.contextIn('Root');
    const input = { name: 'A', description: '', type: 'action', text: textOf('DO SetResponse(x = 1)') } as const;
    await expect(createRule(context, 'purchase', input)).rejects.toMatchObject({ code: 'RULE-ACTION-NOT-HERE' });
    await expect(publish('Decides', 'RETURN Reject()')).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHABLE' });
    const rules = (await getRuleSet(context, review.kind)).rules.map(({ id }) => id);
    const [one, two] = [await publish('One', 'DO SetResponse(x = 1)'), await publish('Two', 'DO SetResponse(x = 2)')];
    const listed = async () => {
      const { rules: deciding, actions, drafts } = await getRuleSet(context, review.kind);
      return { rules: deciding.map(({ id }) => id), actions: actions.map(({ id }) => id), drafts: drafts.length };
    };
    expect(await listed()).toEqual({ rules, actions: [one, two], drafts: 1 });
    const { version } = await getRuleSet(context, review.kind);
    await orderRules(context, review.kind, { version, type: 'action', ruleIds: [two, one] });
    expect(await listed()).toEqual({ rules, actions: [two, one], drafts: 1 });
    const set = await getRuleSet(context, review.kind);
    await expect(orderRules(context, review.kind, { version: set.version, ruleIds: [two, one] })).rejects.toMatchObject(
      { code: 'RULE-ORDER-STALE' },
    );
    const published = await getRuleSet(context, review.kind);
    expect(published.actions.map(({ name, order, type }) => [name, order, type])).toEqual([
      ['Two', 1, 'action'],
      ['One', 2, 'action'],
    ]);
    const { version: tag } = await getRule(context, review.kind, two);
    await deleteRule(context, review.kind, two, tag);
    expect((await getRuleSet(context, review.kind)).actions).toMatchObject([{ name: 'One', order: 1 }]);
    expect(await scene.activities()).toEqual(
      expect.arrayContaining(['Publish PostDecisionAction One', 'Delete PostDecisionAction Two']),
    );
  });

  it('run after the decision, the parent’s first, and stand in the answer, in the trace and in a replay', async () => {
    await publish('Refuse', 'DO SetVariables(why = "few") RETURN Reject("few stars") WHEN @"stars" < 3', {
      type: 'decision',
    });
    await publish('Tell', 'DO SetResponse("Risk", band = "high", why = GetVariable("why").AsString())', {
      condition: 'WHEN Response.Decision() == "reject"',
    });
    await publish('Fails', 'DO SetResponse(x = 1 / @"nothing".ToInt32())');
    await publish('Adds', 'DO SetResponse("Risk", points = @"stars") DO SetResponse(child = true)', {
      environment: 'Child',
    });
    const answer = await send('one', 'Child');
    expect(answer).toMatchObject({
      decisionDetails: { merchantRuleDecision: 'Reject' },
      customProperties: { Risk: { band: 'high', why: 'few', points: 2 }, child: true },
      diagnostics: { 'Fails/Do': [expect.any(String)] },
    });
    const { actions, trace } = await eventOf('one', 'Child');
    expect(trace.flatMap(({ ruleName }) => ruleName)).not.toContain('Tell');
    expect(actions).toMatchObject([
      { actionName: 'Tell', environmentName: 'Root', outcome: 'ran', response: { Risk: { band: 'high' } } },
      { actionName: 'Fails', outcome: 'error' },
      { actionName: 'Adds', environmentName: 'Child', outcome: 'ran' },
    ]);
    expect(actions[0]?.steps.map(({ outcome }) => outcome)).toEqual(['true', 'fired']);
    expect(await replayed('one', 'Child')).toBeNull();
    expect(merchant.acted).toEqual(['ran', 'error', 'ran']);
    const set = await getRuleSet(scene.contextIn('Root'), review.kind);
    expect(set.actions.map(({ name, hits24h }) => [name, hits24h])).toEqual([
      ['Tell', 1],
      ['Fails', 0],
    ]);
  });

  it('call out with a recorded key, once for an event however often it comes; a replay makes no call', async () => {
    const { id, version } = await callTo('tell', '/tell', 'GET');
    await publish('Tell', 'DO External.tell(@"stars") DO SetResponse(ticket = External.tell(@"stars").ticket)');
    expect(await send('one')).toMatchObject({ customProperties: { ticket: 'T-1' } });
    expect(await send('one')).toMatchObject({ customProperties: { ticket: 'T-1' } });
    expect(server.seen).toHaveLength(1);
    const [action] = (await eventOf('one')).actions;
    expect(action?.calls).toMatchObject([{ name: 'tell', httpStatusCode: 200, response: { ticket: 'T-1' } }]);
    expect(action?.calls[0]?.idempotencyKey).toBe(server.seen[0]?.headers['idempotency-key']);
    expect(await replayed('one')).toBeNull();
    expect(server.seen).toHaveLength(1);
    const context = scene.contextIn('Root');
    await expect(deleteExternalCall(context, id, version)).rejects.toMatchObject({ code: 'CALL-REFERENCED' });
    const { rules } = await getInventory(context);
    expect(rules.map(({ name, type }) => [name, type])).toContainEqual(['Tell', 'action']);
  });

  it('are tried over a sample and a decision, without a call', async () => {
    await callTo('tell', '/tell', 'POST');
    const code =
      'DO SetResponse(ticket = External.tell("x").ticket) DO SetVariables(seen = Response.Decision() == "reject")';
    const { result } = await evaluateRule(scene.contextIn('Root'), evaluator, review.kind, textOf(code), {
      type: 'action',
      decision: 'Reject',
    });
    expect(result?.action).toEqual({
      customProperties: { ticket: 'T-0' },
      variables: { seen: true },
      calls: [{ name: 'tell', arguments: ['x'], response: { ticket: 'T-0' } }],
    });
    expect(server.seen).toEqual([]);
  });

  it('make templates, which make actions', async () => {
    const context = scene.contextIn('Root');
    const ruleId = await publish('Tell', 'DO SetResponse(x = 1)');
    const input = { name: 'Telling', description: '', assessment: review.kind, ruleId };
    const { id, file } = await createRuleTemplate(context, input);
    expect(file.rule.type).toBe('action');
    const made = await createRule(context, review.kind, { name: 'Again', description: '', templateId: id });
    expect(made).toMatchObject({ type: 'action', draft: { clauses: [{ code: 'DO SetResponse(x = 1)' }] } });
    await expect(
      createRule(context, 'purchase', { name: 'No', description: '', templateId: id }),
    ).rejects.toMatchObject({ code: 'RULE-ACTION-NOT-HERE' });
  });
});

describe('actions that take long', () => {
  beforeEach(async () => {
    merchant = await createMerchant(test.database, scene, undefined, { answerWaitsMs: 50 });
  });

  it('go on after the answer, which says that they are late, and are waited for at the end', async () => {
    await callTo('slow', '/slow', 'POST');
    await publish('Quick', 'DO SetResponse(quick = true)');
    await publish('Slow', 'DO SetResponse(slow = External.slow(@"stars").ticket)');
    await publish('After', 'DO External.slow("after")');
    expect(await send('one')).toMatchObject({ customProperties: { quick: true } });
    const { actions } = await eventOf('one');
    expect(actions.map(({ actionName, outcome }) => [actionName, outcome])).toEqual([
      ['Quick', 'ran'],
      ['Slow', 'late'],
      ['After', 'late'],
    ]);
    expect(await replayed('one')).toBeNull();
    expect(merchant.acted).toEqual([]);
    release.resolve();
    await merchant.drain();
    expect(merchant.acted).toEqual(['ran', 'ran', 'ran']);
    expect(server.seen.map(({ body }) => JSON.parse(body) as JsonObject)).toEqual([{ stars: '2' }, { stars: 'after' }]);
  });

  it('are continued by another node where the first is gone, with the keys they had', async () => {
    await callTo('tell', '/tell', 'GET');
    await callTo('slow', '/slow', 'GET');
    await publish('Quick', 'DO SetResponse(ticket = External.tell(@"stars").ticket)');
    await publish('Slow', 'DO External.slow(@"stars")');
    await publish('After', 'DO External.tell("after")');
    await send('one');
    const noted = () => test.asAdmin('select event_id, attempts from late_action');
    expect(await noted()).toEqual([{ event_id: 'one', attempts: 0 }]);
    await merchant.resume();
    expect(await noted()).toEqual([{ event_id: 'one', attempts: 0 }]);

    await test.asAdmin('update late_action set due_at = now()');
    const other = await createMerchant(test.database, scene, undefined, { answerWaitsMs: 50 });
    const resumed = other.resume();
    const asked = () => server.seen.map(({ path, headers }) => [path.split('?')[0], headers['idempotency-key']]);
    await expect.poll(asked, { timeout: 30_000 }).toHaveLength(3);
    release.resolve();
    await resumed;
    expect(other.acted).toEqual(['ran', 'ran', 'ran']);
    await merchant.drain();
    const [quick, slow, ...rest] = asked();
    expect([quick?.[0], slow?.[0]]).toEqual(['/tell', '/slow']);
    expect(rest.filter(([path]) => path === '/slow')).toEqual([slow]);
    expect(new Set(rest.filter(([path]) => path === '/tell').map(([, key]) => key)).size).toBe(1);
    expect(rest).toHaveLength(3);
    expect(await noted()).toEqual([]);
    await other.close();
  });
});
