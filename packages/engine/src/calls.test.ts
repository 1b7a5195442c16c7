import type { SymbolTable, CallAnswer } from '@redoubt/fql';
import { describe, expect, it } from 'vitest';
import {
  compilePlan,
  decide,
  decideAsync,
  recordedCalls,
  recordedFacts,
  type CallPort,
  type PlanLevelSource,
} from './index.ts';
import { CHILD, inputOf, planOf, ROOT } from './testing/engine-input.ts';

const GRANDCHILD = '5d0e0000-0001-4000-8000-000000000003';

const symbols: SymbolTable = {
  attributes: [],
  lists: [{ name: 'vips', columns: ['user'] }],
  calls: [{ name: 'score', parameters: ['user'] }],
};

type Texts = {
  readonly rules?: Readonly<Record<string, string>>;
  readonly functions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly vip?: string;
};

const level = (environmentId: string, { rules = {}, functions = {}, vip = '' }: Texts): PlanLevelSource => ({
  environmentId,
  environmentName: environmentId,
  runMode: 'allUntilDecision',
  rules: Object.entries(rules).map(([name, code]) => ({
    id: name,
    name,
    version: 1,
    hash: `${name} ${code}`,
    text: { condition: '', clauses: [{ id: `clause of ${name}`, name, code }] },
  })),
  functions: Object.entries(functions).map(([name, properties]) => ({
    id: name,
    name,
    version: 1,
    text: {
      kind: 'function',
      condition: '',
      parameters: [{ name: 'n', type: 'Double' }],
      clauses: Object.entries(properties).map(([property, code]) => ({
        id: property,
        name: property,
        code,
        result: 'Double',
      })),
    },
  })),
  symbols,
  lists: () => ({ containsKey: (_list, _column, key) => key === vip, lookup: () => undefined }),
});

const counting = (answer: CallAnswer) => {
  const asked: unknown[] = [];
  const source: CallPort = {
    call: async (request) => {
      asked.push(request);
      await Promise.resolve();
      return answer;
    },
  };
  return { asked, source };
};

const ANSWER: CallAnswer = { response: { value: 700 }, httpStatusCode: 200, error: '', latencyMs: 5 };

describe('rules that call out', () => {
  const rules = {
    watch: 'OBSERVE Output(seen = External.score(@"user").value)',
    refuse: 'RETURN Reject("score") WHEN External.score(@"user").value > 600',
  };

  it('wait for the answer, and ask once for equal requests of one event', async () => {
    const { asked, source } = counting(ANSWER);
    const result = await decideAsync(planOf(level(ROOT, { rules })), inputOf({ user: 'nora' }, source));
    expect(result).toMatchObject({ decision: 'Reject', reason: 'score', outputs: { watch: { seen: 700 } } });
    expect(asked).toEqual([{ kind: 'external', name: 'score', arguments: ['nora'] }]);
    expect(result.calls).toEqual([{ environmentId: ROOT, request: asked[0], answer: ANSWER }]);
  });

  it('decide again from what was recorded', async () => {
    const plan = planOf(level(ROOT, { rules }));
    const live = await decideAsync(plan, inputOf({ user: 'nora' }, counting(ANSWER).source));
    const again = await decideAsync(plan, inputOf({ user: 'nora' }, recordedCalls(live.calls ?? [])));
    expect(again).toEqual(live);
    const other = await decideAsync(plan, inputOf({ user: 'nobody' }, recordedCalls(live.calls ?? [])));
    expect(other.calls?.[0]?.answer.error).toBe('The call was not recorded.');
  });

  it('go on where the source fails', async () => {
    const failing: CallPort = { call: () => Promise.reject(new Error('no network')) };
    const result = await decideAsync(planOf(level(ROOT, { rules })), inputOf({ user: 'nora' }, failing));
    expect(result).toMatchObject({ decision: 'Approve', reason: 'NO_CLAUSE_HIT' });
    expect(result.calls?.[0]?.answer).toMatchObject({ response: null, httpStatusCode: 0, error: 'The call failed.' });
  });

  it('make a plan wait, and others not', async () => {
    expect(planOf(level(ROOT, { rules })).isAsync).toBe(true);
    const plan = planOf(level(ROOT, { rules: { plain: 'RETURN Review()' } }));
    expect(plan.isAsync).toBe(false);
    expect(await decideAsync(plan, inputOf())).toEqual(decide(plan, inputOf()));
    expect(() => decide(planOf(level(ROOT, { rules })), inputOf())).toThrow(/runAsync/);
  });
});

