import type { CheckedExpression, CheckedRule, CheckedStatement } from '../check/checked.ts';

const pairs = (list: readonly { readonly value: CheckedExpression }[]): readonly CheckedExpression[] =>
  list.map(({ value }) => value);

/** The expressions an expression is made of. */
const childrenOf = (node: CheckedExpression): readonly CheckedExpression[] => {
  switch (node.op) {
    case 'exists':
    case 'convert':
    case 'inChoices':
    case 'matches':
    case 'functionProperty':
    case 'any':
      return [node.operand];
    case 'operation':
    case 'logical':
      return node.operands;
    case 'conditional':
      return [node.condition, node.whenTrue, node.whenFalse];
    case 'call':
    case 'external':
    case 'functionCall':
      return node.args;
    case 'assessment':
      return [...[node.api, node.baseInput].filter((part) => part !== null), ...pairs(node.fields)];
    case 'velocity':
      return [node.key];
    case 'array':
      return node.items;
    case 'object':
      return pairs(node.members);
    case 'constant':
    case 'slot':
    case 'payload':
    case 'parameter':
    case 'variable':
    case 'invalid':
      return [];
  }
};

/** The expressions of a statement, in the order they stand. */
export const expressionsOf = (statement: CheckedStatement): readonly CheckedExpression[] => {
  if (statement.kind === 'when') return [statement.condition];
  const when = statement.when ? [statement.when] : [];
  switch (statement.kind) {
    case 'setVariables':
      return [...when, ...pairs(statement.pairs)];
    case 'respond':
      return [...when, ...(statement.section ? [statement.section] : []), ...pairs(statement.pairs)];
    case 'routeTo':
      return [...when, statement.queue];
    case 'contribute':
      return [...when, statement.groupBy, ...(statement.value ? [statement.value] : [])];
    case 'callOut':
      return [...when, statement.call];
    case 'sendLabel':
      return [...when, statement.eventId, statement.label, statement.reason];
    case 'yield':
      return [statement.value];
    case 'observe':
      return [...when, ...statement.observations.flatMap((observation) => pairs(observation.pairs))];
    case 'decide': {
      const texts = [statement.challengeType, statement.reason, statement.supportMessage];
      const observed = statement.observations.flatMap((observation) => pairs(observation.pairs));
      return [...when, ...texts.filter((text) => text !== null), ...observed];
    }
  }
};

/** Which expressions call out, themselves or through the variables they read: their code waits, and only theirs. */
export class Waiting {
  readonly #rule: CheckedRule;
  readonly #known = new Map<CheckedExpression, boolean>();

  constructor(rule: CheckedRule) {
    this.#rule = rule;
  }

  of(node: CheckedExpression): boolean {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const waits =
      node.op === 'external' ||
      node.op === 'assessment' ||
      (node.op === 'functionProperty' && node.waits) ||
      (node.op === 'variable' && this.ofVariable(node.variable)) ||
      childrenOf(node).some((child) => this.of(child));
    this.#known.set(node, waits);
    return waits;
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
