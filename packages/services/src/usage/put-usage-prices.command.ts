import type { BodyOf, putUsagePrices as endpoint, ResponseOf } from '@redoubt/contracts';
import { canonicalJson } from '@redoubt/kernel';
import { findUsagePrices, saveUsagePrices } from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent, tagOf } from '../version-tag.ts';
import { requireRoot } from './require-root.ts';

const recordPrices = recordOf('UsagePrices');

/** Says what usage costs in the tenant. Throws BILLING-NOT-ROOT, USAGE-PRICES-STALE. */
export const putUsagePrices = (
  context: EnvironmentContext,
  { version, prices }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> =>
  inTransaction(context, async (trx) => {
    const { tenantId } = context;
    const name = await requireRoot(trx, context);
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
