import type { PlanFunctionSource } from '@redoubt/engine';
import type { CatalogueFunction } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { planFunction } from './function-text.ts';
import { reachableFunctions, readFunctionPath } from './reachable-functions.ts';

/** Functions of an environment above, as an evaluation runs them. */
export type FunctionsAbove = { readonly environmentId: Id; readonly functions: readonly PlanFunctionSource[] };

export type EvaluationLevels = {
  /** Root first. */
  readonly above: readonly FunctionsAbove[];
  /** Functions of the environment itself. */
  readonly own: readonly PlanFunctionSource[];
  /** What its texts may call. */
  readonly reachable: readonly CatalogueFunction[];
};

/** The published functions that texts of an environment reach. */
export const evaluationLevels = (context: EnvironmentContext): Promise<EvaluationLevels> =>
  context.database.inTenant(context.tenantId, async (trx) => {
    const path = await readFunctionPath(trx, context.environmentId);
    return {
      above: path.slice(0, -1).map(({ environmentId, functions }) => ({
        environmentId,
        functions: functions.map(planFunction),
      })),
      own: (path.at(-1)?.functions ?? []).map(planFunction),
      reachable: reachableFunctions(path),
    };
  });
