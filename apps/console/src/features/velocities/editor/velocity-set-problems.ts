import { type RuleCheck, useDiagnosticText } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { locatedProblems, type Problem } from '../../../shared/authoring/publish/problems.ts';
import { CONDITION, type PartId } from '../../../shared/authoring/text/rule-text.ts';
import type { EditedVelocitySet } from '../text/edited-velocity-set.ts';

/** Everything wrong with the text on screen, and how many of it keep it from being published. */
export const useVelocitySetProblems = (
  set: EditedVelocitySet,
  check: RuleCheck,
): { readonly list: readonly Problem[]; readonly errors: number } => {
  const text = useText('velocities');
  const say = useDiagnosticText();
  return useMemo(() => {
    const where = (part: PartId): string => {
      if (part === CONDITION) return text('editor.condition');
      return set.clauses.find(({ id }) => id === part)?.name || text('unnamed');
    };
    const list = locatedProblems(set, check.diagnostics, where, say);
    return { list, errors: list.filter(({ severity }) => severity === 'error').length };
  }, [set, check.diagnostics, say, text]);
};
