import type { CostModelDetail } from '@redoubt/contracts';
import {
  allows,
  DEFAULT_COST_MODEL,
  DEFAULT_CURRENCY_SETTINGS,
  environmentPath,
  fail,
  type CostModel,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findCurrencySettings,
  listCostModels,
  listEnvironments,
  type StoredCostModel,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';

/** What counts in an environment, and where it comes from. */
export type CountingCosts = {
  readonly model: CostModel;
  /** Null for the defaults. */
  readonly from: { readonly environmentId: Id; readonly name: string } | null;
  /** What would count without its own. */
  readonly inherited: CostModel;
  readonly stored: StoredCostModel | undefined;
  readonly rootId: Id;
  /** Of the environment. */
  readonly name: string;
};

/** The costs of an environment, else of the nearest above it that says some, else the defaults. @throws `ENV-UNKNOWN`. */
export const readCosts = async (trx: TenantTransaction, environmentId: Id): Promise<CountingCosts> => {
  const byId = new Map((await listEnvironments(trx)).map((each) => [each.id, each]));
  const here = byId.get(environmentId);
  if (here === undefined) throw fail('ENV-UNKNOWN', { id: environmentId });
  const { parentIds } = environmentPath(environmentId, byId);
  const stored = await listCostModels(trx, [environmentId, ...parentIds]);
  const said = [environmentId, ...parentIds].flatMap((id) => {
    const model = stored.get(id)?.model ?? null;
    return model === null ? [] : [{ id, model }];
  });
  const [counting] = said;
  return {
    model: counting?.model ?? DEFAULT_COST_MODEL,
    from: counting === undefined ? null : { environmentId: counting.id, name: byId.get(counting.id)?.name ?? '' },
    inherited: said.find(({ id }) => id !== environmentId)?.model ?? DEFAULT_COST_MODEL,
    stored: stored.get(environmentId),
    rootId: parentIds.at(-1) ?? environmentId,
    name: here.name,
  };
};

/** The costs of an environment as its page shows them. */
export const readCostModelDetail = async (
  trx: TenantTransaction,
  { environmentId, capabilities }: EnvironmentContext,
): Promise<CostModelDetail> => {
  const { model, from, inherited, stored, rootId } = await readCosts(trx, environmentId);
  const { currency } = (await findCurrencySettings(trx, rootId))?.settings ?? DEFAULT_CURRENCY_SETTINGS;
  return {
    model,
    from,
    own: (stored?.model ?? null) !== null,
    inherited,
    currency,
    changed: stored ? { by: stored.changedBy, at: stored.changedAt.toISOString() } : null,
    version: tagOf(stored?.version ?? 0),
    canWrite: allows(capabilities, 'reports:write'),
  };
};
