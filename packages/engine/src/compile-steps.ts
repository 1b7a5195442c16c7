import {
  checkRule,
  loadingProgram,
  NO_LIMITS,
  programOf,
  type SymbolTable,
  type CompiledRule,
  type LanguageVersion,
  type RuleProgram,
  type RuleReferences,
  type RuleSource,
} from '@redoubt/fql';
import { invariant } from '@redoubt/kernel';

/** A text that a plan needs as a program. */
export type CompileRequest = {
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  /** What the text means; the newest language where absent. */
  readonly language?: LanguageVersion | undefined;
};

/** The program of a text, or why there is none; what it names in any case. */
export type CompileAnswer = { readonly references: RuleReferences } & (
  | { readonly program: RuleProgram }
  | { readonly error: string }
);

/** What compiling a plan needs next: a program, which may come from another thread, or nothing but its next turn. */
type CompileStep = CompileRequest | null;

/** Steps of compiling; requests are answered, turns are taken. */
export type CompileSteps<Result> = Generator<CompileStep, Result, CompileAnswer | null>;

/** Of a text that nothing is known of. */
export const NO_REFERENCES: RuleReferences = {
  attributes: [],
  lists: [],
  supportLists: [],
  queues: [],
  velocities: [],
  calls: [],
  includesCurrent: false,
  assessments: [],
  called: [],
  functions: [],
};

/** A symbol table for texts that are published already: what they may use too much of was asked then. */
export const withoutLimits = (symbols: SymbolTable): SymbolTable => ({ ...symbols, limits: NO_LIMITS });

/** Checks a text and writes its program. Never throws for what stands in the text. */
export const answerRequest = ({ source, symbols, language }: CompileRequest): CompileAnswer => {
  const { checked, diagnostics } = checkRule(source, symbols, language === undefined ? {} : { language });
  const { references } = checked;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error) return { references, error: error.message };
  try {
    return { references, program: programOf(checked) };
  } catch (thrown) {
    return { references, error: reasonOf(thrown) };
  }
};

const reasonOf = (thrown: unknown): string =>
  `The text cannot be made into code: ${thrown instanceof Error ? thrown.message : String(thrown)}`;

/** Asks for the program of a text. */
export const request = function* (wanted: CompileRequest): CompileSteps<CompileAnswer> {
  const answer = yield wanted;
  invariant(answer, 'a request is answered');
  return answer;
};

/** The rule of a program, or why it cannot be loaded. */
export const load = function* (program: RuleProgram): CompileSteps<CompiledRule | string> {
  const steps = loadingProgram(program);
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      yield null;
    }
  } catch (thrown) {
    return reasonOf(thrown);
  }
};

/** The rule of a text, or why there is none. */
export const compile = function* (wanted: CompileRequest): CompileSteps<CompiledRule | string> {
  const answer = yield* request(wanted);
  return 'error' in answer ? answer.error : yield* load(answer.program);
};

/** Does all steps on this thread, at once. */
export const compileHere = <Result>(steps: CompileSteps<Result>): Result => {
  let step = steps.next(null);
  while (!step.done) step = steps.next(step.value && answerRequest(step.value));
  return step.value;
};
