import { EVENT_EXAMPLES, PURCHASE_SAMPLE, type Role } from '@redoubt/domain';
import { newId, type Id, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBranch } from '../branches/create-branch.command.ts';
import { getPromotion } from '../branches/promote-branch.command.ts';
import { createList, replaceList } from '../lists/lists.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { workOn } from '../testing/jobs.ts';
import type { WorkPoll } from '../work-poll.ts';
import { createBacktests } from './backtest-jobs.ts';
import { cancelBacktest, startBacktest } from './backtests.commands.ts';
import { getBacktest, getBacktests } from './backtests.queries.ts';
import type { BacktestRequest } from './prepare-backtest.ts';
import { runBacktest } from './run-backtest.ts';
import { backtestRule } from './try-rule.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const csv = (text: string): Readable => Readable.from([Buffer.from(text)]);
const clausesOf = (codes: readonly string[]) =>
  codes.map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code }));

const publish = async (
  name: string,
  codes: readonly string[],
  { environment = 'Root', condition = '' } = {},
): Promise<Id> => {
  const context = scene.contextIn(environment);
  const text = { condition, clauses: clausesOf(codes), samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
  return rule.id;
};

const buy = (purchaseId: string, changes: JsonObject = {}, environment = 'Root') =>
  merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, currency: 'EUR', ...changes, purchaseId });

const labelAs = (purchaseId: string, isFraud: boolean) =>
  merchant.send('Root', 'label', {
    labelObjectType: 'Purchase',
    labelObjectId: purchaseId,
    labelSource: 'CustomerEscalation',
    labelState: 'Fraud',
    eventTimeStamp: '2026-03-14T10:00:00Z',
    isFraud,
    _metadata: { merchantTimeStamp: '2026-03-14T10:00:00Z', trackingId: newId() },
  });

const requestFor = (codes: readonly string[], changes: Partial<BacktestRequest> = {}): BacktestRequest => ({
  environmentId: scene.idOf('Root'),
  assessment: 'purchase',
  ruleId: null,
  ruleName: 'Tried',
  text: { condition: '', clauses: clausesOf(codes) },
  baseline: 'today',
  from: new Date(0),
  to: new Date(scene.clock.now() + 86_400_000),
  ...changes,
});

