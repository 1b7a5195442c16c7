import type { RuleText, VelocitySetDetail, VelocitySetText } from '@redoubt/contracts';
import { SYSTEM_VELOCITY_SETS } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSymbolTable } from '../symbols/get-symbol-table.query.ts';
import { loadPlanSources } from '../plans/load-plan-sources.ts';
import { loadRecordedPlan } from '../testing/recorded-plan.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { deleteRule } from '../rules/change-rule.commands.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { deleteVelocitySet, renameVelocitySet, setVelocitySetActive } from './change-velocity-set.commands.ts';
import { cloneVelocitySet, createVelocitySet } from './create-velocity-set.command.ts';
import { getVelocitySet, getVelocitySetVersion } from './get-velocity-set.query.ts';
import { getVelocitySymbolTable, getVelocitySets } from './get-velocity-sets.query.ts';
import { publishVelocitySet } from './publish-velocity-set.command.ts';
import { discardVelocityDraft, saveVelocityDraft } from './velocity-draft.commands.ts';

const test = useDatabase();
let scene: Scene;

const count = (name: string): string => `SELECT Count() AS ${name} FROM Purchase GROUPBY @"user.userId"`;
const text = (...codes: readonly string[]): VelocitySetText => ({
  condition: '',
  velocities: codes.map((code) => ({ id: newId(), code })),
  sampleEvent: 'purchase',
  samplePayload: { totalAmount: 300 },
});
const mara = (environment = 'Root') => scene.contextIn(environment, 'Mara Lindqvist');
const tomas = (environment = 'Root') => scene.contextIn(environment, 'Tomas Berg');

const draft = (name: string, codes = [count('perUser')], environment = 'Root') =>
  createVelocitySet(mara(environment), { name, description: '', text: text(...codes) });
const publish = (set: VelocitySetDetail, input: Partial<Parameters<typeof publishVelocitySet>[2]> = {}) =>
  publishVelocitySet({ ...mara(), environmentId: set.environmentId }, set.id, {
    version: set.version,
    name: set.name,
    description: set.description,
    active: true,
    note: '',
    start: 'fromNow',
    overwrite: false,
    ...input,
  });
const published = async (name: string, codes = [count('perUser')], environment = 'Root') =>
  publish(await draft(name, codes, environment));

const reader = async (name: string, condition: string, environment = 'Root') => {
  const ruleText: RuleText = {
    condition,
    clauses: [{ id: newId(), name: 'Decide', code: 'RETURN Reject()' }],
    samplePayload: {},
  };
  const rule = await createRule(mara(environment), 'purchase', { name, description: '', text: ruleText });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  return publishRule(mara(environment), 'purchase', rule.id, input);
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

describe('a velocity set', () => {
  it('lives as a rule does: draft, publication, draft beside it, versions', async () => {
    const created = await draft(' Spending ');
    expect(created).toMatchObject({ name: 'Spending', status: 'DraftOnly', system: false, canWrite: true });
    const first = await publish(created, { note: 'first', start: 'withHistory' });
    expect(first).toMatchObject({
      status: 'Active',
      draft: null,
      published: { version: 1, note: 'first', start: 'withHistory', published: { by: 'Mara Lindqvist' } },
    });
    const edited = await saveVelocityDraft(tomas(), first.id, { version: first.version, text: text(count('b')) });
    expect(edited).toMatchObject({ status: 'ActiveWithDraft', draft: { by: 'Tomas Berg', basedOnVersion: 1 } });
    const second = await publish(edited, { active: false });
    expect(second).toMatchObject({ status: 'Inactive', published: { version: 2 }, history: [{ version: 2 }, {}] });
    expect(await getVelocitySetVersion(mara(), second.id, 1)).toMatchObject({ note: 'first' });
    const renamed = await renameVelocitySet(mara(), second.id, {
      version: second.version,
      name: 'Spend',
      description: 'd',
    });
    const active = await setVelocitySetActive(mara(), second.id, { version: renamed.version, active: true });
    expect(active).toMatchObject({ name: 'Spend', description: 'd', status: 'Active' });
    await deleteVelocitySet(mara(), active.id, active.version);
    await expect(getVelocitySet(mara(), active.id)).rejects.toMatchObject({ code: 'VELOCITY-SET-UNKNOWN' });
    expect(await scene.activities()).toEqual([
      'Create VelocitySet Spending',
      'Publish VelocitySet Spending',
      'Update VelocitySet Spending',
      'Publish VelocitySet Spending',
      'Rename VelocitySet Spend',
      'Activate VelocitySet Spend',
      'Delete VelocitySet Spend',
    ]);
  });

  it('tells the second of two writers, and disappears with the only draft it had', async () => {
    const created = await draft('Spending');
    const saved = await saveVelocityDraft(tomas(), created.id, { version: created.version, text: text(count('b')) });
    const stale = saveVelocityDraft(mara(), created.id, { version: created.version, text: text(count('c')) });
    await expect(stale).rejects.toMatchObject({ code: 'VELOCITY-SET-STALE', params: { by: 'Tomas Berg' } });
    await expect(publish(created)).rejects.toMatchObject({ code: 'VELOCITY-SET-STALE' });
    const unpublished = setVelocitySetActive(mara(), saved.id, { version: saved.version, active: true });
    await expect(unpublished).rejects.toMatchObject({ code: 'VELOCITY-SET-NOT-PUBLISHED' });
    await discardVelocityDraft(mara(), created.id);
    await expect(discardVelocityDraft(mara(), created.id)).rejects.toMatchObject({ code: 'VELOCITY-SET-UNKNOWN' });
    const set = await published('Spending');
    await expect(discardVelocityDraft(mara(), set.id)).rejects.toMatchObject({ code: 'VELOCITY-SET-NO-DRAFT' });
  });

  it('needs a name of its own, in its environment only', async () => {
    await draft('Spending');
    await expect(draft('SPENDING')).rejects.toMatchObject({ code: 'VELOCITY-SET-NAME-TAKEN' });
    await expect(draft('default - ip velocities')).rejects.toMatchObject({ code: 'VELOCITY-SET-NAME-TAKEN' });
    await expect(draft('a\nb')).rejects.toMatchObject({ code: 'VELOCITY-SET-NAME-INVALID' });
    await expect(draft('Spending', undefined, 'Child')).resolves.toMatchObject({ name: 'Spending' });
    const both = await Promise.allSettled([draft('Twice'), draft('Twice')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { code: 'VELOCITY-SET-NAME-TAKEN' } });
  });

  it('refuses texts that cannot be stored', async () => {
    await expect(draft('a', ['SELECT \0'])).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [{ path: 'body.text.velocities[0].code' }],
    });
    const twice = text(count('a'));
    const same = { ...twice, velocities: [...twice.velocities, ...twice.velocities] };
    await expect(createVelocitySet(mara(), { name: 'a', description: '', text: same })).rejects.toMatchObject({
      problems: [{ path: 'body.text.velocities[1].id' }],
    });
  });
});

