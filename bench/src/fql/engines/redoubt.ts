import {
  checkRule,
  compileRule,
  type CompiledRule,
  DEFAULT_SWITCHES,
  EMPTY_SYMBOL_TABLE,
  hasError,
  type RuleSource,
} from '@redoubt/fql';
import { type Clause, NOW_MS } from '../clauses.ts';
import type { Engine } from './engine.ts';

const conditionOf = (clause: Clause): string => {
  switch (clause.shape) {
    case 'amount':
      return `@"totalAmount" > ${clause.limit} and @"user.country" == "${clause.country}"`;
    case 'mail':
      return `@"user.email".EndsWith("${clause.ending}") and not @"user.isEmailValidated"`;
    case 'country':
      return `In(@"user.country", "${clause.countries.join(', ')}") and @"totalAmount" >= 50`;
    case 'net':
      return `(@"totalAmount" - @"shippingCost") * 1.25 > ${clause.limit}`;
    case 'age':
      return `DaysSince(@"user.creationDate") < ${clause.days} or @"device.userAgent".Contains("${clause.word}")`;
  }
};

export const ruleOf = (clauses: readonly Clause[]): RuleSource => ({
  condition: '',
  clauses: clauses.map((clause, index) => ({
    id: String(index),
    name: `Clause ${index}`,
    code: `OBSERVE Output()\nWHEN ${conditionOf(clause)}`,
  })),
});

/** Text to something that runs: parse, check, compile. */
export const compile = (source: RuleSource): CompiledRule => {
  const { checked, diagnostics } = checkRule(source, EMPTY_SYMBOL_TABLE);
  if (hasError(diagnostics)) throw new Error(`The rule does not compile: ${JSON.stringify(diagnostics.slice(0, 3))}`);
  return compileRule(checked);
};

export const redoubt: Engine = {
  name: 'Redoubt',
  version: 'this commit',
  prepare: (clauses) => {
    const rule = compile(ruleOf(clauses));
    const context = {
      generated: {},
      nowMs: NOW_MS,
      correlationId: '',
      lists: { containsKey: () => false, lookup: () => undefined },
      switches: DEFAULT_SWITCHES,
      seed: 1,
    };
    return (event) => rule.run({ ...context, payload: event }).firedClauseIds.map((id) => Number(id));
  },
};
