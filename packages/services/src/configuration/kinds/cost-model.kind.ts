import { COST_LIMITS, type CostModel } from '@redoubt/domain';
import { listCostModels } from '@redoubt/storage';
import { z } from 'zod';
import { putCostModel } from '../../cost-model/put-cost-model.command.ts';
import { tagOf } from '../../version-tag.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { yamlFile } from '../yaml-file.ts';
import { contentReader } from './yaml-reader.ts';

const PATH = 'cost-model.yaml';
const upTo = (most: number) => z.number().min(0).max(most);

const schema = z.strictObject({
  marginPercent: upTo(COST_LIMITS.marginPercent),
  chargebackFee: upTo(COST_LIMITS.chargebackFee),
  reviewCost: upTo(COST_LIMITS.reviewCost),
  insultCost: upTo(COST_LIMITS.insultCost),
  reviewLossPercent: upTo(COST_LIMITS.reviewLossPercent),
  challengeLossPercent: upTo(COST_LIMITS.challengeLossPercent),
});

/** What decisions cost and save, where the environment says its own. */
export const costModelKind: ResourceKind<CostModel> = {
  kind: 'costModel',
  capability: 'reports',
  owns: (path) => path === PATH,
  nameOf: () => 'cost model',
  filesOf: (model) => [
    yamlFile(PATH, {
      marginPercent: model.marginPercent,
      chargebackFee: model.chargebackFee,
      reviewCost: model.reviewCost,
      insultCost: model.insultCost,
      reviewLossPercent: model.reviewLossPercent,
      challengeLossPercent: model.challengeLossPercent,
    }),
  ],
  read: contentReader(schema),
  load: async (trx, { environmentId }) => {
    const stored = (await listCostModels(trx, [environmentId])).get(environmentId);
    return stored === undefined || stored.model === null ? [] : [stored.model];
  },
  put: async (trx, context, model) => {
    const stored = (await listCostModels(trx, [context.environmentId])).get(context.environmentId);
    await putCostModel(context, { version: tagOf(stored?.version ?? 0), model });
  },
};
