import type {
  AggregateName,
  CheckedExpression,
  CheckedObservation,
  CheckedPair,
  CheckedStatement,
} from '../check/checked.ts';
import { emitExpression } from './emit-expressions.ts';
import { type Emitter, literal, siteOf } from './emitter.ts';

const emitPairs = (emitter: Emitter, pairs: readonly CheckedPair[]): string => {
  const values = pairs.map(({ value }) => {
    const code = emitExpression(emitter, value);
    return value.type === 'Untyped' ? `shownAttribute(${code})` : code;
  });
  return `[${pairs.map(({ key }) => literal(key)).join(',')}],[${values.join(',')}]`;
};

/** Values first, effects after: a statement that fails half way has done nothing. */
const emitObservations = (
  emitter: Emitter,
  observations: readonly CheckedObservation[],
): { readonly values: string; readonly effects: string } => {
  const lists = observations.map(({ pairs }, index) => `const k${index}=[${emitPairs(emitter, pairs)}];`);
  const calls = observations.map(({ target }, index) => `T.${target}(${emitter.part},k${index}[0],k${index}[1]);`);
  return { values: lists.join(''), effects: calls.join('') };
};

const orNull = (emitter: Emitter, node: CheckedExpression | null): string =>
  node ? emitExpression(emitter, node) : 'null';

/** What is no number gives no value where it would distort an average or an extreme, and then adds nothing. */
const emitAggregated = (emitter: Emitter, aggregate: AggregateName, value: CheckedExpression | null): string => {
  if (!value) return '1';
  const code = emitExpression(emitter, value);
  return aggregate === 'Sum' || aggregate === 'DistinctCount' ? code : `numberOrNothing(${code})`;
};

const emitBody = (emitter: Emitter, statement: Exclude<CheckedStatement, { kind: 'when' }>, ended: string): string => {
  switch (statement.kind) {
    case 'decide': {
      const { challengeType, reason, supportMessage } = statement;
      const texts = `const r=${orNull(emitter, challengeType)},q=${orNull(emitter, reason)},m=${orNull(emitter, supportMessage)};`;
      const { values, effects } = emitObservations(emitter, statement.observations);
      return `${texts}${values}T.decide(${emitter.part},${literal(statement.decision)},r,q,m);${effects}${ended}`;
    }
    case 'observe': {
      const { values, effects } = emitObservations(emitter, statement.observations);
      return `${values}T.observe(${emitter.part});${effects}`;
    }
    case 'setVariables':
      return `T.setVariables(${emitter.part},${emitPairs(emitter, statement.pairs)});`;
    case 'respond':
      return `T.respond(${emitter.part},${orNull(emitter, statement.section)},${emitPairs(emitter, statement.pairs)});`;
    case 'routeTo':
      return `T.routeTo(${emitter.part},${emitExpression(emitter, statement.queue)});${ended}`;
    case 'contribute': {
      const value = emitAggregated(emitter, statement.aggregate, statement.value);
      return `T.contribute(${emitter.part},${literal(statement.velocity)},${emitExpression(emitter, statement.groupBy)},${value});`;
    }
    case 'callOut':
      return `${emitExpression(emitter, statement.call)};T.done(${emitter.part});`;
    case 'sendLabel': {
      const texts = [statement.eventId, statement.label, statement.reason].map((text) => emitExpression(emitter, text));
      return `T.sendLabel(${emitter.part},${siteOf(emitter, statement.label)},${texts.join(',')});`;
    }
    case 'yield': {
      const value = emitExpression(emitter, statement.value);
      return `T.yield(${emitter.part},${siteOf(emitter, statement.value)},${literal(statement.result)},${value});`;
    }
  }
};

/** Code of a statement; `ended` is the code that ends the clauses after it decided. */
export const emitStatement = (emitter: Emitter, statement: CheckedStatement, ended: string): string => {
  if (statement.kind === 'when') return `if(!${emitExpression(emitter, statement.condition)})return false;`;
  const guard = statement.when ? `if(${emitExpression(emitter, statement.when)})` : '';
  return `${guard}{${emitBody(emitter, statement, ended)}}`;
};
