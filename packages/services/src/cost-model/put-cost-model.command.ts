import type { BodyOf, CostModelDetail, putCostModel as endpoint } from '@redoubt/contracts';
import { canonicalJson } from '@redoubt/kernel';
import { saveCostModel } from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import { readCostModelDetail, readCosts } from './read-cost-model.ts';

const recordCosts = recordOf('CostModel');

/** Says what decisions cost and save in an environment and below it; null takes over what counts above. Throws COST-MODEL-STALE. */
export const putCostModel = (
  context: EnvironmentContext,
  { version, model }: BodyOf<typeof endpoint>,
): Promise<CostModelDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const { stored, name } = await readCosts(trx, environmentId);
    requireCurrent(version, stored?.version ?? 0, 'COST-MODEL-STALE', { by: stored?.changedBy ?? '' });
    const before = stored?.model ?? null;
    if (canonicalJson(before) !== canonicalJson(model)) {
      await saveCostModel(trx, tenantId, environmentId, model, changedBy(context));
      await recordCosts(trx, context, {
        operation: 'Update',
        id: environmentId,
        name,
        original: before ?? {},
        modified: model ?? {},
      });
    }
    return readCostModelDetail(trx, context);
  });
