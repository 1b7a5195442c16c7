import { kindFacts } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import {
  isAssessment,
  type PurchaseFacts,
  type RelatedFacts,
  type ReviewFacts,
  type StoredEvent,
} from './log-event.ts';
import { statusIn } from './stated-status.ts';

/** As much of a currency as roll-ups keep: what a caller sends may be anything. */
const MAX_CURRENCY_CHARACTERS = 8;

/** The queue of its case, which is counted; an attribute that queues are ordered by may be personal. */
const withoutOrder = ({ order: _order, ...review }: ReviewFacts): ReviewFacts => review;

const assessmentFacts = (facts: PurchaseFacts, report: PurchaseFacts['report']): PurchaseFacts => ({
  erased: true,
  decision: facts.decision,
  reason: null,
  ruleId: facts.ruleId,
  rule: facts.rule,
  clause: facts.clause,
  hits: facts.hits,
  amount: facts.amount,
  currency: facts.currency?.slice(0, MAX_CURRENCY_CHARACTERS) ?? null,
  userId: null,
  userName: null,
  email: null,
  ipAddress: null,
  country: null,
  deviceId: null,
  paymentInstrumentIds: [],
  riskScore: facts.riskScore,
  latencyUs: facts.latencyUs,
  ...(facts.session && { session: facts.session }),
  ...(facts.degraded && { degraded: facts.degraded }),
  ...(facts.control && { control: facts.control }),
  ...(facts.review && { review: withoutOrder(facts.review) }),
  ...(report && { report }),
});

/** As much of a status as roll-ups keep. */
const MAX_STATUS_CHARACTERS = 40;

/** Of an observation its status, which roll-ups count. */
const statusOnly = (body: JsonObject): JsonObject => {
  const status = statusIn(body);
  return status === null ? {} : { status: status.slice(0, MAX_STATUS_CHARACTERS) };
};

/** Of a label its verdict, which roll-ups count. */
const verdictOnly = ({ labelState, isFraud }: JsonObject): JsonObject => ({
  ...(typeof labelState === 'string' ? { labelState: labelState.slice(0, 40) } : {}),
  ...(typeof isFraud === 'boolean' ? { isFraud } : {}),
});

const relatedFacts = (
  isLabel: boolean,
  facts: RelatedFacts,
  observation: RelatedFacts['observation'],
): RelatedFacts => ({
  erased: true,
  subject: null,
  merchantTimeStamp: null,
  trackingId: null,
  body: isLabel ? verdictOnly(facts.body) : statusOnly(facts.body),
  ...(observation && { observation }),
});

const planIdOf = (inputsText: string): string | null => {
  const { planId } = JSON.parse(inputsText) as { readonly planId?: unknown };
  return typeof planId === 'string' ? planId : null;
};

/**
 * What stays of an event when the person in it is erased: decision, rule, amount, and the country and bot score
 * of its device and what the decision lacked, which roll-ups count; contributions,
 * which are keyed hashes; the plan that decided. A rebuild of projections and velocities gives the same numbers.
 *
 * @param idHash keyed hash that takes the place of the event's id.
 * @param stand where it stands in reports, as an event that was decided or as an observation of one
 */
export const erasedEvent = (
  event: StoredEvent,
  idHash: string,
  stand: { readonly report?: PurchaseFacts['report']; readonly observation?: RelatedFacts['observation'] },
): StoredEvent => {
  const decision = isAssessment(event) ? { decision: event.facts.decision } : {};
  return {
    ...event,
    eventId: idHash,
    correlationId: '',
    facts: isAssessment(event)
      ? assessmentFacts(event.facts, stand.report)
      : relatedFacts(kindFacts(event.kind).role === 'label', event.facts, stand.observation),
    requestText: '{}',
    inputsText: JSON.stringify({ erased: true, planId: planIdOf(event.inputsText) }),
    resultText: JSON.stringify({ erased: true, ...decision }),
  } as StoredEvent;
};
