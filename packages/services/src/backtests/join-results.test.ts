import type { BacktestResult } from '@redoubt/contracts';
import { newId, type Id } from '@redoubt/kernel';
import type { EngineResult } from '@redoubt/engine';
import { describe, expect, it } from 'vitest';
import { joinResults } from './join-results.ts';
import { Tally, type Decided } from './tally.ts';

const RULE: Id = newId();
const ENVIRONMENT: Id = newId();

const decided = (index: number): Decided => ({
  environmentId: ENVIRONMENT,
  eventId: `p${index}`,
  position: index,
  eventTimeMs: Date.UTC(2026, 2, 1) + ((index * 7919) % 1000) * 1000,
  facts: { amount: (index % 50) + 0.1, currency: index % 3 === 0 ? 'USD' : 'EUR' },
  label: index % 5 === 0 ? 'Fraud' : 'None',
});

/** A result of the engine, as far as a tally looks at it. */
const resultOf = (index: number): EngineResult => {
  const decision = (['Approve', 'Reject', 'Review'] as const)[index % 3] ?? 'Approve';
  const clause = index % 2 === 0 ? 'First' : 'Second';
  const step = { part: 'x', outcome: 'error' as const, reads: [], error: `error ${index % 4}` };
  return {
    decision,
    reason: null,
    supportMessage: null,
    challengeType: null,
    rule: { id: RULE, name: 'Tried', version: 0, environmentId: ENVIRONMENT },
    clause,
    outputs: {},
    hits: [{ ruleId: RULE, rule: 'Tried', clauseNames: [clause], environmentId: ENVIRONMENT }],
    trace: [
      {
        environmentId: ENVIRONMENT,
        ruleId: RULE,
        version: 0,
        order: 1,
        outcome: 'decided',
        steps: index % 11 === 0 ? [step] : [],
      },
    ],
    values: {},
    errors: {},
  };
};

const tallyOf = (indexes: readonly number[], unknown: BacktestResult['unknown']): BacktestResult => {
  const tally = new Tally(RULE, ['First', 'Second']);
  for (const index of indexes) tally.add(decided(index), 'Approve', resultOf(index));
  return tally.result(unknown);
};

describe('results of several threads', () => {
  it('come to what one thread says of all events, however these are dealt out', () => {
    const all = Array.from({ length: 300 }, (_, index) => index);
    const parts = [0, 1, 2].map((part) =>
      tallyOf(
        all.filter((index) => (index * 31) % 3 === part),
        part === 2 ? [] : [{ kind: 'list', name: 'Watched', events: part + 1 }],
      ),
    );
    const whole = tallyOf(all, [{ kind: 'list', name: 'Watched', events: 3 }]);
    const joined = joinResults(parts);
    expect({ ...joined, errors: joined.errors.events }).toEqual({ ...whole, errors: whole.errors.events });
    expect(joined.errors.messages.toSorted()).toEqual(whole.errors.messages.toSorted());
    expect(joined.changes[0]?.samples).toHaveLength(20);
  });
});
