import type { CallText } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type Id, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getSymbolTable } from '../symbols/get-symbol-table.query.ts';
import { getEvent } from '../events/get-event.query.ts';
import { replay } from '../decisions/recorded/replay.ts';
import { publishFunction } from '../functions/function.commands.ts';
import { evaluateFunction } from '../functions/functions.queries.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { evaluateRule } from '../rules/evaluate-rule.query.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createPartnerFunction } from '../testing/partner-function.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storedPurchase } from '../testing/store-events.ts';
import { tryOnHistory } from '../testing/whole-history.ts';
import {
  changeExternalCall,
  createExternalCall,
  deleteExternalCall,
  testExternalCall,
} from '../external-calls/external-calls.commands.ts';
import { getExternalCall, getExternalCallMetrics, getExternalCalls } from '../external-calls/external-calls.queries.ts';
import { answerJson, startHostileServer, type SeenRequest } from './testing-server.ts';

const test = useDatabase();
const evaluator = createRuleEvaluator();
let server: Awaited<ReturnType<typeof startHostileServer>>;
let scene: Scene;
let merchant: Merchant;
/** What the other side answers at the moment. */
let score = 700;

beforeAll(async () => {
  server = await startHostileServer({
    '/score': (request, answer) => answerJson({ score, asked: request.body })({} as SeenRequest, answer),
    '/hangs': () => undefined,
  });
});
afterAll(async () => {
  await server.close();
  await evaluator.close();
});
beforeEach(async () => {
  score = 700;
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const textOf = (changes: Partial<CallText['definition']> = {}, rest: Partial<CallText> = {}): CallText => ({
  name: 'riskScore',
  description: 'Scores of a partner',
  definition: {
    method: 'POST',
    url: `${server.origin}/score`,
    contentType: 'json',
    parameters: [{ name: 'user', sample: 'nora' }],
    configurations: [],
    headers: [],
    body: null,
    authentication: { kind: 'basic', userName: 'shop' },
    timeoutMs: 5000,
    defaultResponse: { score: 1 },
    ...changes,
  },
  sampleResponse: { score: 650 },
  secrets: { auth: 'the password' },
  ...rest,
});

const create = (changes: Partial<CallText['definition']> = {}, rest: Partial<CallText> = {}, environment = 'Root') =>
  createExternalCall(scene.contextIn(environment), merchant.calls, textOf(changes, rest));

const ruleText = (codes: readonly string[]) => ({
  condition: '',
  clauses: codes.map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code })),
  samplePayload: PURCHASE_SAMPLE,
});

const publish = async (codes: readonly string[], environment = 'Root', name = 'Partner'): Promise<Id> => {
  const context = scene.contextIn(environment);
  const rule = await createRule(context, 'purchase', { name, description: '', text: ruleText(codes) });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  return (await publishRule(context, 'purchase', rule.id, input)).id;
};

const buy = async (purchaseId: string, environment = 'Root'): Promise<string> => {
  const answer = await merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId });
  const { resultDetails } = JSON.parse(answer) as { resultDetails: JsonObject };
  return `${resultDetails['MerchantRuleDecision'] as string} ${(resultDetails['MerchantRuleReason'] as string | undefined) ?? ''}`;
};

const stored = (eventId: string, environment?: string) => storedPurchase(test.database, scene, eventId, environment);

const ASKING =
  'RETURN Reject("score " + External.riskScore(@"user.userId").score.AsString()) WHEN External.riskScore(@"user.userId").score > 600';

