import type { CallAnswer, SymbolTable } from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import {
  ActionRun,
  callsOfActions,
  contributionsOf,
  decide,
  decideAsync,
  recordedCalls,
  type ActionsResult,
  type CallPort,
  type Plan,
  type PlanLevelSource,
} from './index.ts';
import { CHILD, inputOf, planOf, ROOT } from './testing/engine-input.ts';

const symbols: SymbolTable = { attributes: [], lists: [], calls: [{ name: 'notify', parameters: ['text'] }] };

type Texts = Readonly<Record<string, string | readonly [condition: string, code: string]>>;

const sourcesOf = (texts: Texts, kind: 'decision' | 'action') =>
  Object.entries(texts).map(([name, given]) => {
    const [condition, code] = typeof given === 'string' ? ['', given] : given;
    return {
      id: name,
      name,
      version: 1,
      hash: `${kind} ${condition} ${code}`,
      text: { kind, condition, clauses: [{ id: `clause of ${name}`, name: `Clause of ${name}`, code }] },
    };
  });

const level = (environmentId: string, rules: Texts, actions: Texts): PlanLevelSource => ({
  environmentId,
  environmentName: environmentId,
  runMode: 'allUntilDecision',
  rules: sourcesOf(rules, 'decision'),
  actions: sourcesOf(actions, 'action'),
  symbols,
  lists: () => ({ containsKey: () => false, lookup: () => undefined }),
});

const act = (plan: Plan, payload: JsonObject = {}): ActionsResult => {
  const run = new ActionRun(plan, inputOf(payload), decide(plan, inputOf(payload)));
  run.run();
  return run.result;
};

const properties = (actions: Texts, rules: Texts = {}, payload: JsonObject = {}): JsonObject =>
  act(planOf(level(ROOT, rules, actions)), payload).customProperties;

const ANSWER: CallAnswer = { response: { id: 7 }, httpStatusCode: 200, error: '', latencyMs: 5 };

describe('post-decision actions', () => {
  it('add to the answer, flat or in a section that several of them share', () => {
    const actions = {
      flat: 'DO SetResponse(tier = "gold", user = @@"user")',
      one: 'DO SetResponse("Risk", band = "high", points = 3)',
      two: 'DO SetResponse("Risk", points = 4) DO SetResponse(user = @@"device")',
    };
    expect(properties(actions, {}, { user: { id: 'u' }, device: { id: 'd' } })).toEqual({
      tier: 'gold',
      user: { id: 'd' },
      Risk: { band: 'high', points: 4 },
    });
  });

  it('read the decision and cannot change it', () => {
    const plan = planOf(
      level(
        ROOT,
        { refuse: 'RETURN Reject("r")' },
        { tell: 'DO SetResponse(refused = true) WHEN Response.Decision() == "reject"' },
      ),
    );
    const decided = decide(plan, inputOf());
    const run = new ActionRun(plan, inputOf(), decided);
    run.run();
    expect(run.result.customProperties).toEqual({ refused: true });
    expect(decided.decision).toBe('Reject');
  });

  it('run though a rule decided, those whose condition holds, the parent before the child', () => {
    const plan = planOf(
      level(
        ROOT,
        { approve: 'RETURN Approve()' },
        { first: 'DO SetResponse(last = "root")', never: ['WHEN 1 > 2', 'DO SetResponse(x = 1)'] },
      ),
      level(CHILD, {}, { second: 'DO SetResponse(last = "child")' }),
    );
    const { customProperties, trace } = act(plan);
    expect(customProperties).toEqual({ last: 'child' });
    expect(trace).toMatchObject([
      { environmentId: ROOT, actionId: 'first', order: 1, outcome: 'ran', response: { last: 'root' } },
      { environmentId: ROOT, actionId: 'never', order: 2, outcome: 'conditionFalse' },
      { environmentId: CHILD, actionId: 'second', order: 1, outcome: 'ran' },
    ]);
  });

  it('go on after one that fails, and say which', () => {
    const plan = planOf(
      level(ROOT, {}, { odd: 'DO SetResponse(x = 1 / @"nothing".ToInt32())', next: 'DO SetResponse(fine = true)' }),
    );
    const { customProperties, errors, trace } = act(plan);
    expect(customProperties).toEqual({ fine: true });
    expect(trace.map(({ outcome }) => outcome)).toEqual(['error', 'ran']);
    expect(Object.keys(errors)).toEqual(['odd/Clause of odd']);
  });

  it('take any name for nothing but itself', () => {
    const result = properties({ a: 'DO SetResponse("__proto__", x = 1)', b: 'DO SetVariables(__proto__ = { y: 1 })' });
    expect(JSON.stringify(result)).toBe('{"__proto__":{"x":1}}');
  });
});

