import type { CostModelDetail } from '@redoubt/contracts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { readCostModelDetail } from './read-cost-model.ts';

/** What decisions cost and save in the environment. */
export const getCostModel = (context: EnvironmentContext): Promise<CostModelDetail> =>
  reading(context, (trx) => readCostModelDetail(trx, context));
