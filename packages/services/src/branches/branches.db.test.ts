import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRule } from '../rules/create-rule.command.ts';
import { deleteRule, rollBackRule, setRuleActive } from '../rules/change-rule.commands.ts';
import { saveDraft } from '../rules/draft.commands.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { putPublishApproval } from '../changes/put-approval.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { orderRules, putRuleSettings } from '../rules/rule-set.commands.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { deleteBranch, renameBranch } from './change-branch.commands.ts';
import { createBranch } from './create-branch.command.ts';
import { startExperiment, stopExperiment } from './experiments.commands.ts';
import { getBranches } from './branches.query.ts';
import { getExperiment } from './get-experiment.query.ts';
import { getPromotion, promoteBranch } from './promote-branch.command.ts';

const test = useDatabase();
let scene: Scene;

const text = (code: string): RuleText => ({
  condition: '',
  clauses: [{ id: newId(), name: 'Decide', code }],
  samplePayload: { totalAmount: 300 },
});
const REJECT_300 = 'RETURN Reject("High amount") WHEN @"totalAmount" > 300';
const REVIEW_100 = 'RETURN Review("Look") WHEN @"totalAmount" > 100';

const mara = (environment = 'Root') => scene.contextIn(environment, 'Mara Lindqvist');

const publish = (rule: RuleDetail, active = true) => {
  const { version, name, description } = rule;
  return publishRule(mara(), 'purchase', rule.id, { version, name, description, active, note: '', overwrite: false });
};
const published = async (name: string, code: string, branch?: string) =>
  publish(await createRule(mara(), 'purchase', { name, description: '', text: text(code), branch }));
const rewrite = async ({ id, version }: RuleDetail, code: string) =>
  publish(await saveDraft(mara(), 'purchase', id, { version, text: text(code) }));
const branchOf = (apiName: string, ruleIds: readonly string[], from?: string) =>
  createBranch(mara(), 'purchase', { name: `Branch ${apiName}`, apiName, ruleIds, from });
const namesIn = async (branch?: string) =>
  (await getRuleSet(mara(), 'purchase', { branch })).rules.map(({ name, status }) => `${name} ${status}`);
const ruleIn = async (branch: string, name: string) => {
  const { rules, drafts } = await getRuleSet(mara(), 'purchase', { branch });
  const found = [...rules, ...drafts].find((rule) => rule.name === name);
  return getRule(mara(), 'purchase', found?.id ?? newId());
};
const promote = async (apiName: string, clone: { name: string; apiName: string } | null = null, as = mara()) => {
  const { state } = await getPromotion(mara(), 'purchase', apiName);
  return promoteBranch(as, 'purchase', apiName, { state, clone, note: '' });
};
const purchase = (purchaseId: string, totalAmount: number): JsonObject => ({
  ...structuredClone(PURCHASE_SAMPLE),
  purchaseId,
  totalAmount,
});
const decisionIn = (answer: string): unknown =>
  (JSON.parse(answer) as { resultDetails: { MerchantRuleDecision: unknown } }).resultDetails.MerchantRuleDecision;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

