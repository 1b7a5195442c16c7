import type { SymbolTable } from '../program/symbol-table.ts';
import { checkExpression } from '../check/expressions.ts';
import { newRuleScope, type Scope } from '../check/scope.ts';
import { LANGUAGE_VERSION } from '../program/language.ts';
import { parseProgram } from '../syntax/parse.ts';
import type { ExpressionNode, LetNode } from '../syntax/nodes.ts';
import type { FqlType } from '../types.ts';

/**
 * The type of an expression that is being typed, as the checker sees it: the LETs above it, then the expression itself.
 * `Invalid` where it does not stand on its own yet.
 */
export const typeOfText = (textBefore: string, expression: string, symbols: SymbolTable): FqlType => {
  const scope: Scope = {
    rule: newRuleScope(
      { kind: 'decision', language: LANGUAGE_VERSION, parameters: [], name: undefined, stages: undefined },
      symbols,
    ),
    part: '',
    text: '',
    result: null,
    scores: [],
    report: () => undefined,
    expression: checkExpression,
  };
  const lets = parseProgram(textBefore, { typographicQuotes: 'accept' }).program.statements.filter(
    (statement): statement is LetNode => statement.kind === 'let',
  );
  for (const { name, nameSpan, value } of lets) {
    const checked = checkExpression(scope, value);
    scope.rule.variableOf.set(name, scope.rule.variables.push({ name, part: '', nameSpan, value: checked }) - 1);
  }
  const [statement] = parseProgram(`LET $completed = ${expression}`).program.statements;
  const node: ExpressionNode | undefined = statement?.kind === 'let' ? statement.value : undefined;
  return node ? checkExpression(scope, node).type : 'Invalid';
};
