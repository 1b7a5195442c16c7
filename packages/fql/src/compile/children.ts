import type { CheckedExpression, CheckedStatement } from '../check/checked.ts';

const pairs = (list: readonly { readonly value: CheckedExpression }[]): readonly CheckedExpression[] =>
  list.map(({ value }) => value);

/** The expressions an expression is made of. */
export const childrenOf = (node: CheckedExpression): readonly CheckedExpression[] => {
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
    case 'remoteLookup':
      return node.fallback ? [node.key, node.fallback] : [node.key];
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
