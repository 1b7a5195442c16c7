import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { createRule } from './create-rule.command.ts';
import { saveDraft } from './draft.commands.ts';
import { getRuleSet } from './get-rule-set.query.ts';
import {
  approveRequest,
  askToPublish,
  declineRequest,
  putPublishApproval,
  withdrawRequest,
} from './publish-request.commands.ts';
import { publishRule } from './publish-rule.command.ts';
import { rollBackRule } from './roll-back-rule.command.ts';

const test = useDatabase();
let scene: Scene;

const text = (code: string, condition = ''): RuleText => ({
  condition,
  clauses: [{ id: newId(), name: 'Decide', code }],
  samplePayload: { totalAmount: 300 },
});
const REJECT = 'RETURN Reject("High amount") WHEN @"totalAmount" > 220';

const mara = (environment = 'Root') => scene.contextIn(environment, 'Mara Lindqvist');
const tomas = (environment = 'Root') => scene.contextIn(environment, 'Tomas Berg');

const draft = (name: string, code = REJECT, environment = 'Root') =>
  createRule(mara(environment), 'purchase', { name, description: '', text: text(code) });
const publish = (rule: RuleDetail, input: Partial<Parameters<typeof publishRule>[3]> = {}, environment = 'Root') =>
  publishRule(mara(environment), 'purchase', rule.id, {
    version: rule.version,
    name: rule.name,
    description: rule.description,
    active: true,
    note: '',
    overwrite: false,
    ...input,
  });
const published = async (name: string, code = REJECT, environment = 'Root') =>
  publish(await draft(name, code, environment), {}, environment);
beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

