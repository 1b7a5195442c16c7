import type { FunctionText } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type Id, type JsonObject } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { getSymbolTable } from '../symbols/get-symbol-table.query.ts';
import { replay } from '../decisions/recorded/replay.ts';
import { getInventory } from '../inventory/get-inventory.query.ts';
import { createList, deleteList } from '../lists/lists.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { saveDraft } from '../rules/draft.commands.ts';
import { evaluateRule } from '../rules/evaluate-rule.query.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { Merchant } from '../testing/merchant.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import {
  createFunction,
  deleteFunction,
  discardFunctionDraft,
  publishFunction,
  renameFunction,
  rollBackFunction,
  saveFunctionDraft,
  unpublishFunction,
} from './function.commands.ts';
import { evaluateFunction, getFunction, getFunctions } from './functions.queries.ts';

const test = useDatabase();
const evaluator = createRuleEvaluator();
let scene: Scene;
let merchant: Merchant;

type Outputs = Readonly<Record<string, string>>;

const textOf = (outputs: Outputs, type: 'Double' | 'String' = 'Double'): FunctionText => ({
  parameters: [{ name: 'limit', type: 'Double', fallback: 100 }],
  outputs: Object.entries(outputs).map(([name, code]) => ({
    id: newId(),
    name,
    description: '',
    type,
    fallback: type === 'Double' ? -1 : '-',
    code,
  })),
  samplePayload: PURCHASE_SAMPLE,
});

const draft = (name: string, outputs: Outputs, environment = 'Root') =>
  createFunction(scene.contextIn(environment), { name, description: '', text: textOf(outputs) });

const publish = async (name: string, outputs: Outputs, environment = 'Root') => {
  const { id, version } = await draft(name, outputs, environment);
  return publishFunction(scene.contextIn(environment), id, { version, description: 'd', note: '' });
};

const publishAgain = async (id: Id, text: FunctionText, acceptBreaking = false) => {
  const context = scene.contextIn('Root');
  const { version } = await getFunction(context, id);
  const saved = await saveFunctionDraft(context, id, { version, text });
  return publishFunction(context, id, { version: saved.version, description: 'd', note: '', acceptBreaking });
};

/** What publications of a function accepted, by the activity log. */
const loggedAccepted = async (name: string): Promise<readonly unknown[]> => {
  const rows = await test.database.inTenant(scene.tenantId, (trx) =>
    trx.selectFrom('audit_entry').select('modified').where('resource_name', '=', name).orderBy('at').execute(),
  );
  return rows.flatMap(({ modified }) => {
    const accepted = (modified as JsonObject | null)?.['accepted'];
    return accepted === undefined ? [] : [accepted];
  });
};

const ruleText = (codes: readonly string[]) => ({
  condition: '',
  clauses: codes.map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code })),
  samplePayload: PURCHASE_SAMPLE,
});

const publishOneRule = async (name: string, codes: readonly string[], environment = 'Root') => {
  const context = scene.contextIn(environment);
  const rule = await createRule(context, 'purchase', { name, description: '', text: ruleText(codes) });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  return publishRule(context, 'purchase', rule.id, input);
};

const reasonOn = async (environment: string, changes: JsonObject = {}, purchaseId: string = newId()) => {
  const answer = await merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, ...changes, purchaseId });
  const { resultDetails } = JSON.parse(answer) as { resultDetails: JsonObject };
  return `${resultDetails.MerchantRuleDecision as string} ${(resultDetails.MerchantRuleReason as string | undefined) ?? ''}`;
};

useMerchant(test, (made) => ({ scene, merchant } = made));
afterAll(() => evaluator.close());

const OVER = { over: 'RETURN @"totalAmount".ToDouble() - limit', twice: 'RETURN limit * 2' };

