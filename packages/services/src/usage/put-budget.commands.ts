import type { BodyOf, putUsageBudget as endpoint, ResponseOf } from '@redoubt/contracts';
import type { UsageBudget, UsageCapability } from '@redoubt/domain';
import { canonicalJson, type Id, type Json } from '@redoubt/kernel';
import {
  deleteUsageBudget,
  listEnvironments,
  listUsageBudgets,
  saveUsageBudget,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent, tagOf } from '../version-tag.ts';
import { requireRoot } from './require-root.ts';

type Body = BodyOf<typeof endpoint>;
type Answer = ResponseOf<typeof endpoint>;

const recordBudget = recordOf('UsageBudget');

const logged = (capability: UsageCapability, budget: UsageBudget | null): Json =>
  budget === null ? null : { capability, ...budget, alertsAt: [...budget.alertsAt] };

const putIn = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  environmentId: Id | null,
  { capability, version, budget }: Body,
): Promise<Answer> => {
  const place = { environmentId, capability };
  const stored = (await listUsageBudgets(trx)).find(
    (each) => each.environmentId === environmentId && each.capability === capability,
  );
  const at = stored?.version ?? 0;
  requireCurrent(version, at, 'USAGE-BUDGET-STALE', { by: stored?.changedBy ?? '' });
  const before = logged(capability, stored?.budget ?? null);
  const after = logged(capability, budget);
  if (canonicalJson(before) === canonicalJson(after)) return { capability, version, budget };
  if (budget === null) await deleteUsageBudget(trx, place);
  else await saveUsageBudget(trx, context.tenantId, place, budget, changedBy(context));
  const environments = await listEnvironments(trx);
  await recordBudget(trx, context, {
    operation: stored === undefined ? 'Create' : budget === null ? 'Delete' : 'Update',
    id: environmentId ?? context.tenantId,
    name: environments.find(({ id }) => id === context.environmentId)?.name ?? context.environmentId,
    original: before,
    modified: after,
  });
  return { capability, version: tagOf(budget === null ? 0 : at + 1), budget };
};

/** Sets or takes away what an environment, with those below it, is planned to use. Throws USAGE-BUDGET-STALE. */
export const putUsageBudget = (context: EnvironmentContext, body: Body): Promise<Answer> =>
  inTransaction(context, (trx) => putIn(trx, context, context.environmentId, body));

/** Sets or takes away what the whole tenant is planned to use. Throws BILLING-NOT-ROOT, USAGE-BUDGET-STALE. */
export const putTenantBudget = (context: EnvironmentContext, body: Body): Promise<Answer> =>
  inTransaction(context, async (trx) => {
    await requireRoot(trx, context);
    return putIn(trx, context, null, body);
  });