describe('a branch', () => {
  it('holds copies of chosen published rules, and changes nothing outside itself', async () => {
    const limits = await published('Limits', REJECT_300);
    const looks = await published('Looks', REVIEW_100);
    const drafted = await saveDraft(mara(), 'purchase', looks.id, {
      version: looks.version,
      text: text('RETURN Approve()'),
    });
    const { branches } = await branchOf('strict', [drafted.id]);
    expect(branches).toMatchObject([
      {
        apiName: 'strict',
        source: null,
        rules: 1,
        drafts: 0,
      },
    ]);
    expect(await namesIn('STRICT')).toEqual(['Looks Active']);

    await rewrite(await ruleIn('strict', 'Looks'), REJECT_300);
    await published('Limits', REVIEW_100, 'strict');
    const set = await getRuleSet(mara(), 'purchase', { branch: 'strict' });
    await orderRules(mara(), 'purchase', {
      version: set.version,
      ruleIds: set.rules.map(({ id }) => id).toReversed(),
      branch: 'strict',
    });
    expect(await namesIn('strict')).toEqual(['Limits Active', 'Looks Active']);
    expect(await namesIn()).toEqual(['Limits Active', 'Looks ActiveWithDraft']);
    expect((await getRule(mara(), 'purchase', limits.id)).published?.version).toBe(1);

    await renameBranch(mara(), 'purchase', 'strict', { name: 'Stricter' });
    const [renamed] = (await getBranches(mara(), 'purchase')).branches;
    await deleteBranch(mara(), 'purchase', 'strict', renamed?.version ?? '');
    await expect(getRuleSet(mara(), 'purchase', { branch: 'strict' })).rejects.toMatchObject({
      code: 'BRANCH-UNKNOWN',
    });
    expect(await scene.activities()).toEqual(
      expect.arrayContaining([
        'Create RuleBranch Branch strict',
        'Rename RuleBranch Stricter',
        'Delete RuleBranch Stricter',
      ]),
    );
  });

  it('refuses names that are taken or reserved, drafts, foreign rules, and one too many', async () => {
    const draft = await createRule(mara(), 'purchase', { name: 'Idea', description: '' });
    await expect(branchOf('x', [draft.id])).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHED' });
    await expect(branchOf('x', [newId()])).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
    await expect(branchOf('production', [])).rejects.toMatchObject({ code: 'BRANCH-NAME-INVALID' });
    await expect(branchOf('a b', [])).rejects.toMatchObject({ code: 'BRANCH-NAME-INVALID' });
    for (let index = 0; index < 10; index += 1) await branchOf(`b${index}`, []);
    await expect(branchOf('B3', [])).rejects.toMatchObject({ code: 'BRANCH-NAME-TAKEN' });
    await expect(branchOf('b10', [])).rejects.toMatchObject({ code: 'BRANCH-LIMIT' });
  });
});

