import type { ParseOptions, RuleReferences } from '../api.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { hasError, locate, type Problem } from '../diagnostics/problem.ts';
import type { Catalogue } from '../program/catalogue.ts';
import { PARTS_OF, type ProgramKind } from '../program/kinds.ts';
import { CONDITION_PART, type DeclaredType, type PartId, type RuleSource } from '../program/source.ts';
import { MAX_PROBLEMS } from '../syntax/limits.ts';
import { parseProgram } from '../syntax/parse.ts';
import type { CheckedPart, CheckedRule } from './checked.ts';
import { declaredType } from './declared-types.ts';
import { checkExpression } from './expressions.ts';
import { indexCatalogue, type RuleScope, type Scope } from './scope.ts';
import { checkStatements, isBuilt } from './statements.ts';

export type CheckResult = { readonly checked: CheckedRule; readonly diagnostics: readonly Diagnostic[] };

const referencesOf = (rule: RuleScope): RuleReferences => ({
  attributes: rule.slots.map((slot) => slot.path),
  lists: [...rule.listColumns.values()].map(({ name, columns }) => ({ name, columns: [...columns].toSorted() })),
  supportLists: [...rule.supportLists],
  velocities: [...rule.velocities],
  functions: [...rule.functions].toSorted(),
});

type CheckedText = { readonly part: CheckedPart; readonly diagnostics: readonly Diagnostic[] };

const checkText = (
  rule: RuleScope,
  kind: ProgramKind | null,
  id: PartId,
  text: string,
  declared: DeclaredType | undefined,
  options: ParseOptions,
): CheckedText => {
  const parsed = parseProgram(text, options);
  const problems: Problem[] = [...parsed.problems];
  const scope: Scope = {
    rule,
    part: id,
    text,
    result: declaredType(declared).type,
    report: (problem) => problems.push(problem),
    expression: checkExpression,
  };
  const whole = { from: 0, to: text.length, params: { kind: kind ?? rule.kind } } as const;
  if (kind === null && text.trim() !== '') problems.push({ ...whole, code: 'FQL-NO-CONDITION' });
  if (kind !== null && !isBuilt(kind) && text.trim() !== '') problems.push({ ...whole, code: 'FQL-KIND-NOT-BUILT' });
  if (kind !== null && id !== CONDITION_PART && parsed.program.statements.length === 0 && problems.length === 0) {
    problems.push({ ...whole, code: 'FQL-EMPTY-CLAUSE' });
  }
  const checked =
    kind !== null && isBuilt(kind) ? checkStatements(scope, kind, parsed.program) : { statements: [], variables: [] };
  const diagnostics = locate(id, text, problems).slice(0, MAX_PROBLEMS);
  return {
    part: { id, ...checked, broken: hasError(diagnostics), fallback: declaredType(declared).fallback },
    diagnostics,
  };
};

/**
 * Checks a whole rule: syntax, names, types. Never throws, whatever the texts. The result is complete even where there
 * are errors; a part with one is marked broken and never fires.
 */
export const checkRule = (source: RuleSource, catalogue: Catalogue, options: ParseOptions = {}): CheckResult => {
  const kind = source.kind ?? 'decision';
  const rule: RuleScope = {
    kind,
    names: indexCatalogue(catalogue),
    parameters: (source.parameters ?? []).map(({ name, type }) => ({ name, type: declaredType(type).type })),
    slots: [],
    slotOf: new Map(),
    variables: [],
    variableOf: new Map(),
    listColumns: new Map(),
    supportLists: new Set(),
    velocities: new Set(),
    selected: new Set(),
    functions: new Set(),
  };
  const parts = PARTS_OF[kind];
  const condition = checkText(rule, parts.condition, CONDITION_PART, source.condition, undefined, options);
  const clauses = source.clauses.map((clause) =>
    checkText(rule, parts.clause, clause.id, clause.code, clause.result, options),
  );
  const diagnostics = [condition, ...clauses].flatMap((text) => text.diagnostics);
  return {
    checked: {
      kind,
      condition: condition.part,
      clauses: clauses.map((clause) => clause.part),
      slots: rule.slots,
      variables: rule.variables,
      references: referencesOf(rule),
      valid: !hasError(diagnostics),
    },
    diagnostics,
  };
};
