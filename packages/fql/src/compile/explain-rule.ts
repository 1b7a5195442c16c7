import type { Json } from '@redoubt/kernel';
import type { ExplainedValue, Explanation } from '../api.ts';
import type { CheckedRule } from '../check/checked.ts';
import { dayText, json } from '../runtime/conversions.ts';
import type { EvaluationContext } from '../runtime/context.ts';
import type { EvaluationError } from '../runtime/outcome.ts';
import { Run } from '../runtime/run.ts';
import type { FqlType } from '../types.ts';
import { loadRule, runParts } from './compile-rule.ts';
import { outcomeOf } from './outcome.ts';

type Found = { readonly value: Json; readonly error: EvaluationError | null };

const shown = (type: FqlType, value: unknown): Json =>
  (type === 'DayOfWeek' && typeof value === 'number' ? dayText(value) : json(value)) as Json;

/** Evaluates now; the value, or what was thrown, comes out when it is asked for. */
const attempt = <T>(evaluate: () => T): (() => T) => {
  try {
    const value = evaluate();
    return () => value;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
};

/**
 * A run that keeps the value of every expression. First the rule runs as it always does; then `filling` works out what
 * that left aside: clauses not reached, operands and branches not needed. What fails there is noted at its place and
 * changes nothing.
 */
class ExplainingRun extends Run {
  readonly found = new Map<string, Found>();
  filling = false;

  explain(site: number, type: FqlType, evaluate: () => unknown): unknown {
    const place = this.shape.sites[site];
    const key = `${place?.part ?? 0}:${place?.from ?? 0}:${place?.to ?? 0}`;
    try {
      const value = evaluate();
      if (!this.found.has(key)) this.found.set(key, { value: shown(type, value), error: null });
      return value;
    } catch (thrown) {
      if (!this.found.has(key)) this.found.set(key, { value: null, error: this.toError(place?.part ?? 0, thrown) });
      throw thrown;
    }
  }

  quietly(evaluate: () => unknown): void {
    try {
      evaluate();
    } catch {
      // Noted where it happened.
    }
  }

  /** `any` is the operand that decides: true for `or`, false for `and`. */
  logical(any: boolean, operands: readonly (() => boolean)[]): boolean {
    if (!this.filling) {
      for (const operand of operands) if (operand() === any) return any;
      return !any;
    }
    // Each operand once, or the work would double with every level of nesting.
    const results = operands.map(attempt);
    for (const result of results) if (result() === any) return any;
    return !any;
  }

  conditional(condition: () => boolean, whenTrue: () => unknown, whenFalse: () => unknown): unknown {
    if (!this.filling) return condition() ? whenTrue() : whenFalse();
    const [first, second] = [attempt(whenTrue), attempt(whenFalse)];
    return condition() ? first() : second();
  }
}

/**
 * Runs a rule for the evaluate pane: its outcome, and the value of every sub-expression of every part, whether the run
 * got there or not. The code is that of `compileRule`, written by the same emitter.
 */
export const explainRule = (checked: CheckedRule, context: EvaluationContext): Explanation => {
  const { code, shape } = loadRule(checked, true);
  const run = new ExplainingRun(shape, context);
  const outcome = outcomeOf(run, runParts(code, run));
  const slots = [...run.slots];
  const steps = outcome.steps;
  const notices = [...run.notices];
  run.filling = true;
  code.roots.forEach((roots, part) => {
    run.base = part * shape.maskWords;
    for (const root of roots(run)) run.quietly(root);
  });
  const values = [...run.found].map(([key, { value, error }]): ExplainedValue => {
    const [part = 0, from = 0, to = 0] = key.split(':').map(Number);
    return { part: shape.partIds[part] ?? '', from, to, value, error };
  });
  const order = new Map(shape.partIds.map((id, index) => [id, index]));
  values.sort((a, b) => (order.get(a.part) ?? 0) - (order.get(b.part) ?? 0) || a.from - b.from || b.to - a.to);
  return {
    outcome: {
      conditionMet: outcome.conditionMet,
      decision: outcome.decision,
      firedClauseIds: outcome.firedClauseIds,
      outputs: outcome.outputs,
      traces: outcome.traces,
      variables: outcome.variables,
      queue: outcome.queue,
      contributions: outcome.contributions,
      response: outcome.response,
      values: outcome.values,
      steps,
      slots,
      errors: outcome.errors,
      notices,
    },
    values,
  };
};
