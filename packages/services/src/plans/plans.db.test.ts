import { ASSESSMENTS } from '@redoubt/domain';
import { Readable } from 'node:stream';
import { newId, sharedBuffer } from '@redoubt/kernel';
import { compilePlan, decide } from '@redoubt/engine';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createList, deleteList, replaceList } from '../lists/lists.commands.ts';
import { deleteRule, setRuleActive } from '../rules/change-rule.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { loadPlanSources, type EnvironmentPlanSource } from './load-plan-sources.ts';
import { findRecordedPlan } from './load-recorded-plan.ts';
import type { ListIndex } from './list-index.ts';
import { createAskedLists, ListStore, type ListRequest, type PlanLists } from './plan-lists.ts';
import { loadRecordedPlan } from '../testing/recorded-plan.ts';

const test = useDatabase();
let scene: Scene;

const csv = (text: string): Readable => Readable.from([Buffer.from(text)]);
const load = () => loadPlanSources({ ...scene, database: test.database });
const planOf = async (environment: string): Promise<EnvironmentPlanSource> => {
  const found = (await load()).plans.find(
    (plan) => plan.environmentId === scene.idOf(environment) && plan.assessment === 'purchase',
  );
  if (!found) throw new Error(`${environment} has no plan`);
  return found;
};