describe('a promotion', () => {
  it('publishes over the rules it stands for, adds new ones, and switches off what the branch leaves out', async () => {
    const limits = await published('Limits', REJECT_300);
    const looks = await published('Looks', REVIEW_100);
    await branchOf('next', [limits.id]);
    await rewrite(await ruleIn('next', 'Limits'), REVIEW_100);
    await published('Extra', REJECT_300, 'next');
    const draft = await createRule(mara(), 'purchase', { name: 'Idea', description: '', branch: 'next' });

    const { rules, drafts } = await getPromotion(mara(), 'purchase', 'next');
    expect(rules.map(({ change, production, branch }) => [change, (branch ?? production)?.name])).toEqual([
      ['changed', 'Limits'],
      ['added', 'Extra'],
      ['switchedOff', 'Looks'],
    ]);
    expect(drafts).toBe(1);

    const after = await promote('next');
    expect(after).toMatchObject({ branches: [], canClone: true });
    expect(await namesIn()).toEqual(['Limits Active', 'Extra Active', 'Looks Inactive']);
    const promoted = await getRule(mara(), 'purchase', limits.id);
    expect(promoted.published).toMatchObject({ version: 2, note: 'Branch next', clauses: [{ code: REVIEW_100 }] });
    expect(await getRule(mara(), 'purchase', draft.id)).toMatchObject({ branch: null, status: 'DraftOnly' });

    const back = await rollBackRule(mara(), 'purchase', limits.id, { version: promoted.version, to: 1, note: '' });
    expect(back.published).toMatchObject({ version: 3, restores: 1, clauses: [{ code: REJECT_300 }] });
    const off = await getRule(mara(), 'purchase', looks.id);
    await setRuleActive(mara(), 'purchase', looks.id, { version: off.version, active: true });
    expect(await namesIn()).toEqual(['Limits Active', 'Extra Active', 'Looks Active']);
    expect(await scene.activities()).toContain('Promote RuleBranch Branch next');
  });

  it('keeps the old production with its drafts from the second time on, and takes it back whole', async () => {
    const limits = await published('Limits', REJECT_300);
    await branchOf('one', [limits.id]);
    await expect(promote('one', { name: 'Old', apiName: 'old' })).rejects.toMatchObject({
      code: 'BRANCH-CLONE-REFUSED',
    });
    await promote('one');

    await branchOf('two', [limits.id]);
    await rewrite(await ruleIn('two', 'Limits'), REVIEW_100);
    const before = await getRule(mara(), 'purchase', limits.id);
    await saveDraft(mara(), 'purchase', limits.id, { version: before.version, text: text('RETURN Approve()') });
    await createRule(mara(), 'purchase', { name: 'Idea', description: '' });
    const after = await promote('two', { name: 'Old', apiName: 'old' });
    expect(after.branches).toMatchObject([{ name: 'Old', rules: 1, drafts: 2 }]);
    expect(await ruleIn('old', 'Limits')).toMatchObject({
      branch: { apiName: 'old' },
      draft: { clauses: [{ code: 'RETURN Approve()' }] },
      published: { clauses: [{ code: REJECT_300 }] },
    });
    await promote('old');
    expect((await getRule(mara(), 'purchase', limits.id)).published).toMatchObject({
      version: 3,
      clauses: [{ code: REJECT_300 }],
    });
  });

  it('takes names that change places, and refuses ones that another rule of production has', async () => {
    const first = await published('First', REJECT_300);
    const second = await published('Second', REVIEW_100);
    await branchOf('swap', [first.id, second.id]);
    const ruleA = await ruleIn('swap', 'First');
    const ruleB = await ruleIn('swap', 'Second');
    const renamed = async (rule: RuleDetail, name: string) => {
      const { id, description } = rule;
      const { version } = await getRule(mara(), 'purchase', id);
      const drafted = await saveDraft(mara(), 'purchase', id, { version, text: text(REVIEW_100) });
      const input = { version: drafted.version, name, description, active: true, note: '', overwrite: false };
      return publishRule(mara(), 'purchase', id, input);
    };
    await renamed(ruleA, 'Third');
    await renamed(ruleB, 'First');
    await renamed(ruleA, 'Second');
    await promote('swap');
    expect(await namesIn()).toEqual(['Second Active', 'First Active']);

    await branchOf('clash', []);
    await published('first', REJECT_300, 'clash');
    await expect(promote('clash')).rejects.toMatchObject({ code: 'RULE-NAME-TAKEN' });
  });

  it('needs the state that was looked at, and where it is chosen a second person', async () => {
    const limits = await published('Limits', REJECT_300);
    await branchOf('next', [limits.id]);
    const { state } = await getPromotion(mara(), 'purchase', 'next');
    await putPublishApproval(mara(), { required: true });
    const rule = await rewrite(await ruleIn('next', 'Limits'), REVIEW_100);
    expect(rule).toMatchObject({ needsApproval: false, published: { version: 2 } });
    const input = { state, clone: null, note: '' };
    await expect(promoteBranch(mara(), 'purchase', 'next', input)).rejects.toMatchObject({ code: 'BRANCH-STALE' });
    await expect(promote('next')).rejects.toMatchObject({ code: 'CHANGE-APPROVAL-REQUIRED' });
    expect((await getRule(mara(), 'purchase', limits.id)).published?.version).toBe(1);
  });
});

