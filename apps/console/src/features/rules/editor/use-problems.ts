import type { RuleText } from '@redoubt/contracts';
import { type RuleCheck, useDiagnosticText } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { type Problem, problemsOf } from '../../../shared/authoring/publish/problems.ts';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

/** Everything wrong with the text on screen, and how many of it keep it from being published. */
export const useProblems = (
  rule: RuleText,
  check: RuleCheck,
): { readonly list: readonly Problem[]; readonly errors: number } => {
  const text = useText('rules');
  const say = useDiagnosticText();
  const clauseText = useClauseText();
  return useMemo(() => {
    const list = problemsOf(rule, check.diagnostics, say, text, clauseText);
    return { list, errors: list.filter(({ severity }) => severity === 'error').length };
  }, [rule, check.diagnostics, say, text, clauseText]);
};
