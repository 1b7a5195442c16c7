import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import type { CaseIntake, Plan, RoutingResult } from '@redoubt/engine';
import { HOUR_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { reviewFacts } from './review-facts.ts';

const LARGE = 'a5d10000-0000-4000-8000-000000000001';
const intake: CaseIntake = {
  holdMs: 60_000,
  queues: [{ id: LARGE, name: 'Large amounts', timeoutMs: 2 * HOUR_MS, orderPath: 'user.tier' }],
};
const planWith = (own: CaseIntake | null) => ({ levels: [{ intake: null }, { intake: own }] }) as unknown as Plan;
const routedTo = (queue: string | null): RoutingResult => ({
  queue,
  rule: queue === null ? null : { id: 'r', name: 'By amount', version: 1 },
  clause: queue === null ? null : 'Large',
  trace: [],
  values: [],
  errors: {},
});
const REVIEW = { decision: 'Review' } as const;
const general = {
  queueId: GENERAL_QUEUE_ID,
  rule: null,
  clause: null,
  holdMs: 60_000,
  timeoutMs: 24 * HOUR_MS,
};

describe('the case of a review', () => {
  it('goes to the queue that was routed to, with the value the queue is ordered by', () => {
    const facts = reviewFacts(
      planWith(intake),
      { ...REVIEW, routing: routedTo(' large AMOUNTS ') },
      { user: { tier: 'gold' } },
      false,
    );
    expect(facts).toEqual({
      queueId: LARGE,
      rule: 'By amount',
      clause: 'Large',
      holdMs: 60_000,
      timeoutMs: 2 * HOUR_MS,
      orderPath: 'user.tier',
      order: 'gold',
    });
  });

  it('goes to General where nothing routes it', () => {
    expect(reviewFacts(planWith(intake), REVIEW, {}, false)).toEqual(general);
    expect(reviewFacts(planWith(intake), { ...REVIEW, routing: routedTo(null) }, {}, false)).toEqual(general);
  });

  it('goes to General where the queue is gone, and still names the rule', () => {
    const facts = reviewFacts(planWith(intake), { ...REVIEW, routing: routedTo('Gone') }, {}, false);
    expect(facts).toEqual({ ...general, rule: 'By amount', clause: 'Large' });
  });

  it('is none without a review, for events of the past, and where reviews become no cases', () => {
    expect(reviewFacts(planWith(intake), { decision: 'Approve' }, {}, false)).toBeUndefined();
    expect(reviewFacts(planWith(intake), REVIEW, {}, true)).toBeUndefined();
    expect(reviewFacts(planWith(null), REVIEW, {}, false)).toBeUndefined();
  });
});
