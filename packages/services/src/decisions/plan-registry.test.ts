import { ASSESSMENTS } from '@redoubt/domain';
import type { PlanLevelSource, PlanProblem } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { PlanRegistry, type PlannedApplication, type PlannedEnvironment, type TenantSources } from './plan-registry.ts';

const TENANT = '5d0c0000-0001-4000-8000-000000000001';
const ROOT = '5d0e0000-0001-4000-8000-000000000001';
const CHILD = '5d0e0000-0001-4000-8000-000000000002';
const OTHER = '5d0e0000-0001-4000-8000-000000000003';
const SOON = '5d0e0000-0001-4000-8000-000000000004';

const environment = (id: Id, parentId: Id | null, name: string): PlannedEnvironment => ({
  id,
  parentId,
  name,
  status: id === SOON ? 'Creating' : 'Active',
  customerApiId: name,
});
const ENVIRONMENTS = [
  environment(ROOT, null, 'primary'),
  environment(CHILD, ROOT, 'shop'),
  environment(SOON, ROOT, 'soon'),
  environment(OTHER, null, 'second'),
];

const level = (code: string): PlanLevelSource => ({
  environmentId: ROOT,
  environmentName: 'primary',
  runMode: 'allUntilDecision',
  rules: [
    {
      id: 'r',
      name: 'rule',
      version: 1,
      hash: code,
      text: { condition: '', clauses: [{ id: 'c', name: 'clause', code }] },
    },
  ],
  catalogue: { attributes: [], lists: [] },
  lists: () => ({ containsKey: () => false, lookup: () => undefined }),
});

const sources = (
  planId: string,
  applications: readonly PlannedApplication[] = [
    {
      clientId: 'shop',
      displayName: 'Shop',
      callsPerSecond: null,
      grants: [{ environmentId: null, roles: ['Risk_API'] }],
    },
  ],
  code = 'RETURN Approve()',
): TenantSources => ({
  environments: ENVIRONMENTS,
  applications,
  plans: [ROOT, CHILD, OTHER].flatMap((environmentId) =>
    ASSESSMENTS.map((assessment) => ({ environmentId, assessment, planId, levels: [level(code)] })),
  ),
});

/** A registry whose loads the test answers one by one. */
const createScene = () => {
  const loads: PromiseWithResolvers<TenantSources | undefined>[] = [];
  const problems: PlanProblem[] = [];
  const registry = new PlanRegistry({
    load: () => {
      const load = Promise.withResolvers<TenantSources | undefined>();
      loads.push(load);
      return load.promise;
    },
    onProblem: (_tenantId, _environmentId, problem) => problems.push(problem),
  });
  const loadOf = async (number: number) => {
    while (loads[number] === undefined) await new Promise(setImmediate);
    return loads[number];
  };
  const planId = async (reference: string | null = null) =>
    (await registry.resolve(TENANT, 'shop', reference)).plans.purchase.id;
  return { registry, loads, problems, loadOf, planId };
};

const loaded = async (applications?: readonly PlannedApplication[]) => {
  const scene = createScene();
  const first = scene.registry.refresh(TENANT);
  (await scene.loadOf(0)).resolve(sources('one', applications));
  await first;
  return scene;
};

