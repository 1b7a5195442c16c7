import type { BacktestResult } from '@redoubt/contracts';
import { newId, type Id } from '@redoubt/kernel';
import { compilePlan, decideUntraced } from '@redoubt/engine';
import { describe, expect, it } from 'vitest';
import { joinResults } from './join-results.ts';
import { Tally, type Decided, type BacktestedEvent } from './tally.ts';

const RULE: Id = newId();
const ENVIRONMENT: Id = newId();

const decided = (index: number): Decided => ({
  environmentId: ENVIRONMENT,
  eventId: `p${index}`,
  eventTimeMs: Date.UTC(2026, 2, 1) + ((index * 7919) % 1000) * 1000,
  amount: (index % 50) + 0.1,
  currency: index % 3 === 0 ? 'USD' : 'EUR',
  label: index % 5 === 0 ? 'Fraud' : 'None',
});

const CLAUSES = [
  { id: newId(), name: 'First', code: 'RETURN Reject("even") WHEN @"even" == true && 1 / @"divisor" > 0' },
  { id: newId(), name: 'Second', code: 'RETURN Review() WHEN @"third" == 1' },
];
/** The tried rule in a plan of its own: its first clause decides even events and fails now and then. */
const { plan } = compilePlan(
  'plan',
  ENVIRONMENT,
  [
    {
      environmentId: ENVIRONMENT,
      environmentName: 'Primary',
      runMode: 'allUntilDecision',
      rules: [{ id: RULE, name: 'Tried', version: 0, hash: 'tried', text: { condition: '', clauses: CLAUSES } }],
      symbols: { attributes: [], lists: [] },
      lists: () => ({ containsKey: () => false, lookup: () => undefined }),
    },
  ],
  new Map(),
);

const judgedOf = (index: number): BacktestedEvent => {
  let outcome: BacktestedEvent['outcome'];
  const payload = { even: index % 2 === 0, divisor: index % 11, third: index % 3 };
  const input = { payload, generated: {}, nowMs: 0, correlationId: 'c', seed: 1 };
  const verdict = decideUntraced(plan, input, (_rule, its) => (outcome = its));
  return { verdict, outcome };
};

const tallyOf = (indexes: readonly number[], unknown: BacktestResult['unknown']): BacktestResult => {
  const tally = new Tally(RULE, CLAUSES);
  for (const index of indexes) tally.add(decided(index), index % 4 === 0 ? 'Approve' : 'Review', judgedOf(index));
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
    expect(joined.errors.events).toBeGreaterThan(0);
    expect(joined.clauses[0]?.samples?.changed).toMatchObject(
      [2, 4, 6, 8]
        .map(() => ({ after: 'Reject', clause: 'First', reason: 'even' }))
        .concat([{ after: 'Reject', clause: 'First', reason: 'even' }]),
    );
  });
});
