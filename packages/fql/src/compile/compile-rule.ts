import { invariant } from '@redoubt/kernel';
import type { CompiledRule } from '../api.ts';
import type { CheckedRule } from '../check/checked.ts';
import type { EvaluationContext } from '../runtime/context.ts';
import { implementationOf } from '../runtime/implementations.ts';
import type { RuleOutcome } from '../runtime/outcome.ts';
import { Run, type RuleShape } from '../runtime/run.ts';
import { emitRule } from './emit-rule.ts';
import { HELPERS } from './helpers.ts';
import { maskWordsOf } from './masks.ts';
import { Waiting } from './waiting.ts';
import { outcomeOf } from './outcome.ts';

type PartCode = (run: Run) => boolean | Promise<boolean>;
export type RuleCode = {
  /** The condition and the clauses, in order: whether the condition held, whether the clause decided. */
  readonly parts: readonly PartCode[];
  /** Where clauses run together: all of them, in order; whether one decided. `parts` is then the condition alone. */
  readonly groups: readonly ((run: Run) => boolean)[];
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
    const implementation = implementationOf(id, checked.language);
    invariant(implementation, `${id} has no implementation.`);
    return implementation;
  });
  // oxlint-disable-next-line eslint/no-new-func, typescript/no-implied-eval -- the code is written from checked nodes alone
  const factory = new Function('H', 'F', 'C', emitted.code) as Factory;
  return { code: factory(HELPERS, functions, emitted.captured), shape: shapeOf(checked, emitted.sites) };
};

const shapeOf = (checked: CheckedRule, sites: RuleShape['sites']): RuleShape => {
  const partIds = [checked.condition.id, ...checked.clauses.map((clause) => clause.id)];
  const variableCount = checked.variables.length;
  const maskWords = maskWordsOf(checked.slots.length, variableCount);
  return {
    partIds,
    slotSteps: checked.slots.map((slot) => slot.steps),
    variableCount,
    maskWords,
    sites,
    fallbacks: [checked.condition.fallback, ...checked.clauses.map((clause) => clause.fallback)],
    kind: checked.kind,
    parameters: checked.parameters,
    blank: {
      slots: checked.slots.map(() => undefined),
      variables: checked.variables.map(() => undefined),
      masks: Array.from({ length: (partIds.length + variableCount) * maskWords }, () => 0),
      outcomes: partIds.map(() => undefined),
    },
  };
};

/** Notes what a part came to; false where nothing more runs. */
const settle = (run: Run, part: number, result: boolean): boolean => {
  run.reached = part;
  if (part > 0) return !result;
  run.outcomes[0] = result ? 'true' : 'false';
  return result;
};

/** Runs the condition and then the clauses until one decides. Whatever a part throws becomes its outcome. */
export const runParts = (code: RuleCode, run: Run): boolean => {
  const { parts, groups } = code;
  for (let part = 0; part < parts.length; part += 1) {
    let result: boolean;
    try {
      result = (parts[part]?.(run) ?? false) as boolean;
    } catch (thrown) {
      run.reached = part;
      run.fail(part, thrown);
      if (part === 0) return false;
      continue;
    }
    if (!settle(run, part, result)) return part > 0;
  }
  for (const group of groups) if (group(run)) return true;
  run.reached = run.shape.partIds.length - 1;
  return true;
};

/** As `runParts`, where some part waits. */
export const runPartsWaiting = async (code: RuleCode, run: Run): Promise<boolean> => {
  const { parts } = code;
  for (let part = 0; part < parts.length; part += 1) {
    let result: boolean;
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- clauses run in their order, and the first to decide ends the run
      result = (await parts[part]?.(run)) ?? false;
    } catch (thrown) {
      run.reached = part;
      run.fail(part, thrown);
      if (part === 0) return false;
      continue;
    }
    if (!settle(run, part, result)) return part > 0;
  }
  return true;
};

/** The one property of a function that was asked for; nothing else of it runs. */
const runProperty = (code: RuleCode, run: Run, part: number, waits: boolean): RuleOutcome | Promise<RuleOutcome> => {
  const finish = (): RuleOutcome => {
    run.outcomes[part] ??= 'false';
    return outcomeOf(run, true);
  };
  const fail = (thrown: unknown): RuleOutcome => {
    run.fail(part, thrown);
    return outcomeOf(run, true);
  };
  try {
    const result = code.parts[part]?.(run) ?? false;
    return waits ? Promise.resolve(result).then(finish, fail) : finish();
  } catch (thrown) {
    return fail(thrown);
  }
};

/**
 * Makes a checked rule ready to run. Needs `new Function`: not in the console, whose content security policy forbids
 * it. Compiling is a matter of milliseconds; do it when a rule is published, not per event.
 */
export const compileRule = (checked: CheckedRule): CompiledRule => {
  const { code, shape } = loadRule(checked, false);
  const waiting = new Waiting(checked);
  const waitsIn = [checked.condition, ...checked.clauses].map(
    ({ broken, statements }) => !broken && waiting.ofStatements(statements),
  );
  const waits = waitsIn.includes(true);
  return {
    attributes: checked.slots.map((slot) => slot.path),
    references: checked.references,
    waits,
    run: (context: EvaluationContext): RuleOutcome => {
      invariant(!waits, 'A rule that calls out is run by runWaiting.');
      const run = new Run(shape, context);
      return outcomeOf(run, runParts(code, run));
    },
    runWaiting: async (context: EvaluationContext): Promise<RuleOutcome> => {
      const run = new Run(shape, context);
      return outcomeOf(run, waits ? await runPartsWaiting(code, run) : runParts(code, run));
    },
    readProperty: (part, context) => {
      const index = shape.partIds.indexOf(part);
      return runProperty(code, new Run(shape, context), index, waitsIn[index] ?? false);
    },
  };
};
