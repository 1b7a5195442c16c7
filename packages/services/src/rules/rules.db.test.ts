import { Readable } from 'node:stream';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createList } from '../lists/lists.commands.ts';
import { REJECT, ruleTextOf, ruleWriters } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { deleteRule, renameRule, setRuleActive } from './change-rule.commands.ts';
import { createRule } from './create-rule.command.ts';
import { discardDraft, saveDraft } from './draft.commands.ts';
import { getRuleSet } from './get-rule-set.query.ts';
import { getRule, getRuleVersion } from './get-rule.query.ts';
import { orderRules, putRuleSettings } from './rule-set.commands.ts';

const test = useDatabase();
let scene: Scene;

const { mara, tomas, draft, publish, published } = ruleWriters(() => scene);
const names = async (environment = 'Root') => {
  const set = await getRuleSet(mara(environment), 'purchase');
  return { rules: set.rules.map(({ name }) => name), drafts: set.drafts.map(({ name }) => name) };
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Leaf: { parent: 'Child' } });
});

describe('a new rule', () => {
  it('is a draft with a sample, shared with everybody who may write, and says whose it is', async () => {
    const rule = await createRule(mara(), 'purchase', { name: ' Limits ', description: 'd' });
    expect(rule).toMatchObject({
      name: 'Limits',
      status: 'DraftOnly',
      order: null,
      published: null,
      draft: { by: 'Mara Lindqvist', condition: '', basedOnVersion: 0 },
      canWrite: true,
    });
    expect(rule.draft?.samplePayload).toMatchObject({ purchaseId: 'ord-100002' });
    expect(await getRule(tomas(), 'purchase', rule.id)).toEqual(rule);
    expect(await names()).toEqual({ rules: [], drafts: ['Limits'] });
    expect(await scene.planVersion()).toBe(0);
  });

  it('needs a name that no rule of the set has', async () => {
    await draft('Limits');
    await expect(draft('LIMITS')).rejects.toMatchObject({ code: 'RULE-NAME-TAKEN' });
    await expect(draft('two\nlines')).rejects.toMatchObject({ code: 'RULE-NAME-INVALID' });
    await expect(draft('Limits', REJECT, 'Child')).resolves.toMatchObject({ name: 'Limits' });
  });

  it('refuses texts that cannot be stored', async () => {
    const nul = createRule(mara(), 'purchase', { name: 'a', description: '', text: ruleTextOf('RETURN \0') });
    await expect(nul).rejects.toMatchObject({ code: 'REQ-INVALID', problems: [{ path: 'body.text.clauses[0].code' }] });
    const sample = { ...ruleTextOf(REJECT), samplePayload: { a: ['\ud83d'] } };
    const half = createRule(mara(), 'purchase', { name: 'a', description: '', text: sample });
    await expect(half).rejects.toMatchObject({ problems: [{ path: 'body.text.samplePayload' }] });
    const twice = ruleTextOf(REJECT);
    const same = { ...twice, clauses: [...twice.clauses, ...twice.clauses] };
    await expect(createRule(mara(), 'purchase', { name: 'a', description: '', text: same })).rejects.toMatchObject({
      problems: [{ path: 'body.text.clauses[1].id' }],
    });
  });
});

describe('a draft', () => {
  it('is saved over the one before, unless another user saved meanwhile', async () => {
    const rule = await draft('Limits');
    const saved = await saveDraft(tomas(), 'purchase', rule.id, {
      version: rule.version,
      text: ruleTextOf('RETURN Approve()'),
    });
    expect(saved.draft).toMatchObject({ by: 'Tomas Berg' });
    const stale = saveDraft(mara(), 'purchase', rule.id, { version: rule.version, text: ruleTextOf(REJECT) });
    await expect(stale).rejects.toMatchObject({ code: 'RULE-STALE', params: { name: 'Limits', by: 'Tomas Berg' } });
  });

  it('beside a published text leaves that one deciding, and its author and time in the list', async () => {
    const rule = await published('Limits');
    scene.clock.advance(60_000);
    const edited = await saveDraft(tomas(), 'purchase', rule.id, {
      version: rule.version,
      text: ruleTextOf('RETURN Approve()'),
    });
    expect(edited).toMatchObject({ status: 'ActiveWithDraft', draft: { basedOnVersion: 1, by: 'Tomas Berg' } });
    expect(edited.published?.clauses[0]?.code).toBe(REJECT);
    const set = await getRuleSet(mara(), 'purchase');
    expect(set.rules[0]?.changed).toEqual({ by: 'Mara Lindqvist', at: '2026-03-14T10:00:00.000Z' });
    await discardDraft(mara(), 'purchase', rule.id);
    expect(await getRule(mara(), 'purchase', rule.id)).toMatchObject({ status: 'Active', draft: null });
    await expect(discardDraft(mara(), 'purchase', rule.id)).rejects.toMatchObject({ code: 'RULE-NO-DRAFT' });
  });

  it('that was never published takes its rule along when it is discarded', async () => {
    const rule = await draft('Limits');
    await discardDraft(mara(), 'purchase', rule.id);
    await expect(getRule(mara(), 'purchase', rule.id)).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
  });
});

