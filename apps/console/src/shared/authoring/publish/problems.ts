import type { RuleText } from '@redoubt/contracts';
import type { Text } from '@redoubt/i18n';
import { clauseNameProblem, CONDITION, partLines, type PartId } from '../text/rule-text.ts';
import { MAX_NAME } from '../text/rule-name.ts';

/** A problem of a rule as its list shows it. */
export type Problem = {
  readonly part: PartId;
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'hint';
  /** Offset in the part. */
  readonly from: number;
  /** Line as numbered on the surface; null for what is about a name. */
  readonly line: number | null;
  /** The part, by name. */
  readonly where: string;
  readonly message: string;
};

type Located = Pick<Problem, 'part' | 'code' | 'severity' | 'from'> & { readonly line: number };

/** The checker's problems, with lines as the screen numbers them. */
export const locatedProblems = <D extends Located>(
  text: Parameters<typeof partLines>[0],
  diagnostics: readonly D[],
  where: (part: PartId) => string,
  say: (diagnostic: D) => string,
): readonly Problem[] => {
  const lines = new Map(partLines(text).map(({ part, firstLine }) => [part, firstLine]));
  return diagnostics.map((diagnostic) => ({
    part: diagnostic.part,
    code: diagnostic.code,
    severity: diagnostic.severity,
    from: diagnostic.from,
    line: (lines.get(diagnostic.part) ?? 1) + diagnostic.line - 1,
    where: where(diagnostic.part),
    message: say(diagnostic),
  }));
};

/** The checker's problems and those of clause names, with names and line numbers as the screen shows them. */
export const problemsOf = <D extends Located>(
  rule: RuleText,
  diagnostics: readonly D[],
  say: (diagnostic: D) => string,
  text: Text<'rules'>,
  clauseText: (name: string) => string,
): readonly Problem[] => {
  const where = (part: PartId): string =>
    part === CONDITION ? text('editor.condition') : clauseText(rule.clauses.find(({ id }) => id === part)?.name ?? '');
  const names = rule.clauses.flatMap(({ id, name }): readonly Problem[] => {
    const problem = clauseNameProblem(rule.clauses, id, name);
    if (problem === null) return [];
    const message = text(`editor.clauseProblem.${problem}`, { max: MAX_NAME });
    return [
      { part: id, code: `NAME-${problem}`, severity: 'error', from: 0, line: null, where: clauseText(name), message },
    ];
  });
  return [...names, ...locatedProblems(rule, diagnostics, where, say)];
};
