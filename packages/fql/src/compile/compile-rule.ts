import { invariant } from '@redoubt/kernel';
import type { CompiledRule } from '../runtime/compiled-rule.ts';
import type { CheckedRule } from '../check/checked.ts';
import type { EvaluationContext } from '../runtime/context.ts';
import type { RuleOutcome } from '../runtime/outcome.ts';
import { Run } from '../runtime/run.ts';
import { outcomeOf } from './outcome.ts';
import { atOnce, loadingCode, programOf, type LoadedCode, type RuleCode, type RuleProgram } from './rule-program.ts';

/** Notes what a part came to; false where nothing more runs. */
const settle = (run: Run, part: number, result: boolean): boolean => {
  run.reached = part;
  if (part > 0) return !result;
  run.outcomes[0] = result ? 'true' : 'false';
  return result;
};

/** Notes that a part failed; false where nothing more runs. */
const settleFailure = (run: Run, part: number, thrown: unknown): boolean => {
  run.reached = part;
  run.fail(part, thrown);
  return part > 0;
};

/** Runs the condition and then the clauses until one decides. Whatever a part throws becomes its outcome. */
export const runParts = (code: RuleCode, run: Run): boolean => {
  const { parts, groups } = code;
  for (let part = 0; part < parts.length; part += 1) {
    let result: boolean;
    try {
      result = (parts[part]?.(run) ?? false) as boolean;
    } catch (thrown) {
      if (!settleFailure(run, part, thrown)) return false;
      continue;
    }
    if (!settle(run, part, result)) return part > 0;
  }
  for (const group of groups) if (group(run)) return true;
  run.reached = run.shape.partIds.length - 1;
  return true;
};

/** As `runParts`, where some part waits. */
export const runPartsAsync = async (code: RuleCode, run: Run): Promise<boolean> => {
  const { parts } = code;
  for (let part = 0; part < parts.length; part += 1) {
    let result: boolean;
    run.current = part;
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- clauses run in their order, and the first to decide ends the run
      result = (await parts[part]?.(run)) ?? false;
    } catch (thrown) {
      if (!settleFailure(run, part, thrown)) return false;
      continue;
    }
    if (!settle(run, part, result)) return part > 0;
  }
  return true;
};

/** The one property of a function that was asked for; nothing else of it runs. */
const runProperty = (code: RuleCode, run: Run, part: number, isAsync: boolean): RuleOutcome | Promise<RuleOutcome> => {
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
    return isAsync ? Promise.resolve(result).then(finish, fail) : finish();
  } catch (thrown) {
    return fail(thrown);
  }
};

const ruleOf = (
  { attributes, references, asyncParts: waitsIn }: RuleProgram,
  { code, shape }: LoadedCode,
): CompiledRule => {
  const isAsync = waitsIn.includes(true);
  return {
    attributes,
    references,
    isAsync,
    run: (context: EvaluationContext): RuleOutcome => {
      invariant(!isAsync, 'A rule that calls out is run by runAsync.');
      const run = new Run(shape, context);
      return outcomeOf(run, runParts(code, run));
    },
    runAsync: async (context: EvaluationContext): Promise<RuleOutcome> => {
      const run = new Run(shape, context);
      return outcomeOf(run, isAsync ? await runPartsAsync(code, run) : runParts(code, run));
    },
    readProperty: (part, context) => {
      const index = shape.partIds.indexOf(part);
      return runProperty(code, new Run(shape, context), index, waitsIn[index] ?? false);
    },
  };
};

/** Makes a program ready to run, step by step, see `loadingCode`. */
export const loadingProgram = function* (program: RuleProgram): Generator<void, CompiledRule> {
  return ruleOf(program, yield* loadingCode(program));
};

/**
 * Makes a checked rule ready to run. Needs `new Function`: not in the console, whose content security policy forbids
 * it. Compiling is a matter of milliseconds; do it when a rule is published, not per event.
 */
export const compileRule = (checked: CheckedRule): CompiledRule => {
  const program = programOf(checked);
  return ruleOf(program, atOnce(loadingCode(program)));
};
