import { COST_LIMITS } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const path = '/platform/v1/environments/:environmentId/cost-model';
const upTo = (most: number) => z.number().min(0).max(most);

/** What decisions cost and save; amounts in the currency that reports add up in. */
export const costModel = z.strictObject({
  marginPercent: upTo(COST_LIMITS.marginPercent),
  chargebackFee: upTo(COST_LIMITS.chargebackFee),
  reviewCost: upTo(COST_LIMITS.reviewCost),
  insultCost: upTo(COST_LIMITS.insultCost),
  reviewLossPercent: upTo(COST_LIMITS.reviewLossPercent),
  challengeLossPercent: upTo(COST_LIMITS.challengeLossPercent),
});

const costModelDetail = z.strictObject({
  /** What counts here: its own, that of the nearest environment above that has one, or the defaults. */
  model: costModel,
  /** Where it comes from; null for the defaults. */
  from: z.strictObject({ environmentId: guid, name: z.string() }).nullable(),
  /** Whether the environment has its own. */
  own: z.boolean(),
  /** What would count without its own. */
  inherited: costModel,
  /** Of the amounts; null where each currency stands alone. */
  currency: z.string().nullable(),
  changed: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type CostModelDetail = z.infer<typeof costModelDetail>;

export const getCostModel = defineEndpoint({
  id: 'costModel.get',
  summary: 'What decisions cost and save in an environment, for the money in reports.',
  method: 'GET',
  path,
  permission: 'reports:read',
  params: environmentParams,
  response: costModelDetail,
});

export const putCostModel = defineEndpoint({
  id: 'costModel.put',
  summary: 'Say what decisions cost and save in an environment and below it, or take over what counts above it.',
  method: 'PUT',
  path,
  permission: 'reports:write',
  params: environmentParams,
  body: z.strictObject({
    version: versionTag,
    /** Null takes over what counts above. */
    model: costModel.nullable(),
  }),
  response: costModelDetail,
  errors: ['COST-MODEL-STALE'],
});
