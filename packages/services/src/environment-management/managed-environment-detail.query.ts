import type { ManagedEnvironmentDetail } from '@redoubt/contracts';
import { DEFAULT_CURRENCY_SETTINGS, environmentPath, pathNames, rootFirst } from '@redoubt/domain';
import { invariant, type Id } from '@redoubt/kernel';
import {
  findCurrencySettings,
  findWindowMode,
  isApprovalRequired,
  listApplications,
  listCostModels,
  readInheritableResources,
  type InheritableResource,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import {
  callersOf,
  readPersonTree,
  requireSeen,
  toManaged,
  type EnvironmentOptions,
  type PersonTree,
} from './environment-tree.ts';

type Inherited = ManagedEnvironmentDetail['inherited'];
type Settings = ManagedEnvironmentDetail['settings'];

/** Names that one answer holds, of one kind from one environment. */
const MAX_ITEMS = 50;

const THINGS = ['people', 'rules', 'velocitySets', 'functions', 'ruleTemplates', 'environmentTemplates'] as const;

const inheritedOf = (things: readonly InheritableResource[], path: readonly Id[], { byId }: PersonTree): Inherited => {
  const own = path.at(-1);
  return THINGS.map((thing) => {
    const all = things.filter((each) => each.thing === thing);
    const from = path.slice(0, -1).flatMap((environmentId) => {
      const there = all.filter((each) => each.environmentId === environmentId);
      if (there.length === 0) return [];
      const items = there.slice(0, MAX_ITEMS).map(({ name, assessment }) => ({ name, assessment }));
      return [{ environmentId, environmentName: byId.get(environmentId)?.name ?? '', count: there.length, items }];
    });
    return { thing, own: all.filter(({ environmentId }) => environmentId === own).length, from };
  });
};

const settingsOf = async (trx: TenantTransaction, path: readonly Id[], { byId }: PersonTree): Promise<Settings> => {
  const own = path.at(-1) ?? '';
  const root = path[0] ?? own;
  const placeOf = (environmentId: Id) => ({ environmentId, environmentName: byId.get(environmentId)?.name ?? '' });
  const costs = await listCostModels(trx, path);
  const costsFrom = path.findLast((id) => (costs.get(id)?.model ?? null) !== null);
  const currency = await findCurrencySettings(trx, root);
  return [
    // Kept by each environment for itself.
    {
      setting: 'secondPerson',
      value: (await isApprovalRequired(trx, own)) ? 'required' : 'notRequired',
      from: placeOf(own),
    },
    {
      setting: 'costModel',
      value: costsFrom === undefined ? 'default' : 'set',
      from: costsFrom === undefined ? null : placeOf(costsFrom),
    },
    {
      setting: 'currency',
      value: (currency?.settings ?? DEFAULT_CURRENCY_SETTINGS).currency ?? '',
      from: currency === undefined ? null : placeOf(root),
    },
    { setting: 'velocityWindows', value: await findWindowMode(trx, own), from: placeOf(own) },
    { setting: 'bodies', value: byId.get(own)?.bodyMode ?? '', from: placeOf(own) },
  ];
};

/** What callers name an environment by: its id, and the path of API ids where the tree has some. */
const referencesOf = (path: readonly Id[], { byId }: PersonTree): string[] => {
  const apiIds = path.map((id) => byId.get(id)?.customerApiId ?? null);
  const own = path.at(-1) ?? '';
  if (apiIds.at(-1) === null || apiIds.at(-1) === undefined) return [own];
  const begin = apiIds.findLastIndex((each) => each === null);
  // From the nearest one without an API id, which its own id names.
  const steps = path.slice(Math.max(0, begin)).map((id) => byId.get(id)?.customerApiId ?? id);
  return [`/${steps.join('/')}`, own];
};

/** One environment, what it inherits from where, and who may call it. @throws `ENV-UNKNOWN` */
export const getManagedEnvironment = (
  context: EnvironmentContext,
  person: SignedInPerson,
  _options: EnvironmentOptions,
  managedId: Id,
): Promise<ManagedEnvironmentDetail> =>
  reading(context, async (trx) => {
    const tree = await readPersonTree(trx, context, person);
    const found = requireSeen(tree, managedId);
    const [environment] = await toManaged(trx, context, tree, [found]);
    invariant(environment, 'one environment in, one out');
    const path = rootFirst(managedId, environmentPath(managedId, tree.byId));
    const things = await readInheritableResources(trx, path, new Date(context.clock.now()));
    const callers = callersOf(await listApplications(trx), path);
    return {
      environment,
      path: pathNames(managedId, tree.byId).split('/'),
      references: referencesOf(path, tree),
      inherited: inheritedOf(things, path, tree),
      settings: await settingsOf(trx, path, tree),
      applications: callers.map(({ application: { clientId, displayName }, roles }) => ({
        clientId,
        name: displayName,
        roles: [...roles],
      })),
    };
  });
