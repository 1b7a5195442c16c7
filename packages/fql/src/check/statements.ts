import type { ProgramKind } from '../program/kinds.ts';
import type { ExpressionNode, LetNode, ProgramNode, StatementNode } from '../syntax/nodes.ts';
import { checkDecisionCall, checkObservations, checkSetVariables } from './calls-in-statements.ts';
import type { CheckedExpression, CheckedStatement } from './checked.ts';
import { convertTo } from './convert.ts';
import { checkAction } from './actions.ts';
import { checkRouteTo, checkSelect, checkYield } from './other-statements.ts';
import { report, type Scope } from './scope.ts';
import { scoreOf } from './scores/scores.ts';

/** How often each statement may stand in a text of a kind (`docs/language/guide.md#statements`); absent: never. */
const ALLOWED: Readonly<Record<ProgramKind, Partial<Record<StatementNode['kind'], number>>>> = {
  decisionCondition: { let: Infinity, when: 1 },
  decisionClause: { let: Infinity, observe: 1, return: 1, do: Infinity },
  velocityCondition: { let: Infinity, when: 1 },
  velocityDefinition: { let: Infinity, select: 1 },
  routingCondition: { let: Infinity, when: 1 },
  routingClause: { let: Infinity, do: Infinity, routeTo: 1 },
  actionCondition: { let: Infinity, when: 1 },
  actionClause: { let: Infinity, do: Infinity },
  functionProperty: { let: Infinity, return: 1 },
  adHocAction: { let: Infinity, do: 1 },
};

/** The statement without which a text of a kind does nothing. */
const NEEDED: Partial<Record<ProgramKind, StatementNode['kind']>> = {
  velocityDefinition: 'select',
  routingClause: 'routeTo',
  functionProperty: 'return',
  adHocAction: 'do',
};

const KEYWORD_OF: Readonly<Record<StatementNode['kind'], string>> = {
  let: 'LET',
  when: 'WHEN',
  observe: 'OBSERVE',
  return: 'RETURN',
  routeTo: 'ROUTETO',
  do: 'DO',
  select: 'SELECT',
};

const checkWhen = (scope: Scope, when: ExpressionNode | null): CheckedExpression | null =>
  when ? convertTo(scope, scope.expression(scope, when), 'Boolean', 'strictly') : null;

const defineVariable = (scope: Scope, node: LetNode, ownNames: Set<string>, own: number[]): void => {
  const value = scope.expression(scope, node.value);
  if (node.name === '') return;
  if (ownNames.has(node.name)) report(scope, 'FQL-REDEFINED-VARIABLE', node.nameSpan, { name: `$${node.name}` });
  else if (scope.rule.variableOf.has(node.name))
    report(scope, 'FQL-SHADOWED-VARIABLE', node.nameSpan, { name: `$${node.name}` });
  ownNames.add(node.name);
  const define = (name: string, bound: CheckedExpression): number => {
    const { rule, part } = scope;
    const index = rule.variables.push({ name, part, nameSpan: node.nameSpan, value: bound }) - 1;
    own.push(index);
    return index;
  };
  scope.rule.variableOf.set(node.name, define(node.name, settle(scope, keepAnswer(value, define))));
};

/**
 * The result of a call bound to a variable: the call itself becomes a variable without a name, so that its response and
 * its diagnostics come from one call.
 */
const keepAnswer = (
  value: CheckedExpression,
  define: (name: string, bound: CheckedExpression) => number,
): CheckedExpression => {
  if (value.op !== 'convert' || value.operand.type !== 'Answer' || value.operand.op === 'variable') return value;
  const { from, to } = value.operand;
  const variable = define('', value.operand);
  return { ...value, operand: { op: 'variable', variable, type: 'Answer', shown: false, from, to } };
};

/** A score bound to a variable is a number from then on; `null` bound to one is a JSON null. */
const settle = (scope: Scope, value: CheckedExpression): CheckedExpression => {
  const path = value.op === 'slot' ? scope.rule.slots[value.slot]?.path.toLowerCase() : undefined;
  return path !== undefined && scoreOf(path) !== undefined ? convertTo(scope, value, 'Double') : value;
};

