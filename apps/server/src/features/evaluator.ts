import { createRuleEvaluator } from '@redoubt/services';

/** One worker per process, started by the first evaluation; it does not keep the process alive. */
export const evaluator = createRuleEvaluator();
