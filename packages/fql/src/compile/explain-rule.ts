import type { Json } from '@redoubt/kernel';
import type { CompiledRule, ExplainedValue, Explanation } from '../runtime/compiled-rule.ts';
import type { CheckedRule } from '../check/checked.ts';
import { dayText, json } from '../runtime/conversions.ts';
import type { EvaluationContext } from '../runtime/context.ts';
import type { Answered } from '../runtime/calls.ts';
import type { EvaluationError, RuleOutcome } from '../runtime/outcome.ts';
import { Run } from '../runtime/run.ts';
import type { FqlType } from '../types.ts';
import { compileRule, runParts, runPartsAsync } from './compile-rule.ts';
import { outcomeOf } from './outcome.ts';
import { atOnce, loadingCode, programOf } from './rule-program.ts';

type Found = { readonly value: Json; readonly error: EvaluationError | null };

const shown = (type: FqlType, value: unknown): Json => {
  if (type === 'Answer') return (value as Answered).answer.response;
  return (type === 'DayOfWeek' && typeof value === 'number' ? dayText(value) : json(value)) as Json;
};

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

const attemptAsync = async <T>(evaluate: () => Promise<T>): Promise<() => T> => {
  try {
    const value = await evaluate();
    return () => value;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
};

/** An unused variable may call out in a rule that does not wait: its value is not shown, its failure ignored. */
const leaveUnawaited = (result: () => unknown): void => {
  try {
    const value = result();
    if (value instanceof Promise) value.catch(() => undefined);
  } catch {
    // Noted where it happened.
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

  private note(site: number, found: (part: number) => Found): void {
    const place = this.shape.sites[site];
    const key = `${place?.part ?? 0}:${place?.from ?? 0}:${place?.to ?? 0}`;
    if (!this.found.has(key)) this.found.set(key, found(place?.part ?? 0));
  }

  private noteValue(site: number, type: FqlType, value: unknown): unknown {
    this.note(site, () => ({ value: shown(type, value), error: null }));
    return value;
  }

  private noteError(site: number, thrown: unknown): unknown {
    this.note(site, (part) => ({ value: null, error: this.toError(part, thrown) }));
    return thrown;
  }

  explain(site: number, type: FqlType, evaluate: () => unknown): unknown {
    try {
      return this.noteValue(site, type, evaluate());
    } catch (thrown) {
      throw this.noteError(site, thrown);
    }
  }

  async explainAsync(site: number, type: FqlType, evaluate: () => Promise<unknown>): Promise<unknown> {
    try {
      return this.noteValue(site, type, await evaluate());
    } catch (thrown) {
      throw this.noteError(site, thrown);
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

  async logicalAsync(any: boolean, operands: readonly (() => Promise<boolean>)[]): Promise<boolean> {
    const results: (() => boolean)[] = [];
    for (const operand of operands) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the next operand may not be needed
      const result = await attemptAsync(operand);
      if (!this.filling && result() === any) return any;
      results.push(result);
    }
    for (const result of results) if (result() === any) return any;
    return !any;
  }

  conditional(condition: () => boolean, whenTrue: () => unknown, whenFalse: () => unknown): unknown {
    if (!this.filling) return condition() ? whenTrue() : whenFalse();
    const [first, second] = [attempt(whenTrue), attempt(whenFalse)];
    return condition() ? first() : second();
  }

  async conditionalAsync(
    condition: () => Promise<boolean>,
    whenTrue: () => Promise<unknown>,
    whenFalse: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!this.filling) return (await condition()) ? whenTrue() : whenFalse();
    const first = await attemptAsync(whenTrue);
    const second = await attemptAsync(whenFalse);
    return (await condition()) ? first() : second();
  }
}

/** What the rule did; kept before the rest is worked out, which must not change it. */
const keep = (run: Run, conditionMet: boolean): RuleOutcome => {
  const outcome = outcomeOf(run, conditionMet);
  return {
    conditionMet: outcome.conditionMet,
    decision: outcome.decision,
    firedClauseIds: [...outcome.firedClauseIds],
    outputs: outcome.outputs,
    traces: outcome.traces,
    variables: outcome.variables,
    queue: outcome.queue,
    contributions: outcome.contributions,
    response: outcome.response,
    sections: outcome.sections,
    calls: [...outcome.calls],
    labels: outcome.labels,
    values: outcome.values,
    steps: outcome.steps,
    slots: [...outcome.slots],
    errors: [...outcome.errors],
    notices: [...outcome.notices],
  };
};

const explanationOf = (run: ExplainingRun, outcome: RuleOutcome): Explanation => {
  const { partIds } = run.shape;
  const values = [...run.found].map(([key, { value, error }]): ExplainedValue => {
    const [part = 0, from = 0, to = 0] = key.split(':').map(Number);
    return { part: partIds[part] ?? '', from, to, value, error };
  });
  const order = new Map(partIds.map((id, index) => [id, index]));
  values.sort((a, b) => (order.get(a.part) ?? 0) - (order.get(b.part) ?? 0) || a.from - b.from || b.to - a.to);
  return { outcome, values };
};

/**
 * Runs a rule for the evaluate pane: its outcome, and the value of every sub-expression of every part, whether the run
 * got there or not. The code is that of `compileRule`, written by the same emitter. Not for rules that call out.
 */
export const explainRule = (checked: CheckedRule, context: EvaluationContext): Explanation => {
  const { code, shape } = atOnce(loadingCode(programOf(checked, true)));
  const run = new ExplainingRun(shape, context);
  const outcome = keep(run, runParts(code, run));
  run.filling = true;
  code.roots.forEach((roots) => {
    for (const root of roots(run)) leaveUnawaited(attempt(root));
  });
  return explanationOf(run, outcome);
};

/**
 * A rule that runs as `compileRule` makes it and tells what each expression it came to was worth; what a run leaves aside
 * stays unknown. For looking at what happened, not for deciding: it is several times slower.
 */
export const compileWatched = (checked: CheckedRule, watch: (explanation: Explanation) => void): CompiledRule => {
  const { code, shape } = atOnce(loadingCode(programOf(checked, true)));
  const withExplanations = (run: ExplainingRun, outcome: RuleOutcome): RuleOutcome => {
    watch(explanationOf(run, outcome));
    return outcome;
  };
  return {
    ...compileRule(checked),
    run: (context) => {
      const run = new ExplainingRun(shape, context);
      return withExplanations(run, keep(run, runParts(code, run)));
    },
    runAsync: async (context) => {
      const run = new ExplainingRun(shape, context);
      return withExplanations(run, keep(run, await runPartsAsync(code, run)));
    },
  };
};

/** As `explainRule`, for any rule. Calls are made in parts the run did not get to as well, as the pane shows them. */
export const explainRuleAsync = async (checked: CheckedRule, context: EvaluationContext): Promise<Explanation> => {
  const { code, shape } = atOnce(loadingCode(programOf(checked, true)));
  const run = new ExplainingRun(shape, context);
  const outcome = keep(run, await runPartsAsync(code, run));
  run.filling = true;
  for (const roots of code.roots) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- what is running is noted on the run
    for (const root of roots(run)) await attemptAsync(async () => root());
  }
  return explanationOf(run, outcome);
};
