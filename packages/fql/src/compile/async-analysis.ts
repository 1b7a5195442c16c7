import type { CheckedExpression, CheckedRule, CheckedStatement } from '../check/checked.ts';
import { childrenOf, expressionsOf } from './children.ts';

/** Which expressions call out, themselves or through the variables they read: their code waits, and only theirs. */
export class AsyncAnalysis {
  readonly #rule: CheckedRule;
  readonly #known = new Map<CheckedExpression, boolean>();

  constructor(rule: CheckedRule) {
    this.#rule = rule;
    // In their order: a long chain of variables is then never followed from its end.
    for (const { value } of rule.variables) this.of(value);
  }

  of(node: CheckedExpression): boolean {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const isAsync =
      node.op === 'external' ||
      node.op === 'assessment' ||
      node.op === 'remoteLookup' ||
      (node.op === 'functionProperty' && node.isAsync) ||
      (node.op === 'variable' && this.ofVariable(node.variable)) ||
      childrenOf(node).some((child) => this.of(child));
    this.#known.set(node, isAsync);
    return isAsync;
  }

  /** A variable only reads those before it, so this ends. */
  ofVariable(variable: number): boolean {
    const value = this.#rule.variables[variable]?.value;
    return value !== undefined && this.of(value);
  }

  ofStatements(statements: readonly CheckedStatement[]): boolean {
    return statements.some((statement) => expressionsOf(statement).some((node) => this.of(node)));
  }
}