describe('test events and experiments', () => {
  let shop: Merchant;
  beforeEach(async () => {
    shop = await createMerchant(test.database, scene);
    const limits = await published('Limits', REJECT_300);
    await branchOf('strict', [limits.id]);
    await rewrite(await ruleIn('strict', 'Limits'), REVIEW_100);
  });
  afterEach(() => shop.close());

  it('decides a test event by the branch and keeps nothing of it', async () => {
    const body = purchase('p-1', 200);
    expect(decisionIn(await shop.test('Root', 'purchase', body, 'strict'))).toBe('Review');
    expect(decisionIn(await shop.test('Child', 'purchase', body, 'Strict'))).toBe('Review');
    const position = shop.velocities.position();
    expect(decisionIn(await shop.send('Root', 'purchase', body))).toBe('Approve');
    await shop.caughtUp();
    expect(shop.velocities.position()).toBe(position + 1);
  });

  it('lets a branch decide beside production, and counts the event in velocities once', async () => {
    const twice = 'RETURN Reject("Twice") WHEN Velocity.purchasesPerEmail(@"user.email", 1h) > 0';
    await published('Twice', twice, 'strict');
    const set = await getRuleSet(mara(), 'purchase', { branch: 'strict' });
    const ruleIds = set.rules.map(({ id }) => id).toReversed();
    const { version } = await orderRules(mara(), 'purchase', { version: set.version, ruleIds, branch: 'strict' });
    await putRuleSettings(mara(), 'purchase', { version, runMode: 'allUntilDecision', branch: 'strict' });
    const started = await startExperiment(mara(), 'purchase', 'strict', { sharePercent: 50, watched: 'Review' });
    const [experiment] = started.branches[0]?.experiments ?? [];
    expect(experiment).toMatchObject({ state: 'Running', sharePercent: 50 });
    await expect(
      deleteRule(mara(), 'purchase', (await ruleIn('strict', 'Limits')).id, (await ruleIn('strict', 'Limits')).version),
    ).rejects.toMatchObject({ code: 'BRANCH-EXPERIMENT-RUNNING' });
    // Read as production reads it, without the event itself: the first one of a customer is no second.
    await shop.send('Child', 'purchase', purchase('e-0', 50));
    await shop.send('Root', 'purchase', {
      ...purchase('e-1', 200),
      user: { userId: 'u', email: 'other@shop.example' },
    });
    await shop.caughtUp();
    scene.clock.advance(60_000);
    await shop.send('Root', 'purchase', purchase('e-2', 400));
    await shop.send('Root', 'purchase', purchase('e-2', 400));
    await shop.observed();
    const found = await getExperiment(mara(), 'purchase', 'strict', experiment?.id ?? '');
    expect(found.events).toBe(3);
    expect(
      found.decisions.map(({ production, branch, events, amount }) => [production, branch, events, amount]),
    ).toEqual(
      expect.arrayContaining([
        ['Approve', 'Approve', 1, 50],
        ['Approve', 'Review', 1, 200],
        ['Reject', 'Reject', 1, 400],
      ]),
    );
    expect(found.pairs.find(({ production }) => production === 'Reject')).toMatchObject({
      productionRule: 'Limits',
      branchRule: 'Twice',
    });
    expect(found.differences).toMatchObject([{ eventId: 'e-1', branchRule: 'Limits', environmentName: 'Root' }]);
    expect(found.labels).toEqual([]);
    for (const labelObjectId of ['e-1', 'e-2']) {
      await shop.send('Root', 'label', {
        labelObjectType: 'Purchase',
        labelObjectId,
        labelSource: 'CustomerEscalation',
        labelState: 'Fraud',
        eventTimeStamp: '2026-03-14T10:00:00Z',
        isFraud: true,
        _metadata: { merchantTimeStamp: '2026-03-14T10:00:00Z', trackingId: newId() },
      });
    }
    await shop.caughtUp();
    expect((await getExperiment(mara(), 'purchase', 'strict', experiment?.id ?? '')).labels).toMatchObject([
      { production: 'Approve', branch: 'Review', isFraud: true, events: 1, amount: 200 },
    ]);
    await stopExperiment(mara(), 'purchase', 'strict', experiment?.id ?? '');
    await shop.send('Root', 'purchase', purchase('e-9', 200));
    await shop.observed();
    expect(await getExperiment(mara(), 'purchase', 'strict', experiment?.id ?? '')).toMatchObject({
      state: 'Stopped',
      events: 3,
      skipped: 0,
      failed: 0,
    });
    expect(await scene.activities()).toEqual(
      expect.arrayContaining(['Start Experiment Branch strict', 'Stop Experiment Branch strict']),
    );
  });
});