describe('global variables', () => {
  it('go down the path in the order of phases, and not up', () => {
    const show = (name: string) =>
      `DO SetResponse("${name}", rule = GetVariable("rule").AsString(), below = GetVariable("below").AsString(), action = GetVariable("action").AsString())`;
    const plan = planOf(
      level(
        ROOT,
        { set: 'DO SetVariables(rule = "root")' },
        { act: 'DO SetVariables(action = "root")', show: show('root') },
      ),
      level(CHILD, { set: 'DO SetVariables(below = "child", rule = "child")' }, { show: show('child') }),
    );
    expect(act(plan).customProperties).toEqual({
      root: { rule: 'root', below: '', action: 'root' },
      child: { rule: 'child', below: 'child', action: 'root' },
    });
  });

  it('are read by velocities of their environment and of those below', () => {
    const counted = (environmentId: string): PlanLevelSource => ({
      ...level(environmentId, {}, environmentId === CHILD ? { set: 'DO SetVariables(k = "x")' } : {}),
      velocitySets: [
        {
          id: environmentId,
          name: 'Set',
          version: 1,
          hash: environmentId,
          active: true,
          text: {
            kind: 'velocity',
            condition: '',
            clauses: [
              { id: 'v', name: 'v', code: 'SELECT Count() AS v FROM Purchase GROUPBY GetVariable("k").AsString()' },
            ],
          },
        },
      ],
    });
    const plan = planOf(counted(ROOT), counted(CHILD));
    const run = new ActionRun(plan, inputOf(), decide(plan, inputOf()));
    run.run();
    expect(contributionsOf(plan, 'purchase', inputOf(), run.variables)).toMatchObject([
      { velocity: { level: 1 }, key: 'x' },
    ]);
  });
});

describe('actions that call out', () => {
  const calling = {
    tell: 'DO External.notify("a") DO SetResponse(told = External.notify("a").id)',
    after: 'DO SetResponse(after = true)',
  };

  it('wait, are asked once, and run again from what was recorded', async () => {
    const asked: unknown[] = [];
    const port: CallPort = {
      call: async (request) => {
        asked.push(request);
        await Promise.resolve();
        return ANSWER;
      },
    };
    const plan = planOf(level(ROOT, {}, calling));
    expect(plan).toMatchObject({ isAsync: false, actions: 'async' });
    const decided = await decideAsync(plan, inputOf());
    const live = new ActionRun(plan, inputOf({}, port), decided);
    await live.runAsync();
    expect(asked).toHaveLength(1);
    expect(live.result.customProperties).toEqual({ told: 7, after: true });
    const again = new ActionRun(plan, inputOf({}, recordedCalls(callsOfActions(live.result))), decided);
    await again.runAsync();
    expect(again.result).toEqual(live.result);
  });

  it('say of those that have not ended that they are late, and run again as far as they had come', async () => {
    const plan = planOf(level(ROOT, {}, { first: 'DO SetResponse(first = true)', ...calling }));
    const answer = Promise.withResolvers<CallAnswer>();
    const live = new ActionRun(plan, inputOf({}, { call: () => answer.promise }), decide(plan, inputOf()));
    const running = live.runAsync();
    await Promise.resolve();
    const answered = live.result;
    expect(answered.customProperties).toEqual({ first: true });
    expect(answered.trace.map(({ outcome }) => outcome)).toEqual(['ran', 'late', 'late']);
    live.stop();
    answer.resolve(ANSWER);
    await running;
    expect(live.result.trace.map(({ outcome }) => outcome)).toEqual(['ran', 'ran', 'late']);
    const again = new ActionRun(plan, inputOf(), decide(plan, inputOf()));
    await again.runAsync(1);
    expect(again.result).toEqual(answered);
  });

  it('are not part of plans without any', () => {
    expect(planOf(level(ROOT, { r: 'RETURN Review()' }, {})).actions).toBe('none');
    expect(planOf(level(ROOT, {}, { a: 'DO SetResponse(x = 1)' })).actions).toBe('immediate');
  });
});
