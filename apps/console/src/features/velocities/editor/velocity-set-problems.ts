import { type RuleCheck, useDiagnosticText } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import type { Problem } from '../../../shared/authoring/publish/problems.ts';
import { CONDITION, partLines, type PartId } from '../../../shared/authoring/text/rule-text.ts';
import type { EditedVelocitySet } from '../text/edited-velocity-set.ts';

/** Everything wrong with the text on screen, and how many of it keep it from being published. */
export const useVelocitySetProblems = (
  set: EditedVelocitySet,
  check: RuleCheck,
): { readonly list: readonly Problem[]; readonly errors: number } => {
  const text = useText('velocities');
  const say = useDiagnosticText();
  return useMemo(() => {
    const lines = new Map(partLines(set).map(({ part, firstLine }) => [part, firstLine]));
    const where = (part: PartId): string => {
      if (part === CONDITION) return text('editor.condition');
      return set.clauses.find(({ id }) => id === part)?.name || text('unnamed');
    };
    const list = check.diagnostics.map((diagnostic): Problem => ({
      part: diagnostic.part,
      code: diagnostic.code,
      severity: diagnostic.severity,
      from: diagnostic.from,
      line: (lines.get(diagnostic.part) ?? 1) + diagnostic.line - 1,
      where: where(diagnostic.part),
      message: say(diagnostic),
    }));
    return { list, errors: list.filter(({ severity }) => severity === 'error').length };
  }, [set, check.diagnostics, say, text]);
};
