import type { CheckOptions, ParseOptions } from '../program/options.ts';
import type { RuleReferences } from '../program/references.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { hasError, locate, mostTelling, ProblemList, type Problem } from '../diagnostics/problem.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import { LANGUAGE_VERSION } from '../program/language.ts';
import { PARTS_OF, type ProgramKind } from '../program/kinds.ts';
import { type ClauseSource, CONDITION_PART, type PartId, type RuleSource } from '../program/source.ts';
import { parseProgram } from '../syntax/parse.ts';
import type { CheckedPart, CheckedRule } from './checked.ts';
import { declaredType } from './declared-types.ts';
import { checkExpression } from './expressions.ts';
import { excessesOf, lengthProblem, problemOf, resourceExcess } from './limits.ts';
import { newRuleScope, type RuleScope, type Scope } from './scope.ts';
import { checkStatements } from './statements.ts';

export type CheckResult = { readonly checked: CheckedRule; readonly diagnostics: readonly Diagnostic[] };

const referencesOf = (rule: RuleScope): RuleReferences => ({
  attributes: rule.slots.map((slot) => slot.path),
  lists: [...rule.listColumns.values()].map(({ name, columns }) => ({ name, columns: [...columns].toSorted() })),
  supportLists: [...rule.supportLists],
  velocities: [...rule.velocities],
  includesCurrent: rule.withEvent.size > 0,
  calls: [...rule.calls],
  assessments: [...rule.assessments],
  queues: [...rule.queues],
  called: [...rule.called.values()].map(({ scope, name, properties }) => ({
    scope,
    name,
    properties: [...properties],
  })),
  functions: [...rule.functions].toSorted(),
});

type CheckedText = { readonly part: CheckedPart; readonly diagnostics: readonly Diagnostic[] };

const isSame = (a: Problem, b: Problem): boolean => a.code === b.code && a.from === b.from && a.to === b.to;

/** The problem whose fix makes the text readable, with the text after that fix; null where there is none. */
const repairOf = (text: string, problems: readonly Problem[]) => {
  const problem = problems.find(({ repairs }) => repairs);
  const edit = problem?.fix?.edits[0];
  if (!problem || !edit) return null;
  const { from, to, insert } = edit;
  const back = (at: number): number => (at <= from ? at : Math.max(from, at - insert.length + (to - from)));
  // Where the fix turns the whole text around, no place of the fixed text stands in the written one.
  const isWhole = from === 0 && to === text.length;
  const moved = (found: Problem): Problem[] => (isWhole ? [] : [shifted(found)]);
  const shifted = (found: Problem): Problem => ({
    ...found,
    from: back(found.from),
    to: back(found.to),
    ...(found.fix
      ? {
          fix: {
            ...found.fix,
            edits: found.fix.edits.map((each) => ({ ...each, from: back(each.from), to: back(each.to) })),
          },
        }
      : {}),
  });
  return { problem, text: text.slice(0, from) + insert + text.slice(to), moved };
};

const checkText = (
  rule: RuleScope,
  kind: ProgramKind | null,
  id: PartId,
  text: string,
  clause: Pick<ClauseSource, 'result' | 'fallback' | 'scores'>,
  options: ParseOptions,
): CheckedText => {
  const first = parseProgram(text, options);
  // Names and types are checked as they are once the one syntax error is fixed.
  const repair = repairOf(text, first.problems);
  const parsed = repair ? parseProgram(repair.text, options) : first;
  const syntax = repair ? [repair.problem, ...parsed.problems.flatMap(repair.moved)] : first.problems;
  const problems = new ProblemList(syntax);
  const scope: Scope = {
    rule,
    part: id,
    text: repair?.text ?? text,
    result: clause.result ?? null,
    scores: clause.scores ?? [],
    report: (problem) => {
      for (const each of repair ? repair.moved(problem) : [problem]) problems.add(each);
    },
    expression: checkExpression,
  };
  rule.resources.clear();
  rule.size.expressionsOfText = 0;
  const whole = { from: 0, to: text.length, params: { kind: kind ?? rule.kind } } as const;
  if (kind === null && text.trim() !== '') problems.add({ ...whole, code: 'FQL-NO-CONDITION' });
  if (kind !== null && id !== CONDITION_PART && parsed.program.statements.length === 0 && problems.all.length === 0) {
    // Where nothing has to be said, saying nothing is useless and no more.
    const severity = kind === 'decisionClause' || kind === 'actionClause' ? 'warning' : 'error';
    problems.add({ ...whole, code: 'FQL-EMPTY-CLAUSE', severity });
  }
  const checked = kind !== null ? checkStatements(scope, kind, parsed.program) : { statements: [], variables: [] };
  // What a syntax error made of the text around it is not worth telling.
  const reported = problems.all.filter(
    (problem, at) =>
      // A piece of text that is read in two ways is reported once.
      !problems.all.some((other, before) => before < at && isSame(problem, other)) &&
      (syntax.includes(problem) ||
        // With a fix the text was read as it is meant; without one what surrounds the error is guesswork.
        !syntax.some(({ from, to, fix }) => fix === undefined && from > problem.from && to < problem.to)),
  );
  const own = checked.statements.find((statement) => statement.kind === 'contribute');
  if (
    own?.kind === 'contribute' &&
    rule.resources.has(`Velocity.${rule.names.velocities.get(own.velocity.toLowerCase()) ?? ''}`)
  )
    reported.push({ ...whole, code: 'FQL-CALLS-ITSELF', params: { name: own.velocity } });
  const excess = resourceExcess(rule);
  if (excess) reported.push(problemOf(excess));
  const diagnostics = mostTelling(locate(id, text, reported));
  return {
    part: {
      id,
      ...checked,
      broken: hasError(diagnostics),
      fallback: clause.fallback ?? declaredType(clause.result).fallback,
    },
    diagnostics,
  };
};

/**
 * Checks a whole rule: syntax, names, types. Never throws, whatever the texts. The result is complete even where there
 * are errors; a part with one is marked broken and never fires.
 */
export const checkRule = (source: RuleSource, symbols: SymbolTable, options: CheckOptions = {}): CheckResult => {
  const kind = source.kind ?? 'decision';
  const parameters = (source.parameters ?? []).map(({ name, type }) => ({ name, type: declaredType(type).type }));
  const { language = LANGUAGE_VERSION } = options;
  const rule = newRuleScope({ kind, language, parameters, name: source.name, stages: source.stages }, symbols);
  const parts = PARTS_OF[kind];
  const tooLong = lengthProblem([source.condition, ...source.clauses.map(({ code }) => code)], rule.names);
  const condition = checkText(rule, parts.condition, CONDITION_PART, source.condition, {}, options);
  const clauses = source.clauses.map((clause) =>
    checkText(rule, parts.clause, clause.id, clause.code, clause, options),
  );
  const excesses = [...excessesOf(rule, clauses.length).map(problemOf), ...(tooLong ? [tooLong] : [])];
  const last = source.clauses.at(-1);
  const diagnostics = [
    ...[condition, ...clauses].flatMap((text) => text.diagnostics),
    ...locate(last?.id ?? CONDITION_PART, last?.code ?? '', excesses),
  ];
  return {
    checked: {
      kind,
      language,
      condition: condition.part,
      clauses: clauses.map((clause) => clause.part),
      slots: rule.slots,
      variables: rule.variables,
      parameters: (source.parameters ?? []).map(({ type, fallback }) => ({
        type,
        fallback: fallback ?? declaredType(type).fallback,
      })),
      references: referencesOf(rule),
      valid: !hasError(diagnostics),
    },
    diagnostics,
  };
};