describe('a function', () => {
  it('goes from draft to versions, and back to nothing', async () => {
    const context = scene.contextIn('Root');
    const created = await draft('Amounts', OVER);
    expect(created).toMatchObject({ status: 'DraftOnly', versions: [], callers: [], canWrite: true });
    const published = await publishFunction(context, created.id, {
      version: created.version,
      description: 'd',
      note: 'first',
    });
    expect(published).toMatchObject({ status: 'Published', publishedVersion: 1, draft: null, description: 'd' });
    expect(published.versions).toMatchObject([{ version: 1, note: 'first', outputs: [{ name: 'over' }, {}] }]);
    const saved = await saveFunctionDraft(context, created.id, { version: published.version, text: textOf(OVER) });
    expect(saved.status).toBe('PublishedWithDraft');
    const stale = saveFunctionDraft(context, created.id, { version: published.version, text: textOf(OVER) });
    await expect(stale).rejects.toMatchObject({ code: 'FUNCTION-STALE' });
    await discardFunctionDraft(context, created.id);
    const logged = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('audit_entry').select('original').where('resource_name', '=', 'Amounts').execute(),
    );
    expect(logged.map(({ original }) => original)).toContainEqual({ draft: expect.anything() });
    await expect(discardFunctionDraft(context, created.id)).rejects.toMatchObject({ code: 'FUNCTION-NO-DRAFT' });
    const { version } = await getFunction(context, created.id);
    const renamed = await renameFunction(context, created.id, { version, name: 'Sums', description: 'e' });
    await deleteFunction(context, created.id, renamed.version);
    expect((await getFunctions(context)).functions).toEqual([]);
    expect(await scene.activities()).toEqual([
      'Create Function Amounts',
      'Publish Function Amounts',
      'Update Function Amounts',
      'Update Function Amounts',
      'Rename Function Sums',
      'Delete Function Sums',
    ]);
  });

  it('goes back to an older version as a new one, with a draft beside it left alone', async () => {
    const context = scene.contextIn('Root');
    const first = await publish('Amounts', OVER);
    await expect(
      rollBackFunction(context, first.id, { version: first.version, to: 1, note: '' }),
    ).rejects.toMatchObject({
      code: 'FUNCTION-VERSION-CURRENT',
    });
    const second = await publishAgain(first.id, textOf({ over: 'RETURN 1', twice: 'RETURN 2' }));
    const draftText = textOf({ over: 'RETURN 7' });
    const saved = await saveFunctionDraft(context, first.id, { version: second.version, text: draftText });
    await expect(
      rollBackFunction(context, first.id, { version: second.version, to: 1, note: '' }),
    ).rejects.toMatchObject({ code: 'FUNCTION-STALE' });
    await expect(
      rollBackFunction(context, first.id, { version: saved.version, to: 9, note: '' }),
    ).rejects.toMatchObject({
      code: 'FUNCTION-UNKNOWN',
    });
    const back = await rollBackFunction(context, first.id, { version: saved.version, to: 1, note: 'wrong sums' });
    expect(back).toMatchObject({
      status: 'PublishedWithDraft',
      publishedVersion: 3,
      draft: { outputs: [{ code: 'RETURN 7' }] },
      versions: [
        { version: 3, restores: 1, note: 'wrong sums', outputs: [{ code: OVER.over }, { code: OVER.twice }] },
        { version: 2, restores: null },
        { version: 1, restores: null },
      ],
    });
    expect((await scene.activities()).at(-1)).toBe('RollBack Function Amounts');
    const unpublished = await draft('Fresh', OVER);
    await expect(
      rollBackFunction(context, unpublished.id, { version: unpublished.version, to: 1, note: '' }),
    ).rejects.toMatchObject({ code: 'FUNCTION-NOT-PUBLISHED' });
  });

  it('is published from a draft of an older version only where that was merged', async () => {
    const context = scene.contextIn('Root');
    const first = await publish('Amounts', OVER);
    const second = await publishAgain(first.id, textOf({ ...OVER, twice: 'RETURN 2' }));
    const mine = textOf({ ...OVER, twice: 'RETURN 7' });
    const saved = await saveFunctionDraft(context, first.id, { version: second.version, text: mine });
    const back = await rollBackFunction(context, first.id, { version: saved.version, to: 1, note: '' });
    const publishIt = (version: string) => publishFunction(context, first.id, { version, description: '', note: '' });
    await expect(publishIt(back.version)).rejects.toMatchObject({ code: 'FUNCTION-STALE' });
    const save = (mergedWith?: number) =>
      saveFunctionDraft(context, first.id, { version: back.version, text: mine, mergedWith });
    await expect(save(4)).rejects.toMatchObject({ code: 'FUNCTION-STALE' });
    const merged = await save(3);
    expect(merged.draft?.basedOnVersion).toBe(3);
    expect(await publishIt(merged.version)).toMatchObject({ publishedVersion: 4 });
  });

  it('is taken out of production only while no text calls it, and goes on as a draft with its versions', async () => {
    const context = scene.contextIn('Root');
    const { id, version } = await publish('Amounts', OVER);
    await publish('Above', { high: 'RETURN Functions.Amounts(1).over' });
    await publishOneRule('Twice', ['RETURN Reject() WHEN Functions.root.Amounts(1).twice > 2'], 'Child');
    const out = (tag: string) => unpublishFunction(context, id, { version: tag, note: 'too early' });
    await expect(out(version)).rejects.toMatchObject({
      code: 'FUNCTION-REFERENCED',
      params: { callers: ['Twice', 'Functions.Above'] },
    });
    const other = await publish('Other', { leaf: 'RETURN 1' });
    const caller = await publish('Caller', { leaf: 'RETURN Functions.Other(1).leaf' });
    const outOther = (tag: string) => unpublishFunction(context, other.id, { version: tag, note: 'too early' });
    await unpublishFunction(context, caller.id, { version: caller.version, note: '' });
    await expect(outOther('0')).rejects.toMatchObject({ code: 'FUNCTION-STALE' });
    const unpublished = await outOther(other.version);
    expect(unpublished).toMatchObject({
      status: 'DraftOnly',
      publishedVersion: null,
      draft: { basedOnVersion: 0, outputs: [{ code: 'RETURN 1' }] },
      versions: [{ version: 1 }],
    });
    await expect(outOther(unpublished.version)).rejects.toMatchObject({ code: 'FUNCTION-NOT-PUBLISHED' });
    expect(await scene.activities()).toContain('Deactivate Function Other');
    await expect(publishOneRule('Gone', ['RETURN Reject(Functions.Other(1).leaf)'])).rejects.toMatchObject({
      code: 'RULE-NOT-PUBLISHABLE',
    });
    const again = await publishFunction(context, other.id, { version: unpublished.version, description: '', note: '' });
    expect(again).toMatchObject({ status: 'Published', publishedVersion: 2, draft: null });
  });

  it('does not begin to read a score that callers, also those far away, run before', async () => {
    const { id } = await publish('Amounts', OVER);
    await publish('Outer', { out: 'RETURN Functions.Amounts(1).over' });
    await publishOneRule('Early', ['RETURN Reject() WHEN Functions.root.Outer(1).out > 500'], 'Child');
    await publishOneRule('Other', ['RETURN Reject() WHEN Functions.root.Amounts(1).twice > 500'], 'Child');
    const reading = textOf({ over: 'RETURN @"riskScore".ToDouble()', twice: OVER.twice });
    await expect(publishAgain(id, reading)).rejects.toMatchObject({
      code: 'FUNCTION-SCORE-EARLY',
      params: { name: 'Amounts', callers: ['Early'] },
    });
    expect(await publishAgain(id, reading, true)).toMatchObject({ publishedVersion: 2 });
    // What is early already is no news.
    expect(await publishAgain(id, { ...reading, samplePayload: {} })).toMatchObject({ publishedVersion: 3 });
  });

  it('has a name of its own that texts can write, and defaults of its types', async () => {
    await draft('Amounts', OVER);
    await expect(draft('amounts', OVER)).rejects.toMatchObject({ code: 'FUNCTION-NAME-TAKEN' });
    await expect(draft('two words', OVER)).rejects.toMatchObject({ code: 'FUNCTION-NAME-INVALID' });
    const text = textOf({ ...OVER, OVER: 'RETURN 1' });
    const wrong = { ...text, parameters: [{ name: '1', type: 'Integer' as const, fallback: 0.5 }] };
    await expect(
      createFunction(scene.contextIn('Root'), { name: 'Wrong', description: '', text: wrong }),
    ).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [
        { path: 'body.text.parameters[0].name' },
        { path: 'body.text.parameters[0].fallback' },
        { path: 'body.text.outputs[2].name' },
      ],
    });
  });

  it('is published only where its texts compile, and up to the limit', async () => {
    const refused = publish('Wrong', { out: 'RETURN @"totalAmount" +' });
    await expect(refused).rejects.toMatchObject({ code: 'FUNCTION-NOT-PUBLISHABLE' });
    await expect(publish('Circle', { out: 'RETURN Functions.Circle(1).out' })).rejects.toMatchObject({
      code: 'FUNCTION-NOT-PUBLISHABLE',
    });
    const limits = { ...DEFAULT_LIMITS, functionsPerEnvironment: 1, propertiesPerFunction: 2 };
    const context = { ...scene.contextIn('Root'), limits };
    const publishLimited = async (name: string, outputs: Outputs) => {
      const { id, version } = await draft(name, outputs);
      return publishFunction(context, id, { version, description: '', note: '' });
    };
    await expect(publishLimited('Three', { a: 'RETURN 1', b: 'RETURN 2', c: 'RETURN 3' })).rejects.toMatchObject({
      code: 'FUNCTION-NOT-PUBLISHABLE',
      problems: [{ message: expect.stringContaining('FQL-TOO-MANY') as string }],
    });
    await publishLimited('Two', { a: 'RETURN 1', b: 'RETURN 2' });
    await expect(publishLimited('OneMore', { out: 'RETURN 1' })).rejects.toMatchObject({
      code: 'FUNCTION-LIMIT',
      params: { max: 1 },
    });
    // What is published is not asked again.
    await publish('Unlimited', { a: 'RETURN 1', b: 'RETURN 2', c: 'RETURN Functions.Two(1).a' });
  });
});

