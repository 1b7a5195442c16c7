import { invariant } from '@redoubt/kernel';
import type { RuleReferences } from '../program/references.ts';
import type { CheckedRule } from '../check/checked.ts';
import type { LanguageVersion } from '../program/language.ts';
import { loadEnginePattern } from '../regex/patterns-of.ts';
import { implementationOf } from '../runtime/implementations.ts';
import type { Run, RuleShape } from '../runtime/run.ts';
import { emitRule } from './emit-rule.ts';
import type { Captured } from './emitter.ts';
import { HELPERS } from './helpers.ts';
import { maskWordsOf } from './masks.ts';
import { AsyncAnalysis } from './async-analysis.ts';

/**
 * A rule as code and what the code refers to: plain data, so that one thread can write it and another run it.
 * `loadProgram` makes a rule of it.
 */
export type RuleProgram = {
  /** Bodies of factories that make its functions, in order. */
  readonly pieces: readonly string[];
  /** What its functions mean. */
  readonly language: LanguageVersion;
  /** Ids of implementations, by number. */
  readonly functions: readonly string[];
  readonly captured: readonly Captured[];
  readonly shape: Omit<RuleShape, 'blank'>;
  readonly attributes: readonly string[];
  readonly references: RuleReferences;
  /** Whether each part calls out: the condition, then the clauses. */
  readonly asyncParts: readonly boolean[];
};

type PartCode = (run: Run) => boolean | Promise<boolean>;
export type RuleCode = {
  /** The condition and the clauses, in order: whether the condition held, whether the clause decided. */
  readonly parts: readonly PartCode[];
  /** Where clauses run together: all of them, in order; whether one decided. `parts` is then the condition alone. */
  readonly groups: readonly ((run: Run) => boolean)[];
  /** In explain mode: all expressions of a part. */
  readonly roots: readonly ((run: Run) => readonly (() => unknown)[])[];
};

/** Makes the functions of a piece; the last one, which has the rule's parts, answers with those. */
type Factory = (
  helpers: typeof HELPERS,
  functions: readonly unknown[],
  captured: readonly unknown[],
  earlier: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/** Writes the program of a checked rule; with `explain`, one whose expressions report their values. */
export const programOf = (checked: CheckedRule, explain = false): RuleProgram => {
  const { pieces, functions, captured, sites } = emitRule(checked, explain);
  const waiting = new AsyncAnalysis(checked);
  const parts = [checked.condition, ...checked.clauses];
  const variableCount = checked.variables.length;
  return {
    pieces,
    language: checked.language,
    functions,
    captured,
    shape: {
      partIds: parts.map(({ id }) => id),
      slotSteps: checked.slots.map((slot) => slot.steps),
      variableCount,
      maskWords: maskWordsOf(checked.slots.length, variableCount),
      sites,
      fallbacks: parts.map(({ fallback }) => fallback),
      kind: checked.kind,
      parameters: checked.parameters,
    },
    attributes: checked.slots.map((slot) => slot.path),
    references: checked.references,
    asyncParts: parts.map(({ broken, statements }) => !broken && waiting.ofStatements(statements)),
  };
};

/** The shape of a program with what its runs begin with. */
export const shapeOf = (shape: RuleProgram['shape']): RuleShape => {
  const { partIds, slotSteps, variableCount, maskWords } = shape;
  return {
    ...shape,
    blank: {
      slots: slotSteps.map(() => undefined),
      variables: Array.from({ length: variableCount }, () => undefined),
      masks: Array.from({ length: (partIds.length + variableCount) * maskWords }, () => 0),
      outcomes: partIds.map(() => undefined),
    },
  };
};

const constantOf = (captured: Captured): unknown =>
  'pattern' in captured ? loadEnginePattern(captured.pattern) : new Set(captured.choices);

export type LoadedCode = { readonly code: RuleCode; readonly shape: RuleShape };

/**
 * Makes functions of a program, each constant and each piece of the code a step of its own, so that a thread that has other work can
 * do it in between. The only place where text becomes code.
 */
export const loadingCode = function* (program: RuleProgram): Generator<void, LoadedCode> {
  const functions = program.functions.map((id) => {
    const implementation = implementationOf(id, program.language);
    invariant(implementation, `${id} has no implementation.`);
    return implementation;
  });
  const captured: unknown[] = [];
  for (const each of program.captured) {
    captured.push(constantOf(each));
    yield;
  }
  const made: Record<string, unknown> = {};
  for (const piece of program.pieces) {
    // oxlint-disable-next-line eslint/no-new-func, typescript/no-implied-eval -- the code is written from checked nodes alone
    const factory = new Function('H', 'F', 'C', 'S', piece) as Factory;
    Object.assign(made, factory(HELPERS, functions, captured, made));
    yield;
  }
  const { parts, groups, roots } = made as RuleCode;
  return { code: { parts, groups, roots }, shape: shapeOf(program.shape) };
};

/** Does all steps of a generator at once. */
export const atOnce = <Result>(steps: Generator<void, Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
