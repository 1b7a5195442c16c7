import type { CompiledRule } from '../runtime/compiled-rule.ts';
import type { CheckedRule } from '../check/checked.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { locate } from '../diagnostics/problem.ts';
import { CONDITION_PART, type RuleSource } from '../program/source.ts';
import { compileRule } from './compile-rule.ts';

/** The problem of a rule that is right and of which no code can be made all the same. */
export const notCompilable = ({ clauses }: Pick<RuleSource, 'clauses'>, reason: string): readonly Diagnostic[] =>
  locate(clauses[0]?.id ?? CONDITION_PART, '', [{ code: 'FQL-NOT-COMPILABLE', from: 0, to: 0, params: { reason } }]);

/**
 * As `compileRule`, for texts of other people: why no code can be made of one, however it got past the checker, in place
 * of a rule. Never throws.
 */
export const tryCompile = (checked: CheckedRule): CompiledRule | string => {
  try {
    return compileRule(checked);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
