import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { MAX_OPEN_CHANGES } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import type { RollBackInput } from '../resources/versioned-resource.ts';
import { rollBackRule, setRuleActive } from '../rules/change-rule.commands.ts';
import { createBranch } from '../branches/create-branch.command.ts';
import { getPromotion, promoteBranch } from '../branches/promote-branch.command.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { saveDraft } from '../rules/draft.commands.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { publishRule, type PublishInput } from '../rules/publish-rule.command.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { publishInputOf } from '../testing/rule-scene.ts';
import { noticesOf } from '../testing/raised-notices.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getChange, getChanges } from './changes.queries.ts';
import { approveChange, rejectChange, withdrawChange, type RunCall } from './decide-change.commands.ts';
import { makeOrPropose } from './propose-change.ts';
import { putPublishApproval } from './put-approval.command.ts';

const test = useDatabase();
let scene: Scene;

const BOX = createSecretBox('the key of a test');
const REJECT = 'RETURN Reject("High amount") WHEN @"totalAmount" > 220';
const text = (code: string): RuleText => ({
  condition: '',
  clauses: [{ id: newId(), name: 'Decide', code }],
  samplePayload: { totalAmount: 300 },
});

const mara = (environment = 'Root') => scene.contextIn(environment, 'Mara Lindqvist');
const tomas = (environment = 'Root') => scene.contextIn(environment, 'Tomas Berg');

/** The calls of these tests, as the server binds them. */
const run: RunCall = (endpoint, { params, body }, context) => {
  const ruleId = params['ruleId'] as string;
  if (endpoint === 'rules.publish') return publishRule(context, 'purchase', ruleId, body as unknown as PublishInput);
  if (endpoint === 'rules.rollBack') return rollBackRule(context, 'purchase', ruleId, body as unknown as RollBackInput);
  return setRuleActive(context, 'purchase', ruleId, body as unknown as { version: string; active: boolean });
};

const ask = async (context: EnvironmentContext, endpoint: string, rule: RuleDetail, body: JsonObject) => {
  const call = { params: { ruleId: rule.id }, query: {}, body: { version: rule.version, ...body }, file: null };
  const change = { endpoint, permission: 'decisionRules:write', call: () => call, note: 'please' };
  const outcome = await makeOrPropose(context, BOX, change, (tried) => run(endpoint, call, tried));
  return outcome.kind === 'requested' ? outcome.request.id : null;
};
const askToPublish = async (rule: RuleDetail, context = mara()) => {
  const id = await ask(context, 'rules.publish', rule, publishInputOf(rule));
  if (id === null) throw new Error('the rule was published at once');
  return id;
};
const draft = (name: string, environment = 'Root') =>
  createRule(mara(environment), 'purchase', { name, description: '', text: text(REJECT) });
const ruleNow = (id: string) => getRule(mara(), 'purchase', id);

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  await putPublishApproval(mara(), { required: true });
});

const ALWAYS = 'RETURN Reject("Closed")';
const publishInChild = (rule: RuleDetail) => publishRule(mara('Child'), 'purchase', rule.id, publishInputOf(rule));

describe('the second person', () => {
  it('is told what a publication rejects without a condition, and of nothing that has one', async () => {
    const closed = await createRule(mara(), 'purchase', { name: 'Closed', description: '', text: text(ALWAYS) });
    const id = await askToPublish(closed);
    expect((await getChange(tomas(), id)).unconditional).toEqual([
      { rule: 'Closed', clause: 'Decide', decision: 'Reject' },
    ]);
    const limited = await askToPublish(await draft('Limits'));
    expect((await getChange(tomas(), limited)).unconditional).toEqual([]);
  });

  it('is told it of every rule that a promotion publishes, changed or new', async () => {
    const child = mara('Child');
    const limits = await publishInChild(await draft('Limits', 'Child'));
    const kept = await publishInChild(await draft('Kept', 'Child'));
    const ruleIds = [limits.id, kept.id];
    await createBranch(child, 'purchase', { name: 'Next', apiName: 'next', ruleIds, from: undefined });
    const copy = (await getRuleSet(child, 'purchase', { branch: 'next' })).rules.find(({ name }) => name === 'Limits');
    const own = await getRule(child, 'purchase', copy?.id ?? '');
    await publishInChild(await saveDraft(child, 'purchase', own.id, { version: own.version, text: text(ALWAYS) }));
    const added = { name: 'Closed', description: '', text: text('RETURN Challenge("Pin")'), branch: 'next' };
    await publishInChild(await createRule(child, 'purchase', added));
    await putPublishApproval(child, { required: true });
    const { state } = await getPromotion(child, 'purchase', 'next');
    const call = { params: {}, query: {}, body: {}, file: null };
    const change = { endpoint: 'branches.promote', permission: 'decisionRules:write', call: () => call, note: '' };
    const outcome = await makeOrPropose(child, BOX, change, (tried) =>
      promoteBranch(tried, 'purchase', 'next', { state, clone: null, note: '' }),
    );
    const id = outcome.kind === 'requested' ? outcome.request.id : '';
    expect(await getChange(tomas('Child'), id)).toMatchObject({
      operation: 'Promote',
      target: { type: 'RuleBranch', name: 'Next' },
      unconditional: [
        { rule: 'Closed', clause: 'Decide', decision: 'Challenge' },
        { rule: 'Limits', clause: 'Decide', decision: 'Reject' },
      ],
    });
  });
});

