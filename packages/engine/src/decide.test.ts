import { NO_CLAUSE_HIT, type RunMode } from '@redoubt/domain';
import type { SymbolTable } from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import {
  compilePlan,
  decide,
  decideUntraced,
  decideUntracedAsync,
  readValues,
  expandTrace,
  type EngineResult,
  type PlanLevelSource,
  type UnitCache,
} from './index.ts';
import { CHILD, inputOf, ROOT } from './testing/engine-input.ts';
import type { TraceRule } from './trace.ts';

const symbols: SymbolTable = { attributes: [], lists: [{ name: 'vips', columns: ['user'] }] };

type Clauses = Readonly<Record<string, string>>;
type RuleText = { readonly name: string; readonly condition?: string; readonly clauses: Clauses };

const level = (environmentId: string, runMode: RunMode, rules: readonly RuleText[]): PlanLevelSource => ({
  environmentId,
  environmentName: environmentId === ROOT ? 'Root' : 'Child',
  runMode,
  rules: rules.map(({ name, condition = '', clauses }) => ({
    id: `id of ${name}`,
    name,
    version: 1,
    hash: `${name} ${JSON.stringify(clauses)} ${condition}`,
    text: {
      condition,
      clauses: Object.entries(clauses).map(([clause, code]) => ({ id: `id of ${clause}`, name: clause, code })),
    },
  })),
  symbols,
  lists: () => ({ containsKey: (_list, _column, key) => key === 'nora', lookup: () => undefined }),
});

const run = (levels: readonly PlanLevelSource[], payload: JsonObject) => {
  const { plan, problems } = compilePlan('plan', CHILD, levels, new Map());
  expect(problems).toEqual([]);
  return decide(plan, inputOf(payload));
};

const traceOf = (result: EngineResult, levels: readonly PlanLevelSource[]): readonly TraceRule[] =>
  expandTrace(result, levels, ({ text }) => text.clauses.map(({ id }) => id));

const OVER_220: RuleText = {
  name: 'amount',
  clauses: { high: 'RETURN Reject("too much", "call us") WHEN @"totalAmount" > 220' },
};

describe('decideUntraced', () => {
  const levels = [
    level(ROOT, 'allUntilDecision', [
      { name: 'seen', clauses: { first: 'OBSERVE Output(a = 1) WHEN @"totalAmount" > 10' } },
    ]),
    level(CHILD, 'allUntilDecision', [OVER_220, { name: 'last', clauses: { all: 'RETURN Review()' } }]),
  ];
  const { plan } = compilePlan('plan', CHILD, levels, new Map());

  it.each([5, 50, 500])('comes to what decide does, and tells what each rule did, for %i', async (totalAmount) => {
    const result = decide(plan, inputOf({ totalAmount }));
    const { outputs: _outputs, hits, trace: _trace, values: _values, errors: _errors, ...verdict } = result;
    const fired = new Map<string, readonly string[]>();
    const watch: Parameters<typeof decideUntraced>[2] = ({ id }, { firedClauseIds }) => fired.set(id, firedClauseIds);
    expect(decideUntraced(plan, inputOf({ totalAmount }), watch)).toEqual(verdict);
    expect(await decideUntracedAsync(plan, inputOf({ totalAmount }), () => undefined)).toEqual(verdict);
    const reached = traceOf(result, levels).filter(({ outcome }) => outcome !== 'notReached');
    expect([...fired.keys()]).toEqual(reached.map(({ ruleId }) => ruleId));
    expect([...fired].filter(([, clauses]) => clauses.length > 0).map(([id]) => id)).toEqual(
      hits.map(({ ruleId }) => ruleId),
    );
  });
});