describe('publishing', () => {
  it('names each error with its place, names taken by other sets and unknown events included', async () => {
    await published('One', [count('perUser')]);
    const codes = [count('PERUSER'), count('spentPerEmail'), 'SELECT Count() AS x FROM Nothing GROUPBY @"a"', ''];
    const broken = await draft('Two', codes);
    const ids = broken.draft?.velocities.map(({ id }) => id) ?? [];
    await expect(publish(broken)).rejects.toMatchObject({
      code: 'VELOCITY-SET-NOT-PUBLISHABLE',
      params: { count: 4 },
      problems: [
        { path: `${ids[0]}:1:19`, message: expect.stringContaining('FQL-VELOCITY-NAME-TAKEN') },
        { path: `${ids[1]}:1:19`, message: expect.stringContaining('FQL-VELOCITY-NAME-TAKEN') },
        { path: `${ids[2]}:1:26`, message: expect.stringContaining('FQL-UNKNOWN-EVENT') },
        { path: `${ids[3]}:1:1`, message: expect.stringContaining('FQL-EMPTY-CLAUSE') },
      ],
    });
    await expect(published('Elsewhere', [count('perUser')], 'Child')).resolves.toMatchObject({ status: 'Active' });
  });

  it('keeps velocities that rules read', async () => {
    const set = await published('One', [count('perUser'), count('other')]);
    await reader('Too many', 'WHEN Velocity.PERUSER(@"user.userId", 1d) > 3');
    const less = await saveVelocityDraft(mara(), set.id, { version: set.version, text: text(count('renamed')) });
    await expect(publish(less)).rejects.toMatchObject({
      code: 'VELOCITY-IN-USE',
      params: { velocities: ['perUser'], rules: ['Too many'] },
    });
    const again = await saveVelocityDraft(mara(), set.id, { version: less.version, text: text(count('PerUser')) });
    expect((await publish(again)).usedBy).toMatchObject([{ name: 'Too many', velocities: ['perUser'] }]);
  });

  it('refuses to delete a set that a published rule reads, until it no longer does', async () => {
    const set = await published('One');
    const rule = await reader('Too many', 'WHEN Velocity.perUser(@"user.userId", 1d) > 3');
    await expect(deleteVelocitySet(mara(), set.id, set.version)).rejects.toMatchObject({
      code: 'VELOCITY-SET-REFERENCED',
      params: { rules: ['Too many'] },
    });
    await deleteRule(mara(), 'purchase', rule.id, rule.version);
    await expect(deleteVelocitySet(mara(), set.id, set.version)).resolves.toBeUndefined();
  });
});