const publish = async (name: string, code: string, environment = 'Root', condition = '') => {
  const context = scene.contextIn(environment);
  const text = { condition, clauses: [{ id: newId(), name: 'Decide', code }], samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  return publishRule(context, 'purchase', rule.id, input);
};

const decisionOf = (levels: EnvironmentPlanSource['levels'], payload: Record<string, unknown>) => {
  const environmentId = levels.at(-1)?.environmentId ?? '';
  const { plan, problems } = compilePlan('plan', environmentId, levels, new Map());
  expect(problems).toEqual([]);
  const input = { payload: payload as never, generated: {}, nowMs: 0, correlationId: 'c', seed: 1 };
  const { decision, rule } = decide(plan, input);
  return `${decision} ${rule?.name ?? '-'}`;
};

beforeEach(async () => {
  scene = await createScene(test.database, {
    Root: {},
    Child: { parent: 'Root' },
    Broken: { parent: 'Root', status: 'Error' },
  });
});

describe('plan sources', () => {
  it('exist for Active environments only, with the rules above them root first', async () => {
    await publish('Root rule', 'RETURN Reject() WHEN @"totalAmount" > 220');
    await publish('Child rule', 'RETURN Review() WHEN @"totalAmount" > 100', 'Child');
    const { plans } = await load();
    expect(plans.map(({ environmentId, assessment }) => `${environmentId} ${assessment}`).toSorted()).toEqual(
      [scene.idOf('Root'), scene.idOf('Child')].flatMap((id) => ASSESSMENTS.map((each) => `${id} ${each}`)).toSorted(),
    );
    const { levels } = await planOf('Child');
    expect(levels.map(({ environmentName, rules }) => [environmentName, rules.map(({ name }) => name)])).toEqual([
      ['Root', ['Root rule']],
      ['Child', ['Child rule']],
    ]);
    expect(decisionOf(levels, { totalAmount: 300 })).toBe('Reject Root rule');
    expect(decisionOf((await planOf('Root')).levels, { totalAmount: 150 })).toBe('Approve -');
  });

  it('leave out rules that are stopped or deleted, and follow the plan head', async () => {
    const rule = await publish('Limits', 'RETURN Reject()');
    const before = await load();
    expect(before.version).toBe(1);
    const stopped = await setRuleActive(scene.contextIn('Root'), 'purchase', rule.id, {
      version: rule.version,
      active: false,
    });
    expect((await planOf('Root')).levels[0]?.rules).toEqual([]);
    await deleteRule(scene.contextIn('Root'), 'purchase', rule.id, stopped.version);
    const after = await load();
    expect(after.version).toBe(3);
    expect(after.plans.map(({ planId }) => planId)).not.toEqual(before.plans.map(({ planId }) => planId));
  });

  it('have the same id for the same content, whatever happened in between', async () => {
    const rule = await publish('Limits', 'RETURN Reject()');
    const first = await planOf('Child');
    const context = scene.contextIn('Root');
    const stopped = await setRuleActive(context, 'purchase', rule.id, { version: rule.version, active: false });
    expect((await planOf('Child')).planId).not.toBe(first.planId);
    await setRuleActive(context, 'purchase', rule.id, { version: stopped.version, active: true });
    expect((await planOf('Child')).planId).toBe(first.planId);
  });

  it('carry the lists of the environment of the rule', async () => {
    await createList(scene.contextIn('Root'), { name: 'Zones', description: '', stream: csv('zone\nA\n') });
    await createList(scene.contextIn('Child'), { name: 'Zones', description: '', stream: csv('zone\nB\n') });
    const condition = 'WHEN ContainsKey("ZONES", "zone", @"user.zipCode")';
    await publish('Root zones', 'RETURN Reject()', 'Root', condition);
    await publish('Child zones', 'RETURN Reject()', 'Child', condition);
    const { levels } = await planOf('Child');
    expect(decisionOf(levels, { user: { zipCode: ' a' } })).toBe('Reject Root zones');
    expect(decisionOf(levels, { user: { zipCode: 'b' } })).toBe('Reject Child zones');
    expect(decisionOf(levels, { user: { zipCode: 'c' } })).toBe('Approve -');
  });

  it('load a list once and drop it when no plan names it any more', async () => {
    const store = new ListStore();
    const found: ReadonlyMap<string, ListIndex>[] = [];
    const lists: PlanLists = async (scope, named) => {
      const read = await store.read(scope, named);
      found.push(read);
      return read;
    };
    const loadNext = () => loadPlanSources({ ...scene, database: test.database }, lists);
    const replaced = ({ id, version }: { readonly id: string; readonly version: string }, zone: string) =>
      replaceList(scene.contextIn('Root'), id, { version, stream: csv(`zone\n${zone}\n`) });
    const list = await createList(scene.contextIn('Root'), {
      name: 'Zones',
      description: '',
      stream: csv('zone\nA\n'),
    });
    await publish('Zones', 'RETURN Reject() WHEN ContainsKey("Zones", "zone", @"user.zipCode")');
    await loadNext();
    await loadNext();
    const other = await replaced(list, 'B');
    await loadNext();
    await replaced(other, 'A');
    await loadNext();
    const entries = found.map((each) => [...each]);
    expect(entries.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    const [[firstHash, first], [, second], [otherHash], [lastHash, last]] = entries.map(
      ([entry]) => entry ?? ['', undefined],
    ) as [[string, unknown], [string, unknown], [string, unknown], [string, unknown]];
    expect(second).toBe(first);
    expect([otherHash === firstHash, lastHash === firstHash]).toEqual([false, true]);
    expect(last).not.toBe(first);
  });

  it('are given to another thread once, with the columns that its rules name', async () => {
    const store = new ListStore(sharedBuffer);
    const requests: ListRequest[] = [];
    const asked = createAskedLists(async (request) => {
      requests.push(request);
      return structuredClone(await store.share({ ...scene, database: test.database }, 0, request));
    });
    const loadAsked = async () =>
      (await loadPlanSources({ ...scene, database: test.database }, asked)).plans.find(
        (plan) => plan.environmentId === scene.idOf('Root') && plan.assessment === 'purchase',
      )?.levels ?? [];
    const list = await createList(scene.contextIn('Root'), {
      name: 'Zones',
      description: '',
      stream: csv('zone,kind\nA,near\n'),
    });
    const named = (column: string) => `WHEN ContainsKey("Zones", "${column}", @"user.zipCode")`;
    await publish('Zones', 'RETURN Reject()', 'Root', named('zone'));
    expect(decisionOf(await loadAsked(), { user: { zipCode: 'a' } })).toBe('Reject Zones');
    await loadAsked();
    await publish('Kinds', 'RETURN Reject()', 'Root', named('kind'));
    expect(decisionOf(await loadAsked(), { user: { zipCode: 'NEAR' } })).toBe('Reject Kinds');
    await replaceList(scene.contextIn('Root'), list.id, { version: list.version, stream: csv('zone,kind\nB,far\n') });
    expect(decisionOf(await loadAsked(), { user: { zipCode: 'b' } })).toBe('Reject Zones');
    expect(requests.map(({ missing }) => missing.length)).toEqual([1, 0, 1, 1]);
  });
});

describe('plans while people publish', () => {
  it('stand for exactly the state of the version they name', async () => {
    const code = 'RETURN Reject()';
    const writes = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => publish(name, code)));
    const seen: [version: number, rules: number][] = [];
    let done = false;
    const finished = writes.then(() => (done = true));
    while (!done) {
      const { version, plans } = await load();
      const root = plans.find(
        ({ environmentId, assessment }) => environmentId === scene.idOf('Root') && assessment === 'purchase',
      );
      seen.push([version, root?.levels[0]?.rules.length ?? -1]);
    }
    await finished;
    for (const [version, rules] of seen) expect(rules).toBe(version);
    expect((await load()).version).toBe(6);
  });

  it('never name a list that was deleted at the same time', async () => {
    const context = scene.contextIn('Root');
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const name = `Zones ${round}`;
      const list = await createList(context, { name, description: '', stream: csv('zone\nA\n') });
      const code = `RETURN Reject() WHEN ContainsKey("${name}", "zone", @"user.zipCode")`;
      const [published, deleted] = await Promise.allSettled([
        publish(`Rule ${round}`, code),
        deleteList(context, list.id, list.version),
      ]);
      outcomes.add(`${published.status} ${deleted.status}`);
    }
    expect([...outcomes].filter((each) => each !== 'fulfilled rejected' && each !== 'rejected fulfilled')).toEqual([]);
  });
});