describe('decide', () => {
  it('approves without rules and without a reason', () => {
    expect(run([level(ROOT, 'allUntilDecision', [])], {})).toMatchObject({
      decision: 'Approve',
      reason: null,
      rule: null,
    });
  });

  it('names decision, reason, rule, clause and the values it read', () => {
    const levels = [level(ROOT, 'allUntilDecision', [OVER_220])];
    const result = run(levels, { totalAmount: 240 });
    expect(result).toMatchObject({
      decision: 'Reject',
      reason: 'too much',
      supportMessage: 'call us',
      rule: { name: 'amount', version: 1, environmentId: ROOT },
      clause: 'high',
      hits: [{ rule: 'amount', clauseNames: ['high'], environmentId: ROOT }],
    });
    expect(readValues(result)).toEqual({ totalAmount: 240 });
    expect(traceOf(result, levels)).toMatchObject([
      {
        outcome: 'decided',
        steps: [
          { part: 'condition', outcome: 'true' },
          { part: 'id of high', outcome: 'fired', reads: ['totalAmount'] },
        ],
      },
    ]);
  });

  it('answers NO_CLAUSE_HIT where a condition held and nothing decided', () => {
    const rule = { ...OVER_220, condition: 'WHEN @"totalAmount" > 0' };
    expect(run([level(ROOT, 'allUntilDecision', [rule])], { totalAmount: 1 })).toMatchObject({
      decision: 'Approve',
      reason: NO_CLAUSE_HIT,
    });
    expect(run([level(ROOT, 'allUntilDecision', [rule])], { totalAmount: 0 })).toMatchObject({ reason: null });
  });

  it('runs the root before its child, and a decision of the root ends everything', () => {
    const child = level(CHILD, 'allUntilDecision', [{ name: 'child', clauses: { c: 'RETURN Review("child")' } }]);
    const levels = [level(ROOT, 'allUntilDecision', [OVER_220]), child];
    const both = run(levels, { totalAmount: 500 });
    expect(both).toMatchObject({ decision: 'Reject' });
    expect(traceOf(both, levels).map((rule) => rule.outcome)).toEqual(['decided', 'notReached']);
    expect(run(levels, { totalAmount: 5 })).toMatchObject({
      decision: 'Review',
      rule: { environmentId: CHILD },
    });
  });

  it('stops after the first matching rule in that mode, and only where a condition held', () => {
    const first = {
      name: 'first',
      condition: 'WHEN @"totalAmount" > 100',
      clauses: { never: 'RETURN Reject() WHEN false' },
    };
    const levels = [level(ROOT, 'firstMatch', [first, OVER_220])];
    expect(run(levels, { totalAmount: 500 })).toMatchObject({ decision: 'Approve', reason: NO_CLAUSE_HIT });
    const withChild = [
      level(ROOT, 'firstMatch', [first]),
      level(CHILD, 'allUntilDecision', [{ name: 'c', clauses: { c: 'RETURN Review()' } }]),
    ];
    expect(run(withChild, { totalAmount: 500 })).toMatchObject({ decision: 'Approve' });
    expect(run(withChild, { totalAmount: 5 })).toMatchObject({ decision: 'Review' });
  });

  it('goes on after OBSERVE and merges outputs under the names of their clauses', () => {
    const rule = {
      name: 'watch',
      clauses: {
        seen: 'OBSERVE Output(amount = @"totalAmount") WHEN @"totalAmount" > 1',
        then: 'RETURN Review("r"), Output(n = 1)',
      },
    };
    expect(run([level(ROOT, 'allUntilDecision', [rule])], { totalAmount: 7 })).toMatchObject({
      decision: 'Review',
      clause: 'then',
      hits: [{ clauseNames: ['seen', 'then'] }],
      outputs: { then: { n: 1 } },
    });
  });

  it('records an evaluation error, skips its clause and goes on', () => {
    const rule = {
      name: 'broken',
      clauses: { zero: 'RETURN Reject() WHEN 1 / @"totalAmount".ToInt32() > 0', next: 'RETURN Review()' },
    };
    const result = run([level(ROOT, 'allUntilDecision', [rule])], { totalAmount: 0 });
    expect(result.decision).toBe('Review');
    expect(Object.keys(result.errors)).toEqual(['broken/zero']);
  });

  it('asks the lists of the environment of the rule', () => {
    const rule = {
      name: 'vip',
      clauses: { safe: 'RETURN Approve("vip") WHEN ContainsKey("vips", "user", @"user.userId")' },
    };
    expect(run([level(ROOT, 'allUntilDecision', [rule])], { user: { userId: 'nora' } })).toMatchObject({
      reason: 'vip',
    });
    expect(run([level(ROOT, 'allUntilDecision', [rule])], { user: { userId: 'ada' } })).toMatchObject({
      reason: NO_CLAUSE_HIT,
    });
  });

  it('keeps names like __proto__ as names', () => {
    const rule = {
      name: '__proto__',
      clauses: { __proto__x: 'RETURN Review(@"__proto__.polluted"), Output(constructor = 1)' },
    };
    const result = run([level(ROOT, 'allUntilDecision', [rule])], {});
    expect(result).toMatchObject({ decision: 'Review' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(readValues(result)).toEqual({ '__proto__.polluted': null });
  });

  it('gives the same result for the same input', () => {
    const rule = { name: 'dice', clauses: { d: 'RETURN Review(RandomInt(0, 1000000).ToString())' } };
    const levels = [level(ROOT, 'allUntilDecision', [rule])];
    expect(run(levels, {})).toEqual(run(levels, {}));
  });

  it('draws other numbers in another rule of the same text', () => {
    const code = 'OBSERVE Output(n = RandomInt(0, 1000000000))';
    const rules = ['one', 'two'].map((name) => ({ name, clauses: { [`dice of ${name}`]: code } }));
    const { outputs } = run([level(ROOT, 'allUntilDecision', rules)], {});
    expect(outputs['dice of one']?.n).not.toBe(outputs['dice of two']?.n);
  });
});

describe('compilePlan', () => {
  it('leaves out and reports a rule that no longer compiles', () => {
    const levels = [
      level(ROOT, 'allUntilDecision', [
        { name: 'gone', clauses: { g: 'RETURN Reject() WHEN ContainsKey("gone", "a", "b")' } },
        OVER_220,
      ]),
    ];
    const { plan, problems } = compilePlan('plan', ROOT, levels, new Map());
    expect(problems).toMatchObject([{ ruleName: 'gone' }]);
    expect(plan.levels[0]?.rules.map((rule) => rule.name)).toEqual(['amount']);
  });

  it('compiles equal texts once', () => {
    const units = new Map();
    compilePlan('a', ROOT, [level(ROOT, 'allUntilDecision', [OVER_220])], units);
    compilePlan('b', CHILD, [level(CHILD, 'allUntilDecision', [OVER_220])], units);
    expect(units.size).toBe(1);
  });
});

describe('a compiled rule', () => {
  const names: RuleText = {
    name: 'vip',
    clauses: { vip: 'RETURN Approve() WHEN ContainsKey("VIPs", "User", "nora")' },
  };
  const where = (lists: SymbolTable['lists'], units: UnitCache) =>
    compilePlan(
      'plan',
      ROOT,
      [{ ...level(ROOT, 'allUntilDecision', [names]), symbols: { attributes: [], lists } }],
      units,
    );

  it('serves every plan that has the lists it names, and none that has not', () => {
    const units: UnitCache = new Map();
    const first = where(symbols.lists, units);
    const again = where([{ name: 'Vips', columns: ['since', 'user'] }], units);
    expect(again.problems).toEqual([]);
    expect(again.plan.levels[0]?.rules[0]?.compiled).toBe(first.plan.levels[0]?.rules[0]?.compiled);
    for (const lists of [[], [{ name: 'vips', columns: ['email'] }]]) {
      const { plan, problems } = where(lists, units);
      expect(problems).toMatchObject([{ ruleName: 'vip' }]);
      expect(plan.levels[0]?.rules).toEqual([]);
    }
  });
});
