import type { BodyOf, putUsagePrices as endpoint, ResponseOf } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { canonicalJson } from '@redoubt/kernel';
import { findUsagePrices, listEnvironments, saveUsagePrices } from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { rootOf } from '../environments/root-of.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent, tagOf } from '../version-tag.ts';

const recordPrices = recordOf('UsagePrices');

/** Says what usage costs in the tenant. Throws BILLING-NOT-ROOT, USAGE-PRICES-STALE. */
export const putUsagePrices = (
  context: EnvironmentContext,
  { version, prices }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const environments = await listEnvironments(trx);
    const rootId = rootOf(environments, environmentId);
    const name = environments.find(({ id }) => id === rootId)?.name ?? rootId;
    if (rootId !== environmentId) throw fail('BILLING-NOT-ROOT', { name });
    const stored = await findUsagePrices(trx);
    const at = stored?.version ?? 0;
    requireCurrent(version, at, 'USAGE-PRICES-STALE', { by: stored?.changedBy ?? '' });
    if (stored && canonicalJson(stored.prices) === canonicalJson(prices)) return { version, prices };
    await saveUsagePrices(trx, tenantId, prices, changedBy(context));
    await recordPrices(trx, context, {
      operation: 'Update',
      id: tenantId,
      name,
      original: stored?.prices ?? {},
      modified: prices,
    });
    return { version: tagOf(at + 1), prices };
  });
