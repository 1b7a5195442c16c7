import { describe, expect, it } from 'vitest';
import type { SymbolTable } from '../program/symbol-table.ts';
import { checkRule } from './check-rule.ts';

const SYMBOLS: SymbolTable = {
  attributes: [],
  lists: [
    { name: 'Here', columns: ['id'] },
    { name: 'Customers', columns: ['id', 'tier'], remote: true },
  ],
  sources: ['geo', 'bin'],
  velocitySet: { events: ['Purchase'], takenNames: [] },
  functions: [
    {
      name: 'mail',
      parameters: [{ name: 'address', type: 'String' }],
      properties: [
        { name: 'domain', type: 'String' },
        {
          name: 'score',
          type: 'Double',
          uncountable: { kind: 'answer', chain: ['Functions.inner.value', 'External.reputation'] },
        },
        { name: 'seen', type: 'Double', uncountable: { kind: 'velocity', chain: ['Velocity.byMail'] } },
      ],
    },
  ],
};

const problems = (expression: string) =>
  checkRule(
    {
      kind: 'velocity',
      condition: '',
      clauses: [{ id: 'v', name: '', code: `SELECT Count() AS n FROM Purchase GROUPBY ${expression}` }],
    },
    SYMBOLS,
  ).diagnostics.map(({ code, column, params }) => [code, column, params.name]);

describe('what a velocity counts by', () => {
  it('may be worked out by functions, lists kept here, and facts about addresses and cards', () => {
    expect(problems('Functions.mail(@"user.email").domain')).toEqual([]);
    expect(problems('Lookup("Here", "id", @"a", "id")')).toEqual([]);
    expect(problems('Geo.CountryCode(@"ip") + BIN.Lookup(@"bin").issuer')).toEqual([]);
  });

  it('is no answer that is not kept with the event', () => {
    expect(problems('External.score(@"a").value')).toEqual([['FQL-NOT-COUNTABLE', 43, 'External.score']]);
    expect(problems('Assessments.other.Evaluate(a = 1).x')).toEqual([['FQL-NOT-COUNTABLE', 43, 'Assessments.other']]);
    expect(problems('Lookup("Customers", "id", @"a", "tier")')).toEqual([
      ['FQL-NOT-COUNTABLE', 43, 'Lookup("Customers", …)'],
    ]);
    expect(problems('Device.GetAttributes(@"a").os')).toEqual([['FQL-NOT-COUNTABLE', 43, 'Device.GetAttributes']]);
  });

  it('is no other velocity', () => {
    expect(problems('Velocity.other(@"a", 1h)')).toEqual([['FQL-VELOCITY-IN-VELOCITY', 52, 'Velocity.other']]);
  });

  it('is no property of a function that reads one of them, whose way is named', () => {
    expect(problems('Functions.mail(@"a").score')).toEqual([
      ['FQL-NOT-COUNTABLE', 64, 'Functions.mail.score → Functions.inner.value → External.reputation'],
    ]);
    expect(problems('Functions.mail(@"a").seen')).toEqual([
      ['FQL-VELOCITY-IN-VELOCITY', 64, 'Functions.mail.seen → Velocity.byMail'],
    ]);
  });
});