const checkReturn = (scope: Scope, node: StatementNode & { readonly kind: 'return' }): CheckedStatement | null => {
  const [first, ...rest] = node.items;
  const decide = first ? checkDecisionCall(scope, first) : null;
  const observations = checkObservations(scope, rest);
  const when = checkWhen(scope, node.when);
  return decide ? { kind: 'decide', from: node.from, to: node.to, ...decide, observations, when } : null;
};

const checkStatement = (
  scope: Scope,
  kind: ProgramKind,
  node: Exclude<StatementNode, LetNode>,
): CheckedStatement | null => {
  const span = { from: node.from, to: node.to };
  switch (node.kind) {
    case 'when':
      return {
        ...span,
        kind: 'when',
        condition: convertTo(scope, scope.expression(scope, node.condition), 'Boolean', 'strictly'),
      };
    case 'observe':
      return {
        ...span,
        kind: 'observe',
        observations: checkObservations(scope, node.items),
        when: checkWhen(scope, node.when),
      };
    case 'return':
      return kind === 'functionProperty' ? checkYield(scope, node) : checkReturn(scope, node);
    case 'do':
      if (kind === 'actionClause' || kind === 'adHocAction') return checkAction(scope, node);
      return {
        ...span,
        kind: 'setVariables',
        pairs: checkSetVariables(scope, node.action),
        when: checkWhen(scope, node.when),
      };
    case 'routeTo':
      return checkRouteTo(scope, node);
    case 'select':
      return checkSelect(scope, node);
  }
};

const reviewWhole = (scope: Scope, kind: ProgramKind, program: ProgramNode): void => {
  const onlyVariables = program.statements.length > 0 && program.statements.every((node) => node.kind === 'let');
  const needed = NEEDED[kind];
  if (needed && program.statements.length > 0 && !program.statements.some((node) => node.kind === needed)) {
    report(scope, 'FQL-STATEMENT-MISSING', program, { statement: KEYWORD_OF[needed] });
  }
  if ((kind === 'decisionClause' || kind === 'actionClause') && onlyVariables)
    report(scope, 'FQL-CLAUSE-WITHOUT-EFFECT', program);
};

/** A velocity may define its variables below its SELECT. */
const inOrder = (kind: ProgramKind, program: ProgramNode): readonly StatementNode[] => {
  if (kind !== 'velocityDefinition') return program.statements;
  const isLet = (node: StatementNode): boolean => node.kind === 'let';
  return [...program.statements.filter(isLet), ...program.statements.filter((node) => !isLet(node))];
};

export type CheckedProgram = {
  readonly statements: readonly CheckedStatement[];
  readonly variables: readonly number[];
};

/** Checks the statements of one text in order. Names it shadowed mean again what they meant before, afterwards. */
export const checkStatements = (scope: Scope, kind: ProgramKind, program: ProgramNode): CheckedProgram => {
  const allowed = ALLOWED[kind];
  const counts = new Map<StatementNode['kind'], number>();
  const ownNames = new Set<string>();
  const variables: number[] = [];
  const statements: CheckedStatement[] = [];
  const before = new Map(scope.rule.variableOf);
  for (const node of inOrder(kind, program)) {
    const limit = allowed[node.kind] ?? 0;
    const count = (counts.get(node.kind) ?? 0) + 1;
    counts.set(node.kind, count);
    const keyword = { statement: KEYWORD_OF[node.kind] };
    const at = { from: node.from, to: node.from + keyword.statement.length };
    if (limit === 0) {
      report(scope, node.kind === 'when' ? 'FQL-WHEN-ALONE' : 'FQL-STATEMENT-NOT-HERE', at, keyword);
      continue;
    }
    if (count > limit) report(scope, 'FQL-STATEMENT-REPEATED', at, keyword);
    if (node.kind === 'let') defineVariable(scope, node, ownNames, variables);
    else {
      const checked = checkStatement(scope, kind, node);
      if (checked) statements.push(checked);
    }
  }
  reviewWhole(scope, kind, program);
  for (const name of ownNames) {
    const earlier = before.get(name);
    if (earlier !== undefined) scope.rule.variableOf.set(name, earlier);
    // Properties of a function do not see each other's variables.
    else if (kind === 'functionProperty') scope.rule.variableOf.delete(name);
  }
  return { statements, variables };
};