describe('system sets', () => {
  it('are in every environment, correct, read-only, and clonable under names that are free', async () => {
    const { system } = await getVelocitySets(mara('Child'));
    expect(system.map(({ name }) => name)).toEqual(SYSTEM_VELOCITY_SETS.map(({ name }) => name));
    const [email] = SYSTEM_VELOCITY_SETS;
    const id = email?.id ?? '';
    const shown = await getVelocitySet(mara(), id);
    expect(shown).toMatchObject({ system: true, canWrite: false, published: { published: null, start: null } });
    const refused = saveVelocityDraft(mara(), id, { version: shown.version, text: text(count('a')) });
    await expect(refused).rejects.toMatchObject({ code: 'VELOCITY-SET-READ-ONLY' });
    await expect(deleteVelocitySet(mara(), id, shown.version)).rejects.toMatchObject({
      code: 'VELOCITY-SET-READ-ONLY',
    });
    for (const set of SYSTEM_VELOCITY_SETS) {
      const clone = await cloneVelocitySet(mara(), set.id, { name: `My ${set.name}` });
      await expect(publish(clone)).resolves.toMatchObject({ status: 'Active', system: false });
    }
    const { published: own } = await getVelocitySets(mara());
    expect(own[1]?.velocities.map(({ name }) => name)).toEqual([
      'purchasesPerEmail_2',
      'spentPerEmail_2',
      'instrumentsPerEmail_2',
    ]);
  });
});

describe('rules', () => {
  it('read velocities of published sets of their environment, active or not, and of the system', async () => {
    await draft('Drafts', [count('inDraft')]);
    const set = await published('One');
    await setVelocitySetActive(mara(), set.id, { version: set.version, active: false });
    const names = (await getSymbolTable(mara(), 'purchase')).velocities.map(({ name }) => name);
    expect(names).toContain('perUser');
    expect(names).toContain('spentPerEmail');
    expect(names).not.toContain('inDraft');
    const unknown = reader('Unknown', 'WHEN Velocity.inDraft(@"user.userId", 1d) > 3');
    await expect(unknown).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHABLE' });
    const elsewhere = reader('Elsewhere', 'WHEN Velocity.perUser(@"user.userId", 1d) > 3', 'Child');
    await expect(elsewhere).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHABLE' });
  });

  it('are told what each velocity is', async () => {
    const set = await published('One');
    expect((await getVelocitySymbolTable(mara())).velocities.at(-1)).toEqual({
      name: 'perUser',
      setId: set.id,
      setName: 'One',
      aggregate: 'Count()',
      key: '@"user.userId"',
    });
  });
});

describe('plans', () => {
  const planOf = async (environment: string) => {
    const { plans } = await loadPlanSources({ ...scene, database: test.database });
    const plan = plans.find(({ environmentId }) => environmentId === scene.idOf(environment));
    if (!plan) throw new Error(`${environment} has no plan`);
    return plan;
  };

  it('hold the sets of every environment on the path, and are found again as they were', async () => {
    const root = await published('Root set', [count('atRoot')]);
    await published('Child set', [count('atChild')], 'Child');
    const before = await planOf('Child');
    const setsOf = (levels: Awaited<ReturnType<typeof planOf>>['levels']) =>
      levels.map(({ velocitySets = [] }) => velocitySets.slice(SYSTEM_VELOCITY_SETS.length));
    expect(setsOf(before.levels)).toMatchObject([
      [{ name: 'Root set', active: true, text: { kind: 'velocity', clauses: [{ name: 'atRoot' }] } }],
      [{ name: 'Child set', version: 1 }],
    ]);
    await setVelocitySetActive(mara(), root.id, { version: root.version, active: false });
    const after = await planOf('Child');
    expect(setsOf(after.levels)).toMatchObject([[{ active: false }], [{ active: true }]]);
    expect(after.planId).not.toBe(before.planId);
    const recorded = await loadRecordedPlan(test.database, scene.tenantId, before.planId);
    expect(setsOf(recorded ?? [])).toEqual(setsOf(before.levels));
    expect(recorded?.[0]?.symbols.velocities).toContain('atRoot');
  });

  it('let each environment count its own system sets', async () => {
    const { levels } = await planOf('Child');
    const series = levels.flatMap(({ velocitySets = [] }) => velocitySets.map((set) => set.countsUnder ?? set.id));
    expect(new Set(series).size).toBe(2 * SYSTEM_VELOCITY_SETS.length);
  });
});