describe('rules and functions', () => {
  it('call them in their environment and from below, with the lists of where they stand', async () => {
    const context = scene.contextIn('Root');
    const list = await createList(context, {
      name: 'Limits',
      description: '',
      stream: Readable.from([Buffer.from('Currency,Limit\nEUR,50\n')]),
    });
    await publish('Amounts', {
      over: 'RETURN @"totalAmount".ToDouble() - Lookup("Limits", "Currency", @"currency", "Limit", "0").ToDouble() - limit',
    });
    await publishOneRule('Below', ['RETURN Reject(Functions.root.Amounts(10).over.ToString())'], 'Child');
    expect(await reasonOn('Child', { totalAmount: 160 })).toBe('Reject 100');
    await publishOneRule('Here', [
      'RETURN Review(Functions.Amounts(100).over.ToString()) WHEN Functions.Amounts(100).over > 500',
    ]);
    expect(await reasonOn('Root', { totalAmount: 660 })).toBe('Review 510');
    await expect(deleteList(context, list.id, list.version)).rejects.toMatchObject({
      code: 'LIST-REFERENCED',
      params: { rules: ['Functions.Amounts'] },
    });
  });

  it('decide a recorded event as they did, although the function has changed since', async () => {
    const { id } = await publish('Amounts', { limit2: 'RETURN limit * 2' });
    await publishOneRule('Rule', ['RETURN Review(Functions.Amounts(10).limit2.ToString())']);
    const eventId = newId();
    expect(await reasonOn('Root', {}, eventId)).toBe('Review 20');
    await publishAgain(id, textOf({ limit2: 'RETURN limit * 3' }));
    expect(await reasonOn('Root')).toBe('Review 30');
    const key = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), kind: 'purchase', eventId } as const;
    const event = await readEvent(test.database, key);
    expect(event && (await replay(test.database, scene.tenantId, event))).toMatchObject({ difference: null });
  });

  it('hold on to what they call: names, outputs and arguments', async () => {
    const context = scene.contextIn('Root');
    const { id } = await publish('Amounts', OVER);
    await publish('Outer', { out: 'RETURN Functions.Amounts(1).twice' });
    await publishOneRule('Rule', ['RETURN Reject() WHEN Functions.parent.Amounts(10).over > 0'], 'Child');
    const { callers, version } = await getFunction(context, id);
    expect(callers.map(({ kind, name, properties }) => [kind, name, properties])).toEqual([
      ['rule', 'Rule', ['over']],
      ['function', 'Outer', ['twice']],
    ]);
    const callerNames = ['Rule', 'Functions.Outer'];
    await expect(deleteFunction(context, id, version)).rejects.toMatchObject({
      code: 'FUNCTION-REFERENCED',
      params: { callers: callerNames },
    });
    await expect(renameFunction(context, id, { version, name: 'Other', description: '' })).rejects.toMatchObject({
      code: 'FUNCTION-REFERENCED',
    });
    await expect(publishAgain(id, textOf({ over: 'RETURN 1' }))).rejects.toMatchObject({
      code: 'FUNCTION-IN-USE',
      params: { outputs: ['twice'], callers: ['Functions.Outer'] },
    });
    await expect(publishAgain(id, { ...textOf(OVER), parameters: [] })).rejects.toMatchObject({
      code: 'FUNCTION-NOT-PUBLISHABLE',
    });
    const outer = (await getFunctions(context)).functions.find(({ name }) => name === 'Outer');
    await expect(publishAgain(outer?.id ?? '', textOf({ out: 'RETURN Functions.Outer(1).out' }))).rejects.toMatchObject(
      { code: 'FUNCTION-NOT-PUBLISHABLE' },
    );
  });

  it('read the default of an output that was taken from them, until they are published anew', async () => {
    const { id } = await publish('Amounts', OVER);
    await publish('Outer', { out: 'RETURN Functions.Amounts(1).over' });
    const clauses = [
      'OBSERVE Output(over = Functions.root.Amounts(10).over, outer = Functions.root.Outer(1).out)',
      'RETURN Review(Functions.root.Amounts(10).twice.ToString())',
    ];
    const rule = await publishOneRule('Rule', clauses, 'Child');
    const before = newId();
    expect(await reasonOn('Child', { totalAmount: 160 }, before)).toBe('Review 20');
    const parameters = [{ name: 'word', type: 'String' as const, fallback: '' }];
    const changed = { ...textOf({ twice: 'RETURN word' }, 'String'), parameters };
    await expect(publishAgain(id, changed)).rejects.toMatchObject({
      code: 'FUNCTION-IN-USE',
      params: { outputs: ['over', 'twice', '(…)'], callers: ['Rule', 'Functions.Outer'] },
    });
    await publishAgain(id, changed, true);
    expect(await loggedAccepted('Amounts')).toEqual([
      { outputs: ['over', 'twice', '(…)'], readers: ['Rule', 'Functions.Outer'], readBeforeScore: [] },
    ]);
    const after = newId();
    expect(await reasonOn('Child', { totalAmount: 160 }, after)).toBe('Review -1');
    for (const eventId of [before, after]) {
      const key = { tenantId: scene.tenantId, environmentId: scene.idOf('Child'), kind: 'purchase', eventId } as const;
      const event = await readEvent(test.database, key);
      expect(event && (await replay(test.database, scene.tenantId, event))).toMatchObject({ difference: null });
    }
    const fresh = ruleText(['RETURN Review(Functions.environment["' + scene.idOf('Root') + '"].Amounts("new").twice)']);
    const context = scene.contextIn('Child');
    const problemsNow = async () => (await getInventory(context)).rules.flatMap(({ problems }) => problems);
    expect((await problemsNow())[0]).toContain('Functions.Amounts no longer has over, twice');
    const saved = await saveDraft(context, 'purchase', rule.id, { version: rule.version, text: fresh });
    await publishRule(context, 'purchase', rule.id, {
      version: saved.version,
      name: 'Rule',
      description: '',
      active: true,
      note: '',
      overwrite: false,
    });
    expect(await reasonOn('Child')).toBe('Review new');
    expect(await problemsNow()).toEqual([]);
  });

  it('find them in the symbol table and in the evaluation pane', async () => {
    await publish('Amounts', OVER);
    await publish('Nested', { out: 'RETURN Functions.Amounts(limit).twice + 1' });
    const { functions } = await getSymbolTable(scene.contextIn('Child'), 'purchase');
    expect(functions.filter(({ name }) => name === 'Amounts').map(({ scope }) => scope)).toEqual([
      'root',
      'parent',
      scene.idOf('Root'),
    ]);
    const text = ruleText(['RETURN Reject(Functions.root.Nested(10).out.ToString())']);
    const { result, diagnostics } = await evaluateRule(scene.contextIn('Child'), evaluator, 'purchase', text);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(result).toMatchObject({ decision: 'Reject', reason: '21' });
    const own = await evaluateFunction(scene.contextIn('Root'), evaluator, {
      name: 'Fresh',
      text: textOf({ a: 'RETURN Functions.Nested(limit).out', b: 'RETURN 1 / (limit - 100)' }),
    });
    expect(own.result?.outputs.map(({ name, value }) => [name, value])).toEqual([
      ['a', 201],
      ['b', -1],
    ]);
    expect(own.result?.outputs[1]?.errors).toHaveLength(1);
  });
});