const run = (request: BacktestRequest) =>
  runBacktest({
    database: test.database,
    clock: scene.clock,
    tenantId: scene.tenantId,
    installationKey: 'the key of a test',
    request,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

describe('a rule tried on history', () => {
  it('is tried on the events of its own assessment', async () => {
    await buy('p1', { totalAmount: 250 });
    for (const kind of ['accountLogin', 'accountCreation'] as const) {
      await merchant.send('Root', kind, EVENT_EXAMPLES[kind].full);
    }
    const codes = ['RETURN Challenge("SMS", "mobile") WHEN @"device.externalDeviceType" == "Mobile"'];
    const result = await run(requestFor(codes, { assessment: 'accountLogin' }));
    expect(result).toMatchObject({ events: 1, after: { Challenge: { events: 1 } }, unknown: [] });
  });

  it('shows what it would have changed, in events, money and fraud, clause by clause', async () => {
    const ruleId = await publish('Limit', ['RETURN Reject("high") WHEN @"totalAmount" > 200']);
    await buy('p1', { totalAmount: 250 });
    await buy('p2', { totalAmount: 150.25 });
    await buy('p3', { totalAmount: 120 }, 'Child');
    await buy('p4', { totalAmount: 50 });
    await buy('elsewhere', { totalAmount: 150 }, 'Other');
    await labelAs('p2', true);
    await labelAs('p1', false);
    const codes = [
      'RETURN Review("some") WHEN @"totalAmount" > 200',
      'RETURN Reject("more") WHEN @"totalAmount" > 100',
    ];
    const result = await run(requestFor(codes, { ruleId }));
    expect(result).toMatchObject({ events: 4, errors: { events: 0, messages: [] }, unknown: [] });
    expect(result.before.Reject).toMatchObject({ events: 1, genuine: 1 });
    expect(result.after.Reject.events).toBe(2);
    expect(result.changes).toMatchObject([
      {
        before: 'Approve',
        after: 'Reject',
        events: 2,
        fraud: 1,
        genuine: 0,
        amounts: [{ currency: 'EUR', amount: 270.25, fraudAmount: 150.25 }],
        samples: [
          { eventId: 'p2', environmentId: scene.idOf('Root'), clause: 'Clause 2', reason: 'more', label: 'Fraud' },
          { eventId: 'p3', environmentId: scene.idOf('Child') },
        ],
      },
      { before: 'Reject', after: 'Review', events: 1, samples: [{ eventId: 'p1', amount: 250 }] },
    ]);
    const [first, second] = result.clauses;
    expect([first?.decided.events, second?.decided.events]).toEqual([1, 2]);
    expect(second).toMatchObject({ fired: { events: 2 }, changed: { events: 2, fraud: 1 } });
  });

  it('decides as was decided live when nothing is changed, whatever lists and rules became later', async () => {
    const list = await createList(scene.contextIn('Root'), {
      name: 'Watched',
      description: '',
      stream: csv('Id\nu1\n'),
    });
    const codes = [
      'RETURN Review() WHEN RandomInt(0, 2) == 1',
      'RETURN Reject() WHEN ContainsKey("Watched", "Id", @"user.userId")',
    ];
    const ruleId = await publish('Dice', codes);
    for (let at = 0; at < 10; at++) await buy(`before ${at}`, { user: { userId: `u${at % 2}` } });
    await replaceList(scene.contextIn('Root'), list.id, { version: list.version, stream: csv('Id\nu0\n') });
    await publish('Later', ['RETURN Challenge("sms")'], { environment: 'Child' });
    for (let at = 0; at < 10; at++) await buy(`after ${at}`, { user: { userId: `u${at % 2}` } }, 'Child');
    const result = await run(requestFor(codes, { ruleId, baseline: 'recorded' }));
    expect(result).toMatchObject({ events: 20, changes: [] });
    expect(result.before).toEqual(result.after);
    expect(result.after.Approve.events).toBeLessThan(20);
  });

  it('reads a list as it was at each event, and counts the events before there was one', async () => {
    await buy('p0', { user: { userId: 'u1' } });
    const list = await createList(scene.contextIn('Root'), { name: 'Bad', description: '', stream: csv('Id\nu1\n') });
    await buy('p1', { user: { userId: 'u1' } });
    await replaceList(scene.contextIn('Root'), list.id, { version: list.version, stream: csv('Id\nu2\n') });
    await buy('p2', { user: { userId: 'u1' } });
    await buy('p3', { user: { userId: 'u2' } });
    const result = await run(requestFor(['RETURN Reject() WHEN ContainsKey("Bad", "Id", @"user.userId")']));
    expect(result.changes.flatMap(({ samples }) => samples.map(({ eventId }) => eventId))).toEqual(['p1', 'p3']);
    expect(result.unknown).toEqual([{ kind: 'list', name: 'Bad', events: 1 }]);
  });

  it('takes the place it would have among the rules', async () => {
    await publish('First', ['RETURN Approve()'], { condition: 'WHEN @"user.userId" == "friend"' });
    await buy('p1', { user: { userId: 'friend' } });
    await buy('p2', { user: { userId: 'foe' } });
    const result = await run(requestFor(['RETURN Reject()']));
    expect(result.changes).toMatchObject([{ events: 1, samples: [{ eventId: 'p2' }] }]);
  });

  it('counts events for which a statement could not be worked out', async () => {
    await buy('p1', { totalAmount: 5 });
    const { errors } = await run(requestFor(['RETURN Reject() WHEN 1 / (@"totalAmount" - 5) > 0']));
    expect(errors).toEqual({ events: 1, messages: [expect.any(String)] });
  });

  it('leaves out what lies outside its period, and answers for an empty one', async () => {
    await buy('p1');
    const none = await run(requestFor(['RETURN Reject()'], { to: new Date(scene.clock.now()) }));
    expect(none).toMatchObject({ events: 0, changes: [] });
  });

  it('is refused where the text does not compile, and where the rule is unknown', async () => {
    await expect(run(requestFor(['RETURN Reject( WHEN']))).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHABLE' });
    await expect(run(requestFor(['RETURN Reject()'], { ruleId: newId() }))).rejects.toMatchObject({
      code: 'RULE-UNKNOWN',
    });
  });
});

describe('a rule that an operator names', () => {
  const tryHere = (rule: Parameters<typeof backtestRule>[0]['rule'], environment = scene.idOf('Child')) =>
    backtestRule({
      database: test.database,
      clock: scene.clock,
      installationKey: 'the key of a test',
      environment,
      assessment: 'purchase',
      rule,
      baseline: 'today',
      from: new Date(0),
      to: new Date(scene.clock.now() + 86_400_000),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });

  it('is tried as it stands, or in the text that is given for it', async () => {
    await publish('Limit', ['RETURN Reject() WHEN @"totalAmount" > 200'], { environment: 'Child' });
    await buy('p1', { totalAmount: 150 }, 'Child');
    expect(await tryHere({ name: 'limit' })).toMatchObject({
      environmentName: 'Child',
      ruleName: 'Limit',
      tried: 'published',
      result: { events: 1, changes: [] },
    });
    const text = { condition: '', clauses: [{ name: 'Lower', code: 'RETURN Reject() WHEN @"totalAmount" > 100' }] };
    const given = await tryHere({ name: 'Limit', text });
    expect(given).toMatchObject({
      tried: 'given',
      result: { changes: [{ events: 1, before: 'Approve', after: 'Reject' }] },
    });
    await expect(tryHere({ name: 'nobody' })).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
    await expect(tryHere({ name: 'Limit' }, 'nowhere')).rejects.toMatchObject({ code: 'ENV-UNKNOWN' });
  });
});

describe('a branch tried on history', () => {
  it('stands in place of production, whole or with a rule of it that is being written', async () => {
    await publish('Limit', ['RETURN Reject("high")'], { condition: 'WHEN @"totalAmount" > 200' });
    await publish('Look', ['RETURN Review("some") WHEN @"totalAmount" > 100']);
    const context = scene.contextIn('Root');
    const production = (await getRuleSet(context, 'purchase')).rules;
    const ruleIds = production.flatMap(({ id, name }) => (name === 'Look' ? id : []));
    await createBranch(context, 'purchase', { name: 'Only looks', apiName: 'looks', ruleIds });
    await buy('p1', { totalAmount: 250 });
    await buy('p2', { totalAmount: 150 });
    await buy('p3', { totalAmount: 50 }, 'Child');
    await labelAs('p1', true);
    const whole = await run(requestFor([], { text: null, branch: 'LOOKS' }));
    expect(whole).toMatchObject({
      events: 3,
      before: { Reject: { events: 1, fraud: 1 }, Review: { events: 1 } },
      after: { Reject: { events: 0 }, Review: { events: 2, fraud: 1 } },
      changes: [{ before: 'Reject', after: 'Review', events: 1, fraud: 1 }],
      clauses: [],
      unknown: [],
    });
    const [look] = (await getRuleSet(context, 'purchase', { branch: 'looks' })).rules;
    const codes = ['RETURN Reject("all") WHEN @"totalAmount" > 40'];
    const drafted = await run(requestFor(codes, { ruleId: look?.id ?? null, ruleName: 'Look' }));
    expect(drafted).toMatchObject({ after: { Reject: { events: 3 } }, clauses: [{ decided: { events: 3 } }] });
    expect(drafted.changes.map(({ before, events }) => [before, events]).toSorted()).toEqual([
      ['Approve', 1],
      ['Review', 1],
    ]);
    await expect(run(requestFor([], { text: null, branch: 'gone' }))).rejects.toMatchObject({ code: 'BRANCH-UNKNOWN' });
  });
});

describe('backtests of a node', () => {
  let node: WorkPoll | undefined;
  afterEach(async () => {
    await node?.close();
    node = undefined;
  });
  const work = (): void => {
    const place = { database: test.database, clock: scene.clock };
    node = workOn(place, createBacktests({ ...place, installationKey: 'the key of a test' }));
  };
  const body = (codes: readonly string[], ruleId: Id) => ({
    ruleId,
    ruleName: 'Limit',
    condition: '',
    clauses: clausesOf(codes),
    baseline: 'today' as const,
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
  });

  it('run one after the other, keep their result and can be listed', async () => {
    const ruleId = await publish('Limit', ['RETURN Reject() WHEN @"totalAmount" > 200']);
    await buy('p1', { totalAmount: 150 });
    const context = scene.contextIn('Root');
    const started = await startBacktest(context, 'purchase', body(['RETURN Reject()'], ruleId));
    work();
    expect(started).toMatchObject({ status: 'waiting', ruleName: 'Limit', started: { by: 'Mara Lindqvist' } });
    await vi.waitFor(
      async () => {
        const now = await getBacktest(context, 'purchase', started.id);
        expect(now).toMatchObject({ status: 'done', eventsDone: 1, eventsTotal: 1, result: { events: 1 } });
      },
      { timeout: 20_000 },
    );
    const samplesFor = async (role: Role) =>
      (await getBacktest(scene.contextIn('Root', 'Reader', role), 'purchase', started.id)).result?.changes[0]?.samples;
    const user = PURCHASE_SAMPLE.user as { userId: string; firstName?: string };
    expect((await samplesFor('FraudEngineer'))?.[0]?.customer).toContain(user.firstName ?? user.userId);
    const { search: _search, ...capabilities } = context.capabilities;
    const unnamed = { ...context, capabilities };
    const [sample] = (await getBacktest(unnamed, 'purchase', started.id)).result?.changes[0]?.samples ?? [];
    expect(sample).not.toHaveProperty('customer');
    const { backtests } = await getBacktests(context, 'purchase', { ruleId });
    expect(backtests).toMatchObject([{ id: started.id, status: 'done', result: null }]);
    await expect(getBacktest(scene.contextIn('Other'), 'purchase', started.id)).rejects.toMatchObject({
      code: 'BACKTEST-UNKNOWN',
    });
    expect(await scene.activities()).toContain('Create Backtest Limit');
  });

  it('try a branch, and name the lists it was compared with', async () => {
    await publish('Limit', ['RETURN Reject() WHEN @"totalAmount" > 200']);
    const context = scene.contextIn('Root');
    await createBranch(context, 'purchase', { name: 'Nothing', apiName: 'nothing', ruleIds: [] });
    const { from, to, baseline } = body([], '');
    const asked = { branch: 'nothing', ruleId: null, ruleName: '', condition: '', clauses: [], from, to, baseline };
    const { state } = await getPromotion(context, 'purchase', 'nothing');
    const { id } = await startBacktest(context, 'purchase', asked);
    work();
    await vi.waitFor(async () => expect((await getBacktest(context, 'purchase', id)).status).toBe('done'), {
      timeout: 20_000,
    });
    const { backtests } = await getBacktests(context, 'purchase', { branch: 'nothing' });
    expect(backtests).toMatchObject([{ ruleId: null, ruleName: 'Nothing', state, clauses: [] }]);
    const neither = startBacktest(context, 'purchase', { ...asked, branch: undefined });
    await expect(neither).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });

  it('that were cancelled before their turn say so', async () => {
    const ruleId = await publish('Limit', ['RETURN Reject()']);
    const context = scene.contextIn('Root');
    const waiting = await startBacktest(context, 'purchase', body(['RETURN Approve()'], ruleId));
    expect((await cancelBacktest(context, 'purchase', waiting.id)).status).toBe('cancelled');
    const next = await startBacktest(context, 'purchase', body(['RETURN Approve()'], ruleId));
    work();
    await vi.waitFor(async () => expect((await getBacktest(context, 'purchase', next.id)).status).toBe('done'), {
      timeout: 20_000,
    });
    expect((await getBacktest(context, 'purchase', waiting.id)).status).toBe('cancelled');
    expect((await cancelBacktest(context, 'purchase', next.id)).status).toBe('done');
  });
});