describe('facts that are looked up', () => {
  const code = 'OBSERVE Output(c = Geo.CountryCode(@"ip"), s = Model.Risk().Score, d = Device.GetAttributes("x").a)';
  const geoLevel = (): PlanLevelSource => ({
    ...level(ROOT, { rules: { geo: code, again: code } }),
    symbols: { ...symbols, sources: ['geo', 'models', 'device'] },
  });

  it('are looked up once, recorded, and replayed', () => {
    let asked = 0;
    const geo = (ip: string) => {
      asked += 1;
      return ip === '192.0.2.1' ? { countryCode: 'DE' } : undefined;
    };
    const models = { risk: () => ({ score: 700 }), bot: () => undefined };
    const plan = planOf(geoLevel());
    const live = decide(plan, {
      ...inputOf({ ip: '192.0.2.1' }),
      enrichment: { geo, models, device: () => undefined },
    });
    expect(asked).toBe(1);
    expect(live.outputs['again']).toEqual({ c: 'DE', s: 700, d: '' });
    expect(live.facts).toEqual({
      '["geo","192.0.2.1"]': { countryCode: 'DE' },
      '["risk"]': { score: 700 },
      '["device","usual","x"]': null,
    });
    const enrichment = recordedFacts(live.facts ?? {});
    expect(decide(plan, { ...inputOf({ ip: '192.0.2.1' }), enrichment })).toEqual(live);
    expect(decide(plan, { ...inputOf({ ip: '192.0.2.2' }), enrichment }).outputs['geo']).toMatchObject({ c: '' });
  });
});

describe('a model that is not there', () => {
  const code =
    'OBSERVE Output(r = Model.Risk(), b = Model.Bot("s1").Score) RETURN Approve() WHEN Model.Risk().Score < 400';

  it('scores 0, the record says that nothing scored the event, and a replay gives the same', () => {
    const plan = planOf(level(ROOT, { rules: { scored: code } }));
    const live = decide(plan, { ...inputOf(), enrichment: {} });
    expect(live).toMatchObject({
      decision: 'Approve',
      outputs: { scored: { r: { score: 0, reason: '' }, b: 0 } },
      facts: { '["risk"]': null, '["bot","s1"]': null },
      errors: {},
    });
    expect(decide(plan, { ...inputOf(), enrichment: recordedFacts(live.facts ?? {}) })).toEqual(live);
  });
});

describe('functions', () => {
  it('are called in the own environment, the parent, the root and by the id of an environment', () => {
    const functions = (factor: number) => ({ times: { p: `RETURN n * ${factor}` } });
    const code =
      'OBSERVE Output(here = Functions.times(1).p, parent = Functions.parent.times(1).p, root = Functions.root.times(1).p, ' +
      `child = Functions.environment["${CHILD}"].times(1).p)`;
    const plan = planOf(
      level(ROOT, { functions: functions(2) }),
      level(CHILD, { functions: functions(3) }),
      level(GRANDCHILD, { functions: functions(5), rules: { all: code } }),
    );
    expect(decide(plan, inputOf()).outputs['all']).toEqual({ here: 5, parent: 3, root: 2, child: 3 });
  });

  it('see the lists and functions of their own environment', () => {
    const plan = planOf(
      level(ROOT, {
        vip: 'nora',
        functions: {
          isVip: { p: 'RETURN ContainsKey("vips", "user", @"user") ? 1 : 0' },
          twice: { p: 'RETURN Functions.isVip(n).p * 2' },
        },
      }),
      level(CHILD, { vip: 'otto', rules: { both: 'OBSERVE Output(p = Functions.root.twice(1).p)' } }),
    );
    expect(decide(plan, inputOf({ user: 'nora' })).outputs['both']).toEqual({ p: 2 });
    expect(decide(plan, inputOf({ user: 'otto' })).outputs['both']).toEqual({ p: 0 });
  });

  it('make those who call them wait, through others as well', async () => {
    const plan = planOf(
      level(ROOT, {
        functions: {
          outer: { p: 'RETURN Functions.inner(n).p + 1' },
          inner: { p: 'RETURN External.score(@"user").value' },
        },
      }),
      level(CHILD, { rules: { far: 'RETURN Reject() WHEN Functions.root.outer(1).p == 701' } }),
    );
    expect(plan.isAsync).toBe(true);
    expect(await decideAsync(plan, inputOf({ user: 'x' }, counting(ANSWER).source))).toMatchObject({
      decision: 'Reject',
      calls: [{ request: { name: 'score' } }],
    });
  });

  it('that do not compile are left out and reported', () => {
    const levels = [level(ROOT, { functions: { odd: { p: 'RETURN Nope(n)' } }, rules: { r: 'RETURN Review()' } })];
    const { plan, problems } = compilePlan('plan', ROOT, levels, new Map());
    expect(problems).toMatchObject([{ ruleName: 'odd' }]);
    expect(decide(plan, inputOf()).decision).toBe('Review');
  });
});

describe('global variables', () => {
  it('set by one rule are read by those after it, also in environments below', () => {
    const plan = planOf(
      level(ROOT, { rules: { set: 'DO SetVariables(score = 7)' } }),
      level(CHILD, { rules: { read: 'RETURN Reject(GetVariable("score").AsString())' } }),
    );
    expect(decide(plan, inputOf())).toMatchObject({ decision: 'Reject', reason: '7' });
  });
});
