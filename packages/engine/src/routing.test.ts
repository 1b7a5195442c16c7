import type { JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import {
  compilePlan,
  decide,
  decideAsync,
  decideWatchedAsync,
  expandTrace,
  type PlanLevelSource,
  type PlanRuleSource,
} from './index.ts';

const ROOT = '5d0e0000-0001-4000-8000-000000000001';
const CHILD = '5d0e0000-0001-4000-8000-000000000002';

type Text = { readonly name: string; readonly condition?: string; readonly clauses: Readonly<Record<string, string>> };

const sourceOf = (kind: 'decision' | 'routing', { name, condition = '', clauses }: Text): PlanRuleSource => ({
  id: `id of ${name}`,
  name,
  version: 3,
  hash: `${kind} ${name} ${condition} ${JSON.stringify(clauses)}`,
  text: {
    kind,
    condition,
    clauses: Object.entries(clauses).map(([clause, code]) => ({ id: `id of ${clause}`, name: clause, code })),
  },
});

const REVIEWS: Text = {
  name: 'reviews',
  clauses: { set: 'RETURN Review() WHEN @"totalAmount" > 100' },
};

const levelOf = (environmentId: string, rules: readonly Text[], routing: readonly Text[]): PlanLevelSource => ({
  environmentId,
  environmentName: environmentId,
  runMode: 'allUntilDecision',
  rules: rules.map((text) => sourceOf('decision', text)),
  routing: routing.map((text) => sourceOf('routing', text)),
  symbols: { attributes: [], lists: [] },
  lists: () => ({ containsKey: () => false, lookup: () => undefined }),
});

const planOf = (levels: readonly PlanLevelSource[]) => {
  const { plan, problems } = compilePlan('plan', CHILD, levels, new Map());
  expect(problems).toEqual([]);
  return plan;
};

const inputOf = (payload: JsonObject) => ({ payload, generated: {}, nowMs: 0, correlationId: 'c', seed: 1 });

const ROUTES: readonly Text[] = [
  { name: 'abroad', condition: 'WHEN @"country" != "DK"', clauses: { all: 'ROUTETO Queue("Abroad")' } },
  {
    name: 'amounts',
    clauses: {
      huge: 'ROUTETO Queue("Huge") WHEN @"totalAmount" > 5000',
      large: 'ROUTETO Queue("Large") WHEN @"totalAmount" > 1000',
    },
  },
  { name: 'last', clauses: { rest: 'ROUTETO Queue("Rest") WHEN @"totalAmount" > 500' } },
];

describe('routing', () => {
  const levels = [levelOf(CHILD, [REVIEWS], ROUTES)];
  const plan = planOf(levels);
  const routed = (payload: JsonObject) => {
    const { routing } = decide(plan, inputOf(payload));
    return routing && [routing.queue, routing.rule?.name ?? null, routing.clause];
  };

  it('goes to the queue of the first clause that holds', () => {
    expect(routed({ totalAmount: 9000, country: 'SE' })).toEqual(['Abroad', 'abroad', 'all']);
    expect(routed({ totalAmount: 9000, country: 'DK' })).toEqual(['Huge', 'amounts', 'huge']);
    expect(routed({ totalAmount: 2000, country: 'DK' })).toEqual(['Large', 'amounts', 'large']);
    expect(routed({ totalAmount: 700, country: 'DK' })).toEqual(['Rest', 'last', 'rest']);
  });

  it('names no queue where no clause holds', () => {
    expect(routed({ totalAmount: 200, country: 'DK' })).toEqual([null, null, null]);
  });

  it('runs for reviews alone', () => {
    expect(routed({ totalAmount: 50, country: 'SE' })).toBeUndefined();
  });

  it('is traced, with rules that were not reached', () => {
    const { routing } = decide(plan, inputOf({ totalAmount: 2000, country: 'DK' }));
    if (!routing) throw new Error('the event is routed');
    const traced = expandTrace(routing, [{ environmentId: CHILD, rules: levels[0]?.routing ?? [] }], ({ text }) =>
      text.clauses.map(({ id }) => id),
    );
    expect(traced.map(({ ruleId, outcome, steps }) => [ruleId, outcome, steps.map((step) => step.outcome)])).toEqual([
      ['id of abroad', 'conditionFalse', ['false']],
      ['id of amounts', 'decided', ['true', 'false', 'fired']],
      ['id of last', 'notReached', []],
    ]);
    expect(routing.values).toEqual([
      ['country', 'DK'],
      ['totalAmount', 2000],
    ]);
  });

  it('is the same when it is waited for, and is told to who watches', async () => {
    const input = inputOf({ totalAmount: 2000, country: 'DK' });
    expect(await decideAsync({ ...plan, isAsync: true }, input)).toEqual(decide(plan, input));
    const watched: string[] = [];
    await decideWatchedAsync(plan, input, ({ name }) => watched.push(name));
    expect(watched).toEqual(['reviews', 'abroad', 'amounts']);
  });

  it('leaves out a clause that fails, and says why', () => {
    const failing = planOf([
      levelOf(CHILD, [REVIEWS], [{ name: 'fails', clauses: { zero: 'ROUTETO Queue("X") WHEN 1 / @"zero" > 0' } }]),
    ]);
    const { routing } = decide(failing, inputOf({ totalAmount: 200, zero: 0 }));
    expect(routing?.queue).toBeNull();
    expect(Object.keys(routing?.errors ?? {})).toEqual(['fails/zero']);
  });

  it('is that of the environment of the event, not of those above it', () => {
    const below = planOf([levelOf(ROOT, [REVIEWS], ROUTES), levelOf(CHILD, [], [])]);
    const result = decide(below, inputOf({ totalAmount: 9000, country: 'SE' }));
    expect(result.decision).toBe('Review');
    expect(result.routing).toBeUndefined();
  });
});
