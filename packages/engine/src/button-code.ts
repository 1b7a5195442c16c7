import type { SymbolTable } from '@redoubt/fql';
import { compile, withoutLimits, type CompileSteps } from './compile-steps.ts';
import type { Plan, PlanRule } from './plan-model.ts';
import { planRuleOf } from './plan.ts';
import type { PlanRuleSource } from './plan-sources.ts';

/** Compiles the code of a button, or says why it cannot be: what it names may be gone since it was configured. */
export const compilingButtonCode = function* (
  source: Omit<PlanRuleSource, 'hash' | 'former'>,
  symbols: SymbolTable,
): CompileSteps<PlanRule | string> {
  const compiled = yield* compile({ source: source.text, symbols: withoutLimits(symbols) });
  return typeof compiled === 'string' ? compiled : planRuleOf(source, 1, compiled);
};

/** A plan whose only action is the code of a button: buttons are configured in the root environment. */
export const withButtonCode = (plan: Plan, code: PlanRule): Plan => ({
  ...plan,
  levels: plan.levels.map((level, depth) => ({ ...level, actions: depth === 0 ? [code] : [] })),
  actions: code.compiled.isAsync ? 'async' : 'immediate',
});