describe('a plan registry', () => {
  it('loads a tenant once, however many calls meet it at the same time', async () => {
    const { planId, loads, loadOf } = createScene();
    const calls = Promise.all([planId(), planId(), planId('/primary/shop')]);
    (await loadOf(0)).resolve(sources('one'));
    expect(await calls).toEqual(['one', 'one', 'one']);
    expect(loads).toHaveLength(1);
  });

  it('loads again after a load that was under way when the plans changed: that one may have read too early', async () => {
    const { registry, planId, loads, loadOf } = createScene();
    const call = planId();
    const changes = Promise.all([registry.refresh(TENANT), registry.refresh(TENANT)]);
    (await loadOf(0)).resolve(sources('early'));
    expect(await call).toBe('early');
    (await loadOf(1)).resolve(sources('late'));
    await changes;
    expect(await planId()).toBe('late');
    expect(loads).toHaveLength(2);
  });

  it('swaps plans in whole; what began on the old one finishes on it', async () => {
    const { registry, planId, loadOf } = await loaded();
    const { plans } = await registry.resolve(TENANT, 'shop', null);
    const refresh = registry.refresh(TENANT);
    expect(await planId()).toBe('one');
    (await loadOf(1)).resolve(sources('two'));
    await refresh;
    expect(plans.purchase.id).toBe('one');
    expect(await planId()).toBe('two');
  });

  it('decides by the last good plans while loading fails, and says so to the one who asked', async () => {
    const { registry, planId, loadOf } = await loaded();
    const refresh = registry.refresh(TENANT);
    (await loadOf(1)).reject(new Error('no database'));
    await expect(refresh).rejects.toThrow('no database');
    expect(await planId()).toBe('one');
  });

  it('loads anew although the load under way failed', async () => {
    const { registry, planId, loadOf } = createScene();
    const call = planId();
    const refresh = registry.refresh(TENANT);
    (await loadOf(0)).reject(new Error('no database'));
    await expect(call).rejects.toThrow('no database');
    (await loadOf(1)).resolve(sources('two'));
    await refresh;
    expect(await planId()).toBe('two');
  });

  it('refuses an unknown tenant and asks for it again the next time', async () => {
    const { planId, loadOf } = createScene();
    const refused = planId();
    (await loadOf(0)).resolve(undefined);
    await expect(refused).rejects.toMatchObject({ code: 'AUTH-WRONG-TENANT' });
    const call = planId();
    (await loadOf(1)).resolve(sources('one'));
    expect(await call).toBe('one');
  });

  it('leaves out a rule that does not compile and reports it', async () => {
    const { registry, problems, loadOf } = createScene();
    const call = registry.resolve(TENANT, 'shop', null);
    (await loadOf(0)).resolve(sources('one', undefined, 'RETURN Reject() WHEN ContainsKey("gone", "c", "x")'));
    expect((await call).plans.purchase.levels.flatMap(({ rules }) => rules)).toEqual([]);
    expect(problems[0]).toMatchObject({ ruleId: 'r', ruleName: 'rule' });
  });
});

describe('an application', () => {
  const only = (...environmentIds: Id[]) => [
    {
      clientId: 'shop',
      displayName: 'Shop',
      callsPerSecond: null,
      grants: environmentIds.map((environmentId) => ({ environmentId, roles: ['Risk_API' as const] })),
    },
  ];

  it('may send to its environments and everything below, and nowhere else', async () => {
    const { planId } = await loaded(only(ROOT));
    expect(await planId(CHILD)).toBe('one');
    await expect(planId(OTHER)).rejects.toMatchObject({ code: 'AUTH-APPLICATION-NOT-ALLOWED' });
    await expect((await loaded(only(CHILD))).planId('/primary')).rejects.toMatchObject({
      code: 'AUTH-APPLICATION-NOT-ALLOWED',
    });
  });

  it('that names no environment means its own first, else the first active root', async () => {
    const own = await loaded(only(CHILD));
    expect((await own.registry.resolve(TENANT, 'shop', null)).environment.id).toBe(CHILD);
    const any = await loaded();
    expect((await any.registry.resolve(TENANT, 'shop', null)).environment.id).toBe(ROOT);
  });

  it.each([
    ['an unknown environment', '/primary/nobody', 'ENV-UNKNOWN'],
    ['one that is not Active', '/primary/soon', 'ENV-NOT-ACTIVE'],
  ])('is told about %s', async (_what, reference, code) => {
    await expect((await loaded()).planId(reference)).rejects.toMatchObject({ code });
  });

  it('that is not on record is refused', async () => {
    await expect((await loaded([])).planId()).rejects.toMatchObject({ code: 'AUTH-APPLICATION-NOT-ALLOWED' });
  });
});
