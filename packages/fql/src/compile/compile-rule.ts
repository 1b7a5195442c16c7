import { invariant } from '@redoubt/kernel';
import type { CompiledRule } from '../api.ts';
import type { CheckedRule } from '../check/checked.ts';
import type { EvaluationContext } from '../runtime/context.ts';
import { IMPLEMENTATIONS } from '../runtime/implementations.ts';
import type { RuleOutcome } from '../runtime/outcome.ts';
import { MASK_BITS, Run, type RuleShape } from '../runtime/run.ts';
import { emitRule } from './emit-rule.ts';
import { HELPERS } from './helpers.ts';
import { outcomeOf } from './outcome.ts';

type PartCode = (run: Run) => boolean;
export type RuleCode = {
  /** The condition and the clauses, in order: whether the condition held, whether the clause decided. */
  readonly parts: readonly PartCode[];
  /** In explain mode: all expressions of a part. */
  readonly roots: readonly ((run: Run) => readonly (() => unknown)[])[];
};

type Factory = (helpers: typeof HELPERS, functions: readonly unknown[], captured: readonly unknown[]) => RuleCode;

/** Turns a checked rule into functions. The only place where text becomes code. */
export const loadRule = (
  checked: CheckedRule,
  explain: boolean,
): { readonly code: RuleCode; readonly shape: RuleShape } => {
  const emitted = emitRule(checked, explain);
  const functions = emitted.functions.map((id) => {
    const implementation = IMPLEMENTATIONS[id];
    invariant(implementation, `${id} has no implementation.`);
    return implementation;
  });
  // oxlint-disable-next-line eslint/no-new-func, typescript/no-implied-eval -- the code is written from checked nodes alone
  const factory = new Function('H', 'F', 'C', emitted.code) as Factory;
  return { code: factory(HELPERS, functions, emitted.captured), shape: shapeOf(checked, emitted.sites) };
};

const shapeOf = (checked: CheckedRule, sites: RuleShape['sites']): RuleShape => {
  const partIds = [checked.condition.id, ...checked.clauses.map((clause) => clause.id)];
  const maskWords = Math.max(1, Math.ceil(checked.slots.length / MASK_BITS));
  const variableCount = checked.variables.length;
  return {
    partIds,
    slotSteps: checked.slots.map((slot) => slot.steps),
    variableCount,
    maskWords,
    sites,
    fallbacks: [checked.condition.fallback, ...checked.clauses.map((clause) => clause.fallback)],
    kind: checked.kind,
    blank: {
      slots: checked.slots.map(() => undefined),
      variables: checked.variables.map(() => undefined),
      masks: Array.from({ length: (partIds.length + variableCount) * maskWords }, () => 0),
      outcomes: partIds.map(() => 'notReached'),
    },
  };
};

/** Runs the condition and then the clauses until one decides. Whatever a part throws becomes its outcome. */
export const runParts = (code: RuleCode, run: Run): boolean => {
  const { parts } = code;
  for (let part = 0; part < parts.length; part += 1) {
    run.base = part * run.shape.maskWords;
    const firedBefore = run.fired.length;
    let result: boolean;
    try {
      result = parts[part]?.(run) ?? false;
    } catch (thrown) {
      run.fail(part, thrown);
      if (part === 0) return false;
      continue;
    }
    if (part === 0) {
      run.outcomes[0] = result ? 'true' : 'false';
      if (!result) return false;
    } else {
      run.outcomes[part] = result || run.fired.length > firedBefore ? 'fired' : 'false';
      if (result) return true;
    }
  }
  return true;
};

/**
 * Makes a checked rule ready to run. Needs `new Function`: not in the console, whose content security policy forbids
 * it. Compiling is a matter of milliseconds; do it when a rule is published, not per event.
 */
export const compileRule = (checked: CheckedRule): CompiledRule => {
  const { code, shape } = loadRule(checked, false);
  return {
    attributes: checked.slots.map((slot) => slot.path),
    references: checked.references,
    run: (context: EvaluationContext): RuleOutcome => {
      const run = new Run(shape, context);
      return outcomeOf(run, runParts(code, run));
    },
  };
};
