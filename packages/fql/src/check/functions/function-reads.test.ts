import { describe, expect, it } from 'vitest';
import { functionReads, type AnalysedFunction } from './function-reads.ts';

const functionNamed = (name: string, properties: Readonly<Record<string, string>>): AnalysedFunction => ({
  key: name,
  clauses: Object.entries(properties).map(([property, code]) => ({ id: property, name: property, code })),
  keyOf: (scope, called) => (scope === 'here' ? called.toLowerCase() : `${scope} ${called}`.toLowerCase()),
});

const scoresOf = (functions: Readonly<Record<string, Readonly<Record<string, string>>>>) => {
  const { scoresOf: found } = functionReads(
    Object.entries(functions).map(([name, texts]) => functionNamed(name, texts)),
  );
  return Object.fromEntries(
    Object.entries(functions).flatMap(([name, texts]) =>
      Object.keys(texts).map((property) => [`${name}.${property}`, found(name, property)]),
    ),
  );
};

describe('models of functions', () => {
  it('are those a property asks, itself or through functions that stand above', () => {
    const { modelsOf, scoresOf: found } = functionReads([
      functionNamed('outer', { high: 'LET $x = Functions.inner() RETURN $x.risk > 700' }),
      functionNamed('inner', {
        risk: 'RETURN model.RISK().Score',
        bot: 'RETURN Model.Bot(@"x").Score',
        no: 'RETURN 1',
      }),
    ]);
    expect(modelsOf('outer', 'high')).toEqual(['Model.Risk']);
    expect(modelsOf('inner', 'bot')).toEqual(['Model.Bot']);
    expect(modelsOf('inner', 'no')).toEqual([]);
    expect(found('outer', 'high')).toEqual([]);
  });
});

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

describe('what no velocity may read', () => {
  const chainsOf = (
    functions: Readonly<Record<string, Readonly<Record<string, string>>>>,
    remoteLists: readonly string[] = [],
  ) => {
    const { uncountableOf } = functionReads(
      Object.entries(functions).map(([name, texts]) => ({
        ...functionNamed(name, texts),
        remoteLists: new Set(remoteLists),
      })),
    );
    return Object.fromEntries(
      Object.entries(functions).flatMap(([name, texts]) =>
        Object.keys(texts).map((property) => [
          `${name}.${property}`,
          uncountableOf(name, property)?.chain.join(' → ') ?? null,
        ]),
      ),
    );
  };

  it('is what a service, another assessment, a device session or a velocity answers', () => {
    expect(
      chainsOf({
        f: {
          call: 'RETURN External.score(@"a").value',
          assessment: 'RETURN Assessments.other.Evaluate(a = 1).x',
          device: 'LET $d = Device.GetAttributes(@"id") RETURN $d.os',
          velocity: 'RETURN VELOCITY.spent(@"a", 1h)',
          unread: 'LET $answer = External.score() RETURN 1',
          geo: 'RETURN Geo.CountryCode(@"ip")',
          text: 'RETURN "External.score"',
        },
      }),
    ).toEqual({
      'f.call': 'External.score',
      'f.assessment': 'Assessments.other',
      'f.device': 'Device.GetAttributes',
      'f.velocity': 'Velocity.spent',
      'f.unread': null,
      'f.geo': null,
      'f.text': null,
    });
  });

  it('is a list whose rows are asked for where they are kept', () => {
    const texts = {
      remote: 'RETURN ContainsKey("Customers", "id", @"a")',
      variable: 'LET $list = "customers" RETURN Lookup($list, "id", @"a", "tier")',
      here: 'RETURN ContainsKey("Here", "id", @"a")',
    };
    expect(chainsOf({ f: texts }, ['customers'])).toEqual({
      'f.remote': 'ContainsKey("Customers", …)',
      'f.variable': 'Lookup("customers", …)',
      'f.here': null,
    });
  });

  it('is found through other functions, with the way there', () => {
    expect(
      chainsOf({
        outer: { high: 'LET $i = Functions.Inner(1) RETURN $i.high', low: 'RETURN Functions.inner(1).low' },
        inner: { high: 'RETURN Functions.root.base().value', low: 'RETURN 1' },
        'root base': { value: 'RETURN External.score().x' },
        round: { a: 'RETURN Functions.round().a' },
      }),
    ).toMatchObject({
      'outer.high': 'Functions.Inner.high → Functions.root.base.value → External.score',
      'outer.low': null,
      'inner.low': null,
      'round.a': null,
    });
  });
});
