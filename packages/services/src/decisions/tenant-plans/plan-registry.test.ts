import { ASSESSMENTS } from '@redoubt/domain';
import type { PlanLevelSource } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { PlanRegistry } from './plan-registry.ts';
import type {
  LeftOutUnit,
  PlannedApplication,
  PlannedEnvironment,
  TenantDirectory,
  TenantSources,
} from './tenant-plans.ts';

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
  bodyMode: 'lenient',
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
  symbols: { attributes: [], lists: [] },
  lists: () => ({ containsKey: () => false, lookup: () => undefined }),
});

const SHOP: PlannedApplication = {
  clientId: 'shop',
  displayName: 'Shop',
  callsPerSecond: null,
  grants: [{ environmentId: null, roles: ['Risk_API'] }],
};

const sources = (planId: string, code = 'RETURN Approve()', codeOfOther = code): TenantSources => ({
  plans: [ROOT, CHILD, OTHER].flatMap((environmentId) =>
    ASSESSMENTS.map((assessment) => ({
      environmentId,
      assessment,
      planId: environmentId === OTHER ? `other ${codeOfOther}` : planId,
      state: '',
      levels: [level(environmentId === OTHER ? codeOfOther : code)],
    })),
  ),
});

/** A registry whose loads of plans the test answers one by one. */
const createScene = (applications: readonly PlannedApplication[] = [SHOP]) => {
  const loads: PromiseWithResolvers<TenantSources>[] = [];
  const leftOut: LeftOutUnit[] = [];
  const stale: unknown[] = [];
  let directory: TenantDirectory | undefined = { environments: ENVIRONMENTS, applications };
  const registry = new PlanRegistry({
    load: {
      directory: async () => directory,
      plans: () => {
        const load = Promise.withResolvers<TenantSources>();
        loads.push(load);
        return load.promise;
      },
    },
    onLeftOut: (_tenantId, units) => leftOut.push(...units),
    onStale: (_tenantId, error) => stale.push(error),
  });
  const loadOf = async (number: number) => {
    while (loads[number] === undefined) await new Promise(setImmediate);
    return loads[number];
  };
  const resolve = (reference: string | null = null) => registry.resolve(TENANT, 'shop', reference);
  const planId = async (reference: string | null = null) => (await resolve(reference)).plans.purchase.id;
  const setDirectory = (next: TenantDirectory | undefined): void => {
    directory = next;
  };
  return { registry, loads, leftOut, stale, loadOf, resolve, planId, setDirectory };
};

const loaded = async (applications?: readonly PlannedApplication[]) => {
  const scene = createScene(applications);
  const first = scene.registry.refresh(TENANT);
  (await scene.loadOf(0)).resolve(sources('one'));
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
    const { planId, loadOf, setDirectory } = createScene();
    setDirectory(undefined);
    await expect(planId()).rejects.toMatchObject({ code: 'AUTH-WRONG-TENANT' });
    setDirectory({ environments: ENVIRONMENTS, applications: [SHOP] });
    const call = planId();
    (await loadOf(0)).resolve(sources('one'));
    expect(await call).toBe('one');
  });

  it.each([
    ['that names what is gone', 'RETURN Reject() WHEN ContainsKey("gone", "c", "x")'],
    ['of which no code can be made', `RETURN Reject() WHEN @"${Array(10_000).fill('a').join('.')}" == "x"`],
  ])('leaves out a rule %s, reports it once and decides by the others', async (_what, code) => {
    const { registry, resolve, leftOut, loadOf } = createScene();
    const call = resolve();
    (await loadOf(0)).resolve(sources('one', code, 'RETURN Reject()'));
    const rulesOf = ({ plans }: Awaited<typeof call>) => plans.purchase.levels.flatMap(({ rules }) => rules);
    expect(rulesOf(await call)).toEqual([]);
    expect(rulesOf(await resolve(OTHER))).toHaveLength(1);
    expect(leftOut).toMatchObject([{ ruleId: 'r', ruleName: 'rule', environmentId: ROOT }]);
    expect(registry.state).toEqual({ staleTenants: 0, leftOutUnits: 1 });
    const again = registry.refresh(TENANT);
    (await loadOf(1)).resolve(sources('two', code));
    await again;
    expect(leftOut).toHaveLength(1);
  });

  it('revokes an application while plans cannot be loaded', async () => {
    const { registry, planId, loadOf, setDirectory, stale } = await loaded();
    setDirectory({ environments: ENVIRONMENTS, applications: [] });
    const refresh = registry.refresh(TENANT);
    const load = await loadOf(1);
    await expect(planId()).rejects.toMatchObject({ code: 'AUTH-APPLICATION-NOT-ALLOWED' });
    load.reject(new Error('no plans'));
    await expect(refresh).rejects.toThrow('no plans');
    await expect(planId()).rejects.toMatchObject({ code: 'AUTH-APPLICATION-NOT-ALLOWED' });
    expect(registry.state).toEqual({ staleTenants: 1, leftOutUnits: 0 });
    expect(stale).toHaveLength(1);
  });

  it('compiles nothing anew of environments that did not change', async () => {
    const { registry, resolve, loadOf } = await loaded();
    const before = [await resolve(), await resolve(OTHER)].map(({ plans }) => plans.purchase);
    const refresh = registry.refresh(TENANT);
    (await loadOf(1)).resolve(sources('two', 'RETURN Reject()', 'RETURN Approve()'));
    await refresh;
    const after = [await resolve(), await resolve(OTHER)].map(({ plans }) => plans.purchase);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });

  it('lets calls to a new environment wait for its first plan', async () => {
    const { registry, loadOf, planId, setDirectory } = await loaded();
    const opened = ENVIRONMENTS.map((each) => ({ ...each, status: 'Active' as const }));
    setDirectory({ environments: opened, applications: [SHOP] });
    const refresh = registry.refresh(TENANT);
    const load = await loadOf(1);
    const call = planId(SOON);
    const { plans } = sources('two');
    load.resolve({
      plans: [
        ...plans,
        ...plans.flatMap((plan) => (plan.environmentId === OTHER ? { ...plan, environmentId: SOON } : [])),
      ],
    });
    await refresh;
    expect(await call).toBe('other RETURN Approve()');
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
