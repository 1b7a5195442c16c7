import { HELPERS } from './helpers.ts';
import { expressionsOf, Waiting } from './waiting.ts';
import type {
  AggregateName,
  CheckedExpression,
  CheckedObservation,
  CheckedPair,
  CheckedPart,
  CheckedRule,
  CheckedStatement,
} from '../check/checked.ts';
import {
  type Emitter,
  emitDateSlot,
  emitExpression,
  emitSlot,
  emitVariable,
  literal,
  siteOf,
} from './emit-expressions.ts';

/** The code of a rule and what it refers to by number. */
export type EmittedRule = Pick<Emitter, 'functions' | 'captured' | 'sites'> & { readonly code: string };

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

const emitBody = (emitter: Emitter, statement: Exclude<CheckedStatement, { kind: 'when' }>): string => {
  switch (statement.kind) {
    case 'decide': {
      const { challengeType, reason, supportMessage } = statement;
      const texts = `const r=${orNull(emitter, challengeType)},q=${orNull(emitter, reason)},m=${orNull(emitter, supportMessage)};`;
      const { values, effects } = emitObservations(emitter, statement.observations);
      return `${texts}${values}T.decide(${emitter.part},${literal(statement.decision)},r,q,m);${effects}return true;`;
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
      return `T.routeTo(${emitter.part},${emitExpression(emitter, statement.queue)});return true;`;
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

const emitStatement = (emitter: Emitter, statement: CheckedStatement): string => {
  if (statement.kind === 'when') return `if(!${emitExpression(emitter, statement.condition)})return false;`;
  const guard = statement.when ? `if(${emitExpression(emitter, statement.when)})` : '';
  return `${guard}{${emitBody(emitter, statement)}}`;
};

/** Every expression a part is made of, for explain: they are worked out even where the part did not get to them. */
const rootsOf = (part: CheckedPart, rule: CheckedRule): readonly CheckedExpression[] => [
  ...part.variables.flatMap((variable) => rule.variables[variable]?.value ?? []),
  ...part.statements.flatMap(expressionsOf),
];

/** A clause answers whether it decided, a condition whether it held. A part with an error fails whole. */
const emitPart = (emitter: Emitter, part: CheckedPart, index: number): string => {
  emitter.part = index;
  if (part.broken) return `function p${index}(T){return broken(${siteOf(emitter, { from: 0, to: 0 })})}`;
  const statements = part.statements.map((statement) => emitStatement(emitter, statement)).join('');
  return `${emitter.waiting.ofStatements(part.statements) ? 'async ' : ''}function p${index}(T){${statements}return ${index === 0 ? 'true' : 'false'}}`;
};

const emitRoots = (emitter: Emitter, rule: CheckedRule, part: CheckedPart, index: number): string => {
  emitter.part = index;
  const roots = part.broken
    ? []
    : rootsOf(part, rule).map(
        (root) => `${emitter.waiting.of(root) ? 'async ' : ''}()=>${emitExpression(emitter, root)}`,
      );
  return `function e${index}(T){return [${roots.join(',')}]}`;
};

/**
 * JavaScript of a whole rule: one function per slot, variable and part, and at the end the parts as arrays. With
 * `explain` it is the same code with every expression of the text reporting its value.
 */
export const emitRule = (rule: CheckedRule, explain: boolean): EmittedRule => {
  const emitter: Emitter = {
    explain,
    functions: [],
    captured: [],
    sites: [],
    dateSlots: new Set(),
    varying: new Set(),
    waiting: new Waiting(rule),
    part: 0,
  };
  const parts = [rule.condition, ...rule.clauses];
  const partOf = new Map(parts.map((part, index) => [part.id, index]));
  const body = [
    ...rule.slots.map((_slot, index) => emitSlot(index)),
    ...rule.variables.map((variable, index) => {
      emitter.part = partOf.get(variable.part) ?? 0;
      return emitVariable(emitter, index, variable.value);
    }),
    ...parts.map((part, index) => emitPart(emitter, part, index)),
    ...(explain ? parts.map((part, index) => emitRoots(emitter, rule, part, index)) : []),
  ];
  body.push(...[...emitter.dateSlots].map(emitDateSlot));
  const list = (prefix: string, count: number): string =>
    Array.from({ length: count }, (_unused, index) => `${prefix}${index}`).join(',');
  const code = [
    '"use strict";',
    `const {${Object.keys(HELPERS).join(',')}}=H;`,
    emitter.functions.length > 0 ? `const [${list('f', emitter.functions.length)}]=F;` : '',
    emitter.captured.length > 0 ? `const [${list('c', emitter.captured.length)}]=C;` : '',
    ...body,
    `return {parts:[${list('p', parts.length)}],roots:[${explain ? list('e', parts.length) : ''}]};`,
  ].join('\n');
  return { code, functions: emitter.functions, captured: emitter.captured, sites: emitter.sites };
};