describe('rolling back', () => {
  const rollBack = (rule: RuleDetail, to: number) =>
    rollBackRule(mara(), 'purchase', rule.id, { version: rule.version, to, note: 'too strict' });
  const second = async () => {
    const first = await published('Limits');
    const edited = await saveDraft(mara(), 'purchase', first.id, {
      version: first.version,
      text: text('RETURN Approve()'),
    });
    return publish(edited, { active: false });
  };

  it('publishes an older text again as a new version, and leaves name, state and draft alone', async () => {
    const rule = await second();
    const before = await scene.planVersion();
    const drafted = await saveDraft(tomas(), 'purchase', rule.id, {
      version: rule.version,
      text: text('RETURN Review()'),
    });
    const back = await rollBack(drafted, 1);
    expect(back).toMatchObject({
      status: 'InactiveWithDraft',
      order: 1,
      published: { version: 3, restores: 1, note: 'too strict', clauses: [{ code: REJECT }] },
      draft: { by: 'Tomas Berg', basedOnVersion: 2 },
    });
    expect(back.history.map(({ version, restores }) => [version, restores])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    expect(await scene.planVersion()).toBe(before + 1);
    expect((await scene.activities()).filter((line) => line.startsWith('RollBack'))).toEqual([
      'RollBack DecisionRule Limits',
    ]);
  });

  it('needs an older version of this rule, and the state the caller saw', async () => {
    const rule = await second();
    await expect(rollBack(rule, 2)).rejects.toMatchObject({ code: 'RULE-VERSION-CURRENT' });
    await expect(rollBack(rule, 9)).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
    const unpublished = await draft('Draft');
    await expect(rollBack(unpublished, 1)).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHED' });
    await rollBack(rule, 1);
    await expect(rollBack(rule, 1)).rejects.toMatchObject({ code: 'RULE-STALE' });
  });

  it('makes the draft beside it stale until it was merged with the new version', async () => {
    const rule = await second();
    const drafted = await saveDraft(mara(), 'purchase', rule.id, {
      version: rule.version,
      text: text('RETURN Review()'),
    });
    const back = await rollBack(drafted, 1);
    await expect(publish(back)).rejects.toMatchObject({ code: 'RULE-STALE' });
    const ahead = { version: back.version, text: text('RETURN Review()'), mergedWith: 9 };
    await expect(saveDraft(mara(), 'purchase', rule.id, ahead)).rejects.toMatchObject({ code: 'RULE-STALE' });
    const merged = await saveDraft(mara(), 'purchase', rule.id, { ...ahead, mergedWith: 3 });
    expect(await publish(merged)).toMatchObject({ published: { version: 4, restores: null } });
  });
});

describe('a publication that needs a second person', () => {
  const ask = (rule: RuleDetail, input: { readonly restores?: number } = {}) =>
    askToPublish(mara(), 'purchase', rule.id, {
      version: rule.version,
      name: rule.name,
      description: '',
      active: true,
      note: 'please',
      ...input,
    });
  const requestOf = (rule: RuleDetail) => rule.request?.id ?? newId();
  beforeEach(() => putPublishApproval(mara(), { required: true }));

  it('is asked for, approved by somebody else, and decides from then on', async () => {
    const rule = await draft('Limits');
    await expect(publish(rule)).rejects.toMatchObject({ code: 'RULE-APPROVAL-REQUIRED' });
    const asked = await ask(rule);
    expect(asked).toMatchObject({ status: 'DraftOnly', needsApproval: true, request: { isOwn: true, note: 'please' } });
    expect(await scene.planVersion()).toBe(0);
    expect((await getRuleSet(tomas(), 'purchase')).drafts).toMatchObject([{ name: 'Limits', requested: true }]);
    const own = approveRequest(mara(), 'purchase', rule.id, requestOf(asked));
    await expect(own).rejects.toMatchObject({ code: 'RULE-OWN-REQUEST' });
    const approved = await approveRequest(tomas(), 'purchase', rule.id, requestOf(asked));
    expect(approved).toMatchObject({ status: 'Active', request: null, draft: null, published: { version: 1 } });
    const again = approveRequest(tomas(), 'purchase', rule.id, requestOf(asked));
    await expect(again).rejects.toMatchObject({ code: 'RULE-NO-REQUEST' });
    const told = (await scene.activities()).filter((line) =>
      /^(?:Request|Approve|Publish|Update Environment)/.test(line),
    );
    expect(told.toSorted()).toEqual([
      'Approve DecisionRule Limits',
      'Publish DecisionRule Limits',
      'Request DecisionRule Limits',
      'Update Environment Root',
    ]);
  });

  it('publishes what was asked for, and leaves what was typed since then', async () => {
    const asked = await ask(await draft('Limits'));
    await saveDraft(mara(), 'purchase', asked.id, { version: asked.version, text: text('RETURN Approve()') });
    const approved = await approveRequest(tomas(), 'purchase', asked.id, requestOf(asked));
    expect(approved).toMatchObject({
      status: 'ActiveWithDraft',
      published: { clauses: [{ code: REJECT }] },
      draft: { basedOnVersion: 0, clauses: [{ code: 'RETURN Approve()' }] },
    });
  });

  it('is declined with a reason or taken back, and then decides nothing', async () => {
    const asked = await ask(await draft('Limits'));
    const own = declineRequest(mara(), 'purchase', asked.id, requestOf(asked), 'no');
    await expect(own).rejects.toMatchObject({ code: 'RULE-OWN-REQUEST' });
    const declined = await declineRequest(tomas(), 'purchase', asked.id, requestOf(asked), 'too strict');
    expect(declined).toMatchObject({
      status: 'DraftOnly',
      request: { declined: { by: 'Tomas Berg', reason: 'too strict' } },
    });
    const late = approveRequest(tomas(), 'purchase', asked.id, requestOf(asked));
    await expect(late).rejects.toMatchObject({ code: 'RULE-NO-REQUEST' });
    const second = await ask(declined);
    const withdrawn = await withdrawRequest(mara(), 'purchase', asked.id, requestOf(second));
    expect(withdrawn).toMatchObject({ request: null, draft: { by: 'Mara Lindqvist' } });
  });

  it('covers roll-backs, and is refused where something was published meanwhile', async () => {
    await putPublishApproval(mara(), { required: false });
    const first = await published('Limits');
    const edited = await saveDraft(mara(), 'purchase', first.id, {
      version: first.version,
      text: text('RETURN Approve()'),
    });
    const second = await publish(edited);
    await putPublishApproval(mara(), { required: true });
    const direct = rollBackRule(mara(), 'purchase', first.id, { version: second.version, to: 1, note: '' });
    await expect(direct).rejects.toMatchObject({ code: 'RULE-APPROVAL-REQUIRED' });
    const asked = await ask(second, { restores: 1 });
    const back = await approveRequest(tomas(), 'purchase', first.id, requestOf(asked));
    expect(back).toMatchObject({ published: { version: 3, restores: 1 } });
    const another = await ask(back, { restores: 2 });
    await putPublishApproval(mara(), { required: false });
    const current = await rollBackRule(mara(), 'purchase', first.id, { version: another.version, to: 1, note: '' });
    expect(current.published?.version).toBe(4);
    const stale = approveRequest(tomas(), 'purchase', first.id, requestOf(another));
    await expect(stale).rejects.toMatchObject({ code: 'RULE-STALE' });
  });

  it('stays with its environment: those below choose for themselves', async () => {
    await expect(published('Below', REJECT, 'Child')).resolves.toMatchObject({
      status: 'Active',
      needsApproval: false,
    });
  });
});