describe('publishing', () => {
  it('makes a version, clears the draft, appends the rule and moves the plan on', async () => {
    const first = await published('First');
    expect(first).toMatchObject({ status: 'Active', order: 1, draft: null, published: { version: 1 } });
    const second = await publish(await draft('Second'), { active: false, note: 'careful' });
    expect(second).toMatchObject({ status: 'Inactive', order: 2, published: { note: 'careful' } });
    expect(await names()).toEqual({ rules: ['First', 'Second'], drafts: [] });
    expect(await scene.planVersion()).toBe(2);
    expect((await scene.activities()).toSorted()).toEqual([
      'Create DecisionRule First',
      'Create DecisionRule Second',
      'Publish DecisionRule First',
      'Publish DecisionRule Second',
    ]);
  });

  it('keeps every version', async () => {
    const rule = await published('Limits');
    const edited = await saveDraft(tomas(), 'purchase', rule.id, {
      version: rule.version,
      text: ruleTextOf('RETURN Approve()'),
    });
    const again = await publish(edited, { name: 'Limits 2' });
    expect(again).toMatchObject({ name: 'Limits 2', order: 1, published: { version: 2 } });
    expect(again.history.map(({ version }) => version)).toEqual([2, 1]);
    expect((await getRuleVersion(mara(), 'purchase', rule.id, 1)).clauses[0]?.code).toBe(REJECT);
    await expect(getRuleVersion(mara(), 'purchase', rule.id, 3)).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
  });

  it('refuses a support list that does not exist', async () => {
    const rule = await draft('Safe', 'RETURN Approve() WHEN IsSafe("Phone Support List", @"user.email")');
    await expect(publish(rule)).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHABLE' });
  });

  it('refuses a text with errors, naming each of them, and changes nothing', async () => {
    const rule = await draft('Broken', 'RETURN Reject(');
    const attempt = publish(rule);
    await expect(attempt).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHABLE', params: { name: 'Broken' } });
    const { problems } = (await attempt.catch((error: unknown) => error)) as { problems: { path: string }[] };
    expect(problems[0]?.path).toMatch(new RegExp(`^${rule.draft?.clauses[0]?.id}:1:\\d+$`));
    expect(await getRule(mara(), 'purchase', rule.id)).toEqual(rule);
    expect(await scene.planVersion()).toBe(0);
  });

  it('refuses a list or column that is not there, and two clauses of one name', async () => {
    const code = 'RETURN Reject() WHEN ContainsKey("Zones", "zone", @"user.zipCode")';
    await expect(published('Zones', code)).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHABLE' });
    const stream = Readable.from([Buffer.from('zone\nA\n')]);
    await createList(mara(), { name: 'Zones', description: '', stream });
    await expect(published('With its list', code)).resolves.toMatchObject({ status: 'Active' });
    const two = ruleTextOf('RETURN Approve()');
    const clauses = [...two.clauses, { id: newId(), name: 'decide', code: 'RETURN Reject()' }];
    const rule = await createRule(mara(), 'purchase', { name: 'Twice', description: '', text: { ...two, clauses } });
    await expect(publish(rule)).rejects.toMatchObject({
      code: 'RULE-NOT-PUBLISHABLE',
      problems: [{ path: clauses[1]?.id, message: 'Another clause is named decide.' }],
    });
  });

  it('refuses when another user changed the rule meanwhile, unless told to overwrite', async () => {
    const rule = await draft('Limits');
    await saveDraft(tomas(), 'purchase', rule.id, { version: rule.version, text: ruleTextOf('RETURN Approve()') });
    await expect(publish(rule)).rejects.toMatchObject({ code: 'RULE-STALE' });
    await expect(publish(rule, { overwrite: true })).resolves.toMatchObject({ published: { version: 1 } });
    await expect(publish(rule, { overwrite: true })).rejects.toMatchObject({ code: 'RULE-NO-DRAFT' });
  });

  it('takes turns: of two at once with the same draft, one publishes', async () => {
    const rule = await draft('Limits');
    const results = await Promise.allSettled([publish(rule), publish(rule)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await getRule(mara(), 'purchase', rule.id)).history).toHaveLength(1);
  });

  it('of a rule named like another at the same time leaves one of that name', async () => {
    const results = await Promise.allSettled([draft('Same'), draft('SAME')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a published rule', () => {
  it('is stopped and started without a new version', async () => {
    const rule = await published('Limits');
    const stopped = await setRuleActive(mara(), 'purchase', rule.id, { version: rule.version, active: false });
    expect(stopped).toMatchObject({ status: 'Inactive', order: 1, published: { version: 1 } });
    const again = await setRuleActive(mara(), 'purchase', rule.id, { version: stopped.version, active: false });
    expect(again.version).toBe(stopped.version);
    await setRuleActive(mara(), 'purchase', rule.id, { version: stopped.version, active: true });
    expect(await scene.planVersion()).toBe(3);
    const unpublished = await draft('Draft');
    const attempt = setRuleActive(mara(), 'purchase', unpublished.id, { version: unpublished.version, active: true });
    await expect(attempt).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHED' });
  });

  it('is renamed', async () => {
    const rule = await published('Limits');
    await published('Other');
    const rename = (name: string) =>
      renameRule(mara(), 'purchase', rule.id, { version: rule.version, name, description: 'new' });
    await expect(rename('other')).rejects.toMatchObject({ code: 'RULE-NAME-TAKEN' });
    expect(await rename('LIMITS')).toMatchObject({ name: 'LIMITS', description: 'new' });
  });

  it('leaves no gap in the order when it is deleted, and a copy in the activity log', async () => {
    const [first, second, third] = [await published('First'), await published('Second'), await published('Third')];
    await deleteRule(mara(), 'purchase', first.id, first.version);
    const set = await getRuleSet(mara(), 'purchase');
    expect(set.rules.map(({ name, order }) => [name, order])).toEqual([
      ['Second', 1],
      ['Third', 2],
    ]);
    await expect(getRule(mara(), 'purchase', first.id)).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
    const [entry] = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('audit_entry').select('original').where('operation', '=', 'Delete').execute(),
    );
    expect(entry?.original).toMatchObject({ name: 'First', publishedVersion: 1, clauses: [{ code: REJECT }] });
    const stale = deleteRule(mara(), 'purchase', third.id, second.version.concat('x'));
    await expect(stale).rejects.toMatchObject({ code: 'RULE-STALE' });
  });
});

describe('a rule set', () => {
  it('is put in another order, from the state it is in', async () => {
    const rules = [await published('First'), await published('Second'), await published('Third')] as const;
    const set = await getRuleSet(mara(), 'purchase');
    const ruleIds = rules.map(({ id }) => id).toReversed();
    const ordered = await orderRules(mara(), 'purchase', { version: set.version, ruleIds });
    expect(ordered.rules.map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
    const stale = orderRules(tomas(), 'purchase', { version: set.version, ruleIds });
    await expect(stale).rejects.toMatchObject({ code: 'RULE-ORDER-STALE' });
    const missing = orderRules(tomas(), 'purchase', { version: ordered.version, ruleIds: ruleIds.slice(1) });
    await expect(missing).rejects.toMatchObject({ code: 'RULE-ORDER-STALE' });
    expect((await scene.activities()).at(-1)).toMatch(/Reorder RuleSet purchase rules|Publish/);
  });

  it('runs the first match until a user chooses otherwise', async () => {
    const set = await getRuleSet(mara(), 'purchase');
    expect(set.runMode).toBe('firstMatch');
    const changed = await putRuleSettings(mara(), 'purchase', { version: set.version, runMode: 'allUntilDecision' });
    expect(changed.runMode).toBe('allUntilDecision');
    const stale = putRuleSettings(mara(), 'purchase', { version: set.version, runMode: 'firstMatch' });
    await expect(stale).rejects.toMatchObject({ code: 'RULE-ORDER-STALE' });
  });

  it('starts new rules with the sample a user chose, until it is given back', async () => {
    const set = await getRuleSet(mara(), 'purchase');
    expect(set.ownSample).toBe(false);
    const settings = { runMode: set.runMode, samplePayload: { totalAmount: 7 } };
    const chosen = await putRuleSettings(mara(), 'purchase', { version: set.version, ...settings });
    expect(chosen).toMatchObject({ ownSample: true, samplePayload: { totalAmount: 7 } });
    const rule = await createRule(mara(), 'purchase', { name: 'Sampled', description: '' });
    expect(rule.draft?.samplePayload).toEqual({ totalAmount: 7 });
    const back = await putRuleSettings(mara(), 'purchase', {
      version: chosen.version,
      ...settings,
      samplePayload: null,
    });
    expect(back).toMatchObject({ ownSample: false, samplePayload: set.samplePayload });
    expect(await scene.planVersion()).toBe(0);
    expect((await scene.activities()).filter((line) => line.startsWith('Update RuleSet'))).toHaveLength(2);
  });

  it('watches a second version for a day beside the one before', async () => {
    const first = await published('Limits');
    const watched = async () => (await getRuleSet(mara(), 'purchase')).rules[0]?.sincePublished;
    expect(await watched()).toBeNull();
    scene.clock.advance(3_600_000);
    const edited = await saveDraft(mara(), 'purchase', first.id, { version: first.version, text: ruleTextOf(REJECT) });
    await publish(edited);
    scene.clock.advance(600_000);
    expect(await watched()).toMatchObject({ version: 2, before: 1, spanMs: 600_000, after: { hits: 0 } });
    scene.clock.advance(24 * 3_600_000);
    expect(await watched()).toBeNull();
  });

  it('shows the rules of its ancestors, root first, without their drafts', async () => {
    await published('At the root');
    await draft('Draft at the root');
    await published('In the child', REJECT, 'Child');
    const set = await getRuleSet(mara('Leaf'), 'purchase');
    expect(set.inherited.map(({ environmentName, rules }) => [environmentName, rules.map(({ name }) => name)])).toEqual(
      [
        ['Root', ['At the root']],
        ['Child', ['In the child']],
      ],
    );
    expect(set.rules).toEqual([]);
  });

  it('of one environment does not answer for rules of another', async () => {
    const rule = await published('Limits');
    await expect(getRule(mara('Child'), 'purchase', rule.id)).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
    const attempt = setRuleActive(mara('Child'), 'purchase', rule.id, { version: rule.version, active: false });
    await expect(attempt).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
  });

  it('says that a person who only reads may not write', async () => {
    const viewer = scene.contextIn('Root', 'Vera Castellan', 'AllAreasViewer');
    expect((await getRuleSet(viewer, 'purchase')).canWrite).toBe(false);
  });
});

describe('many people at once', () => {
  it('get what they asked for or a reason, and never leave a gap in the order', async () => {
    const rules = [await published('First'), await published('Second'), await published('Third')] as const;
    const set = await getRuleSet(mara(), 'purchase');
    const ruleIds = rules.map(({ id }) => id).toReversed();
    const [first, second, third] = rules;
    const results = await Promise.allSettled([
      orderRules(tomas(), 'purchase', { version: set.version, ruleIds }),
      setRuleActive(mara(), 'purchase', first.id, { version: first.version, active: false }),
      setRuleActive(tomas(), 'purchase', third.id, { version: third.version, active: false }),
      renameRule(mara(), 'purchase', second.id, { version: second.version, name: 'Renamed', description: '' }),
      deleteRule(tomas(), 'purchase', third.id, third.version),
      saveDraft(mara(), 'purchase', first.id, { version: first.version, text: ruleTextOf(REJECT) }),
      published('Fourth'),
      getRuleSet(mara('Child'), 'purchase'),
    ]);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: expect.stringMatching(/^RULE-(ORDER-STALE|STALE|UNKNOWN)$/) });
    }
    const after = await getRuleSet(mara(), 'purchase');
    expect(after.rules.map(({ order }) => order)).toEqual(after.rules.map((_, index) => index + 1));
  });
});