describe('a rule that calls out', () => {
  it('decides with the answer, is asked once for each event, and replays to the letter', async () => {
    await create();
    await publish([ASKING]);
    const before = server.seen.length;
    expect(await buy('one')).toBe('Reject score 700');
    expect(server.seen.slice(before)).toMatchObject([{ method: 'POST', body: expect.stringContaining('user') }]);
    const record = await stored('one');
    const environmentId = scene.idOf('Root');
    const shown = await getEvent(scene.contextIn('Root'), {
      environmentId,
      eventType: 'purchase',
      eventEnvironmentId: environmentId,
      eventId: 'one',
    });
    expect(shown.calls).toMatchObject([{ name: 'riskScore', environmentName: 'Root', httpStatusCode: 200, error: '' }]);
    score = 5;
    expect((await replay(test.database, scene.tenantId, record)).difference).toBeNull();
    expect(await buy('two')).toBe('Approve NO_CLAUSE_HIT');
    const asked = server.seen.length;
    expect(await buy('one')).toBe('Reject score 700');
    expect(server.seen).toHaveLength(asked);
  });

  it('goes on with the default where no answer comes, and the metrics say why', async () => {
    const { id } = await create({ url: `${server.origin}/hangs`, timeoutMs: 50, defaultResponse: { score: 999 } });
    await publish([ASKING]);
    expect(await buy('one')).toBe('Reject score 999');
    expect((await replay(test.database, scene.tenantId, await stored('one'))).difference).toBeNull();
    await merchant.counted();
    const context = scene.contextIn('Root');
    expect(await getExternalCallMetrics(context, merchant.calls, id, { period: '1h' })).toMatchObject({
      health: 'failing',
      figures: { calls: 1, success: 0, averageMs: expect.any(Number), p99Ms: expect.any(Number) },
      failures: [{ outcome: 'timeout', calls: 1 }],
    });
    expect((await getExternalCalls(context, merchant.calls, { period: '1h' })).calls).toMatchObject([
      { name: 'riskScore', health: 'failing', users: [{ kind: 'rule', name: 'Partner', assessment: 'purchase' }] },
    ]);
  });

  it('reads every velocity as it stood at one position, although others came while it waited', async () => {
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = await startHostileServer({
      '/score': (request, answer) => {
        const isFirst = request.body.includes('first');
        if (isFirst) asked.resolve();
        void (isFirst ? goOn.promise : Promise.resolve()).then(() => answerJson({ score: 700 })(request, answer));
      },
    });
    await create({ url: `${slow.origin}/score` });
    const read = 'Velocity.purchasesPerEmail(@"user.email", 1h)';
    await publish([`OBSERVE Output(before = ${read}, s = External.riskScore(@"purchaseId").score, after = ${read})`]);
    await merchant.refresh();
    const first = merchant.sendWithOldPlan('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'first' });
    await asked.promise;
    await merchant.sendWithOldPlan('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'second' });
    await merchant.caughtUp();
    goOn.resolve();
    await first;
    await buy('last');
    const record = await stored('first');
    expect(record.result).toMatchObject({ outputs: { 'Clause 1': { before: 1, s: 700, after: 1 } } });
    expect((await replay(test.database, scene.tenantId, record)).difference).toBeNull();
    expect(slow.seen.filter(({ body }) => body.includes('first'))).toHaveLength(1);
    await slow.close();
  });

  it('calls what its own environment has, also through a function of an environment above', async () => {
    await create();
    const root = scene.contextIn('Root');
    const fn = await createPartnerFunction(root);
    const { draft } = fn;
    const evaluation = await evaluateFunction(root, evaluator, {
      name: 'Partner',
      text: { parameters: [], outputs: draft?.outputs ?? [], samplePayload: PURCHASE_SAMPLE },
    });
    expect(evaluation.result?.outputs).toMatchObject([{ name: 'score', value: 650 }]);
    await publishFunction(root, fn.id, { version: fn.version, description: '', note: '' });
    await publish(['RETURN Review("p") WHEN Functions.root.Partner().score == 700'], 'Child');
    expect(await buy('one', 'Child')).toBe('Review p');
    expect((await replay(test.database, scene.tenantId, await stored('one', 'Child'))).difference).toBeNull();
    await expect(publish([ASKING], 'Child', 'Own')).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHABLE' });
  });

  it('is tried on a sample with the sample of the call, and makes no call', async () => {
    await create();
    const before = server.seen.length;
    const evaluation = await evaluateRule(scene.contextIn('Root'), evaluator, 'purchase', ruleText([ASKING]));
    expect(evaluation).toMatchObject({ diagnostics: [], result: { decision: 'Reject', reason: 'score 650' } });
    expect(server.seen).toHaveLength(before);
  });

  it('is tried on history with what was answered then; what was not asked then is not known', async () => {
    await create();
    const ruleId = await publish([ASKING]);
    await buy('one');
    const before = server.seen.length;
    const tried = (codes: readonly string[]) =>
      tryOnHistory(test.database, scene, { ruleId, ruleName: 'Partner', text: ruleText(codes), baseline: 'recorded' });
    expect(await tried(['RETURN Review() WHEN External.riskScore(@"user.userId").score == 700'])).toMatchObject({
      events: 1,
      after: { Review: { events: 1 } },
      unknown: [],
    });
    expect(await tried(['RETURN Review() WHEN External.riskScore("another").score == 700'])).toMatchObject({
      after: { Approve: { events: 1 } },
      unknown: [{ kind: 'call', name: 'riskScore', events: 1 }],
    });
    expect(server.seen).toHaveLength(before);
  });
});

describe('an external call that is kept', () => {
  it('keeps its secrets sealed, and never shows them', async () => {
    const created = await create();
    expect(JSON.stringify(created)).not.toContain('the password');
    expect(created.secrets).toMatchObject([{ slot: 'auth', set: { by: 'Mara Lindqvist' } }]);
    const everything = await test.database.inTenant(scene.tenantId, async (trx) => [
      await trx.selectFrom('external_call').selectAll().execute(),
      await trx.selectFrom('audit_entry').selectAll().execute(),
      await trx.selectFrom('plan_unit').selectAll().execute(),
    ]);
    expect(JSON.stringify(everything)).not.toContain('the password');
    expect(await scene.activities()).toEqual(['Create ExternalCall riskScore']);
  });

  it('keeps secrets only for where they went', async () => {
    const context = scene.contextIn('Root');
    const { id, version } = await create();
    const elsewhere = textOf({ url: 'https://elsewhere.example/score' }, { secrets: {} });
    const needed = { code: 'CALL-SECRETS-NEEDED' };
    await expect(changeExternalCall(context, merchant.calls, id, { ...elsewhere, version })).rejects.toMatchObject(
      needed,
    );
    const { definition } = elsewhere;
    await expect(
      testExternalCall(context, merchant.calls, { callId: id, definition, secrets: {} }),
    ).rejects.toMatchObject(needed);
    const copy = { ...elsewhere, name: 'copy', copiedFrom: id };
    await expect(createExternalCall(context, merchant.calls, copy)).rejects.toMatchObject(needed);
    const tested = await testExternalCall(context, merchant.calls, {
      callId: id,
      definition: textOf().definition,
      secrets: {},
    });
    expect(tested).toMatchObject({ outcome: 'ok', response: { score: 700, asked: '{"user":"nora"}' } });
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Basic ${btoa('shop:the password')}`);
    const cloned = await createExternalCall(context, merchant.calls, {
      ...textOf({}, { secrets: {} }),
      name: 'clone',
      copiedFrom: id,
    });
    expect(cloned.secrets).toHaveLength(1);
  });

  it('keeps name and parameters while a rule uses it, and stays', async () => {
    const context = scene.contextIn('Root');
    const { id, version } = await create();
    await publish([ASKING]);
    const used = await getExternalCall(context, id);
    expect(used.users).toMatchObject([{ name: 'Partner' }]);
    const frozen = { code: 'CALL-FROZEN', params: { users: ['Partner'] } };
    const change = (changes: Partial<CallText['definition']>, rest: Partial<CallText> = {}) =>
      changeExternalCall(context, merchant.calls, id, { ...textOf(changes, rest), version });
    await expect(change({}, { name: 'other' })).rejects.toMatchObject(frozen);
    await expect(change({ parameters: [] })).rejects.toMatchObject(frozen);
    await expect(deleteExternalCall(context, id, version)).rejects.toMatchObject({
      code: 'CALL-REFERENCED',
      params: { users: ['Partner'] },
    });
    const changed = await change({ timeoutMs: 900, defaultResponse: null });
    expect(changed.definition).toMatchObject({ timeoutMs: 900 });
    await expect(change({ timeoutMs: 800 })).rejects.toMatchObject({ code: 'CALL-STALE' });
  });

  it('is refused where it could not be made, or another one has its name here or above', async () => {
    await create();
    const refusal = (changes: Partial<CallText['definition']>, rest: Partial<CallText> = {}, environment = 'Root') =>
      create(changes, rest, environment).then(
        () => 'kept',
        (error: { code: string }) => error.code,
      );
    expect(await refusal({}, { name: 'RISKSCORE' })).toBe('CALL-NAME-TAKEN');
    expect(await refusal({}, {}, 'Child')).toBe('CALL-NAME-TAKEN');
    expect(await refusal({}, { name: '1st' })).toBe('CALL-NAME-INVALID');
    expect(await refusal({ url: 'http://score.example/' }, { name: 'plain' })).toBe('CALL-INVALID');
    expect(await refusal({}, { name: 'open', secrets: {} })).toBe('CALL-SECRETS-NEEDED');
  });

  it('is deleted when it is unused', async () => {
    const context = scene.contextIn('Root');
    const { id, version } = await create();
    expect((await getSymbolTable(context, 'purchase')).calls).toMatchObject([
      { name: 'riskScore', parameters: ['user'] },
    ]);
    await deleteExternalCall(context, id, version);
    await expect(getExternalCall(context, id)).rejects.toMatchObject({ code: 'CALL-UNKNOWN' });
  });
});
