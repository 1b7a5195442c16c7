import { DAY_MS } from '@redoubt/kernel';
import { Engine as JsonRulesEngine, type NestedCondition } from 'json-rules-engine';
import { type BenchEvent, type Clause, NOW_MS } from '../clauses.ts';
import { type Engine, versionOf } from './engine.ts';

const user = (path: string, operator: string, value: unknown): NestedCondition => ({
  fact: 'user',
  path: `$.${path}`,
  operator,
  value,
});
const fact = (name: string, operator: string, value: unknown): NestedCondition => ({ fact: name, operator, value });

const conditionsOf = (clause: Clause): { all: NestedCondition[] } | { any: NestedCondition[] } => {
  switch (clause.shape) {
    case 'amount':
      return { all: [fact('totalAmount', 'greaterThan', clause.limit), user('country', 'equal', clause.country)] };
    case 'mail':
      return { all: [user('email', 'endsWith', clause.ending), user('isEmailValidated', 'equal', false)] };
    case 'country':
      return { all: [user('country', 'in', clause.countries), fact('totalAmount', 'greaterThanInclusive', 50)] };
    case 'net':
      return { all: [fact('net', 'greaterThan', clause.limit)] };
    case 'age':
      return {
        any: [
          fact('accountAgeMs', 'lessThan', clause.days * DAY_MS),
          { fact: 'device', path: '$.userAgent', operator: 'holds', value: clause.word },
        ],
      };
  }
};

/** It has no arithmetic, dates or text operators of its own: facts and operators are added, as its guide says. */
export const jsonRules: Engine = {
  name: 'json-rules-engine',
  version: versionOf('json-rules-engine'),
  prepare: (clauses) => {
    const engine = new JsonRulesEngine();
    engine.addOperator<string, string>('endsWith', (text, ending) => text.endsWith(ending));
    engine.addOperator<string, string>('holds', (text, word) => text.includes(word));
    engine.addFact('net', async (_params, almanac) => {
      const total = await almanac.factValue<number>('totalAmount');
      return (total - (await almanac.factValue<number>('shippingCost'))) * 1.25;
    });
    engine.addFact('accountAgeMs', async (_params, almanac) => {
      const { creationDate } = await almanac.factValue<BenchEvent['user']>('user');
      return NOW_MS - Date.parse(creationDate);
    });
    clauses.forEach((clause, index) => {
      engine.addRule({ conditions: conditionsOf(clause), event: { type: 'held', params: { index } } });
    });
    return async (event: BenchEvent) => {
      const { events } = await engine.run({ ...event });
      return events.map(({ params }) => Number(params?.['index'])).toSorted((a, b) => a - b);
    };
  },
};
