import { describe, expect, it } from 'vitest';
import { functionScores, type ScoredFunction } from './function-scores.ts';

const functionNamed = (name: string, properties: Readonly<Record<string, string>>): ScoredFunction => ({
  key: name,
  clauses: Object.entries(properties).map(([property, code]) => ({ id: property, name: property, code })),
  keyOf: (scope, called) => (scope === 'here' ? called.toLowerCase() : `${scope} ${called}`.toLowerCase()),
});

const scoresOf = (functions: Readonly<Record<string, Readonly<Record<string, string>>>>) => {
  const found = functionScores(Object.entries(functions).map(([name, texts]) => functionNamed(name, texts)));
  return Object.fromEntries(
    Object.entries(functions).flatMap(([name, texts]) =>
      Object.keys(texts).map((property) => [`${name}.${property}`, found(name, property)]),
    ),
  );
};

describe('scores of functions', () => {
  it('are those a property names, in whatever spelling and through variables', () => {
    const texts = {
      direct: 'RETURN @"riskScore" > 700',
      spelled: 'RETURN @@BOTSCORE',
      both: 'RETURN @riskScore + @botScore',
      variable: 'LET $risk = @"riskScore" LET $more = $risk + $risk RETURN $more',
      unread: 'LET $risk = @"riskScore" RETURN 1',
      nested: 'RETURN @"customData.riskScore"',
      text: 'RETURN "riskScore"',
    };
    expect(scoresOf({ level: texts })).toEqual({
      'level.direct': ['riskScore'],
      'level.spelled': ['botScore'],
      'level.both': ['botScore', 'riskScore'],
      'level.variable': ['riskScore'],
      'level.unread': [],
      'level.nested': [],
      'level.text': [],
    });
  });

  it('are those of the properties it reads of other functions, through any number of them', () => {
    const found = scoresOf({
      outer: {
        high: 'LET $inner = Functions.INNER(@"totalAmount") RETURN $inner.High',
        low: 'RETURN Functions.inner(1).low',
        above: 'RETURN Functions.root.base().value',
        elsewhere: 'RETURN Functions.environment["E"].base().value',
      },
      inner: { high: 'RETURN Functions.leaf().value > 1', low: 'RETURN 1' },
      leaf: { value: 'RETURN @"riskScore"' },
      'root base': { value: 'RETURN @"botScore"' },
      'e base': { value: 'RETURN @"riskScore"' },
    });
    expect(found).toMatchObject({
      'outer.high': ['riskScore'],
      'outer.low': [],
      'outer.above': ['botScore'],
      'outer.elsewhere': ['riskScore'],
      'inner.high': ['riskScore'],
    });
  });

  it('are found where functions form a cycle, are unknown or cannot be read', () => {
    expect(
      scoresOf({
        a: { p: 'RETURN Functions.b().p' },
        b: { p: 'RETURN Functions.a().p + @"riskScore"' },
        c: { p: 'RETURN Functions.nothing().p + (' },
      }),
    ).toEqual({ 'a.p': ['riskScore'], 'b.p': ['riskScore'], 'c.p': [] });
  });
});