describe('a change that needs a second person', () => {
  it('is asked for, approved by a second person, and made then', async () => {
    const rule = await draft('Limits');
    const id = await askToPublish(rule);
    expect(await scene.planVersion()).toBe(0);
    expect(await ruleNow(rule.id)).toMatchObject({
      status: 'DraftOnly',
      needsApproval: true,
      request: { id, isOwn: true, note: 'please', text: { clauses: [{ code: REJECT }] } },
    });
    expect((await getRuleSet(tomas(), 'purchase')).drafts).toMatchObject([{ name: 'Limits', requested: true }]);
    expect(await getChange(tomas(), id)).toMatchObject({
      state: 'open',
      target: { type: 'DecisionRule', name: 'Limits' },
      differences: [{ operation: 'Publish', original: null, modified: { clauses: [{ code: REJECT }] } }],
      canDecide: true,
    });
    await expect(approveChange(mara(), BOX, id, run)).rejects.toMatchObject({ code: 'CHANGE-OWN' });
    expect(await approveChange(tomas(), BOX, id, run)).toMatchObject({ state: 'approved', call: null });
    expect(await ruleNow(rule.id)).toMatchObject({ status: 'Active', request: null, draft: null });
    await expect(approveChange(tomas(), BOX, id, run)).rejects.toMatchObject({ code: 'CHANGE-DECIDED' });
    expect(await noticesOf(scene, 'Mara Lindqvist')).toContainEqual({
      code: 'CHANGE-APPROVED',
      severity: 'Success',
      params: { type: 'DecisionRule', name: 'Limits', by: 'Tomas Berg' },
      link: expect.stringContaining(id),
    });
    const told = (await scene.activities()).filter((line) => /^(?:Request|Approve|Publish)/.test(line));
    expect(told.toSorted()).toEqual([
      'Approve DecisionRule Limits',
      'Publish DecisionRule Limits',
      'Request DecisionRule Limits',
    ]);
  });

  it('publishes the text that was asked for, and leaves what was typed since then', async () => {
    const rule = await draft('Limits');
    const id = await askToPublish(rule);
    await saveDraft(mara(), 'purchase', rule.id, { version: rule.version, text: text('RETURN Approve()') });
    await approveChange(tomas(), BOX, id, run);
    expect(await ruleNow(rule.id)).toMatchObject({
      status: 'ActiveWithDraft',
      published: { clauses: [{ code: REJECT }] },
      draft: { clauses: [{ code: 'RETURN Approve()' }] },
    });
  });

  it('is rejected with a reason or taken back, and then changes nothing', async () => {
    const rule = await draft('Limits');
    const first = await askToPublish(rule);
    await expect(rejectChange(mara(), first, { reason: 'no' })).rejects.toMatchObject({ code: 'CHANGE-OWN' });
    await rejectChange(tomas(), first, { reason: 'too strict' });
    expect((await ruleNow(rule.id)).request).toMatchObject({ declined: { by: 'Tomas Berg', reason: 'too strict' } });
    expect(await noticesOf(scene, 'Mara Lindqvist')).toContainEqual({
      code: 'CHANGE-REJECTED',
      severity: 'Warning',
      params: { type: 'DecisionRule', name: 'Limits', by: 'Tomas Berg', reason: 'too strict' },
      link: expect.stringContaining(first),
    });
    scene.clock.advance(1000);
    const second = await askToPublish(rule);
    await withdrawChange(mara(), second);
    expect(await ruleNow(rule.id)).toMatchObject({ request: null, draft: { by: 'Mara Lindqvist' } });
    await expect(approveChange(tomas(), BOX, second, run)).rejects.toMatchObject({ code: 'CHANGE-DECIDED' });
  });

  it('is refused once what it starts from is another', async () => {
    const rule = await draft('Limits');
    await approveChange(tomas(), BOX, await askToPublish(rule), run);
    const published = await ruleNow(rule.id);
    const edited = await saveDraft(mara(), 'purchase', rule.id, {
      version: published.version,
      text: text('RETURN Approve()'),
    });
    const one = await askToPublish(edited);
    const other = await askToPublish(edited, scene.contextIn('Root', 'Priya Nandakumar'));
    await approveChange(tomas(), BOX, one, run);
    await expect(approveChange(tomas(), BOX, other, run)).rejects.toMatchObject({ code: 'RULE-STALE' });
    expect((await getChange(tomas(), other)).state).toBe('open');
    expect((await ruleNow(rule.id)).published?.version).toBe(2);
  });

  it('is one request of a person for a thing: a newer one takes its place', async () => {
    const rule = await draft('Limits');
    const first = await askToPublish(rule);
    const second = await askToPublish(rule);
    expect((await getChanges(mara(), { state: 'open' })).changes.map(({ id }) => id)).toEqual([second]);
    expect((await getChange(mara(), first)).state).toBe('withdrawn');
  });

  it('is decided about by those alone who may make it, and looked at by those who may read', async () => {
    const id = await askToPublish(await draft('Limits'));
    const reader = { ...tomas(), capabilities: { decisionRules: 'read' } as const };
    expect(await getChange(reader, id)).toMatchObject({ canDecide: false, canWithdraw: false });
    await expect(approveChange(reader, BOX, id, run)).rejects.toMatchObject({ code: 'AUTH-FORBIDDEN' });
    const stranger = { ...tomas(), capabilities: { search: 'read' } as const };
    expect((await getChanges(stranger, { state: 'open' })).changes).toEqual([]);
    await expect(getChange(stranger, id)).rejects.toMatchObject({ code: 'CHANGE-UNKNOWN' });
    await expect(getChange(tomas('Child'), id)).rejects.toMatchObject({ code: 'CHANGE-UNKNOWN' });
  });

  it('tells those who decide, and stays within a number of open ones', async () => {
    await askToPublish(await draft('Rule 0'));
    const notices = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('notice').select(['code', 'params']).execute(),
    );
    expect(notices).toMatchObject([
      { code: 'CHANGE-REQUESTED', params: { type: 'DecisionRule', name: 'Rule 0', by: 'Mara Lindqvist' } },
    ]);
    for (let rule = 1; rule < MAX_OPEN_CHANGES; rule += 1) await askToPublish(await draft(`Rule ${rule}`));
    await expect(askToPublish(await draft('One more'))).rejects.toMatchObject({ code: 'CHANGE-LIMIT' });
  });

  it('is made at once where it decides nothing, and in environments that want no second person', async () => {
    const rule = await draft('Below', 'Child');
    const body = { name: 'Below', description: '', active: true, note: '', overwrite: false };
    expect(await ask(mara('Child'), 'rules.publish', rule, body)).toBeNull();
    const here = await draft('Limits');
    await approveChange(tomas(), BOX, await askToPublish(here), run);
    const now = await ruleNow(here.id);
    expect(await ask(mara(), 'rules.activation', now, { active: true })).toBeNull();
  });

  it('is refused to callers that cannot leave a request', async () => {
    const rule = await draft('Limits');
    const input = { version: rule.version, name: 'Limits', description: '', active: true, note: '', overwrite: false };
    await expect(publishRule(mara(), 'purchase', rule.id, input)).rejects.toMatchObject({
      code: 'CHANGE-APPROVAL-REQUIRED',
    });
    await expect(putPublishApproval(mara(), { required: false })).rejects.toMatchObject({
      code: 'CHANGE-APPROVAL-REQUIRED',
    });
  });
});
