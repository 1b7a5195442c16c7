import type { PlanFunctionSource } from '@redoubt/engine';
import type { FunctionSymbol } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { readCallables, type Callables } from '../symbols/plan-calls.ts';
import { planFunction } from '../symbols/function-text.ts';
import { countablePath, reachableFunctions, readFunctionPath } from '../symbols/reachable-functions.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Functions of an environment above, as an evaluation runs them, and what they may call. */
export type FunctionsAbove = {
  readonly environmentId: Id;
  readonly functions: readonly PlanFunctionSource[];
  readonly callable: Callables;
};

export type EvaluationLevels = {
  /** Root first. */
  readonly above: readonly FunctionsAbove[];
  /** Functions of the environment itself. */
  readonly own: readonly PlanFunctionSource[];
  /** What its texts may call. */
  readonly reachable: readonly FunctionSymbol[];
  /** What the environment itself has to call. */
  readonly callable: Callables;
};

/** The published functions that texts of an environment reach; for velocities without what those may not read. */
export const evaluationLevels = (
  context: EnvironmentContext,
  texts: 'rules' | 'velocities' = 'rules',
): Promise<EvaluationLevels> =>
  inTransaction(context, async (trx) => {
    const published = await readFunctionPath(trx, context.environmentId);
    const path = texts === 'velocities' ? countablePath(published) : published;
    const above: FunctionsAbove[] = [];
    for (const { environmentId, functions } of path.slice(0, -1)) {
      const callable = await readCallables(trx, environmentId);
      above.push({ environmentId, functions: functions.map(planFunction), callable });
    }
    return {
      above,
      callable: await readCallables(trx, context.environmentId),
      own: (path.at(-1)?.functions ?? []).map(planFunction),
      reachable: reachableFunctions(published),
    };
  });