describe('a recorded plan', () => {
  it('decides again as it did, after rules and lists have changed', async () => {
    const context = scene.contextIn('Root');
    const list = await createList(context, { name: 'Zones', description: '', stream: csv('zone\nA\n') });
    const rule = await publish('Zones', 'RETURN Reject() WHEN ContainsKey("Zones", "zone", @"user.zipCode")');
    const { planId } = await planOf('Child');
    await replaceList(context, list.id, { version: list.version, stream: csv('zone\nB\n') });
    await deleteRule(context, 'purchase', rule.id, rule.version);
    expect(decisionOf((await planOf('Child')).levels, { user: { zipCode: 'A' } })).toBe('Approve -');

    const levels = await loadRecordedPlan(test.database, scene.tenantId, planId);
    expect(decisionOf(levels ?? [], { user: { zipCode: 'A' } })).toBe('Reject Zones');
    expect(decisionOf(levels ?? [], { user: { zipCode: 'B' } })).toBe('Approve -');
  });

  it('is unknown to another tenant, and under an unrecorded id', async () => {
    await publish('Limits', 'RETURN Reject()');
    const { planId } = await planOf('Root');
    const other = await createScene(test.database, { Root: {} });
    expect(await loadRecordedPlan(test.database, other.tenantId, planId)).toBeUndefined();
    const found = await test.database.inTenant(scene.tenantId, (trx) => findRecordedPlan(trx, 'nothing'));
    expect(found).toBeUndefined();
  });

  it('cannot be changed or removed by the running product', async () => {
    await publish('Limits', 'RETURN Reject()');
    await load();
    for (const table of ['plan', 'plan_unit'] as const) {
      const remove = test.database.inTenant(scene.tenantId, (trx) => trx.deleteFrom(table).execute());
      await expect(remove).rejects.toThrow(/permission denied/);
    }
  });
});
