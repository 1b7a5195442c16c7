import { expectedLoss, type CaseStanding } from '@redoubt/domain';
import type { PurchaseFacts, ReviewFacts } from '../../log/log-event.ts';
import { amountUnits } from '../amounts.ts';
import { standingColumns } from './case-columns.ts';
import { caseIdOf, type CaseKey } from './case-id.ts';

/** Codes have three letters; what a caller sends may be anything. */
const MAX_CURRENCY_CHARACTERS = 8;

/** What the row of a case holds of its event. */
export type CaseSource = {
  readonly key: CaseKey;
  /** Of the event in the log. */
  readonly position: number;
  readonly eventTimeMs: number;
  /** When the case came. */
  readonly cameAtMs: number;
  readonly facts: PurchaseFacts;
  readonly review: ReviewFacts;
};

/** Where a person, or routing rules for that person, sent an event. */
export type SentRoute = Pick<ReviewFacts, 'queueId' | 'timeoutMs' | 'rule' | 'clause'>;

/** The case of an event that a person sent: agents see it at once. */
export const sentReview = (route: SentRoute): ReviewFacts => ({ ...route, holdMs: 0 });

/** The row of `review_case`. */
export const caseRowOf = (
  { key, position, eventTimeMs, cameAtMs, facts, review }: CaseSource,
  standing: CaseStanding,
) => {
  const units = amountUnits(facts.amount);
  return {
    tenant_id: key.tenantId,
    environment_id: key.environmentId,
    kind: key.kind,
    event_id: key.eventId,
    case_id: caseIdOf(key),
    position,
    event_time: new Date(eventTimeMs).toISOString(),
    received_at: new Date(cameAtMs).toISOString(),
    rule: facts.rule,
    clause: facts.clause,
    reason: facts.reason,
    routed_rule: review.rule,
    routed_clause: review.clause,
    routed_queue_id: review.queueId,
    amount_units: units,
    currency: facts.currency?.slice(0, MAX_CURRENCY_CHARACTERS) ?? null,
    risk_score: facts.riskScore,
    expected_loss: expectedLoss(units === null ? null : facts.amount, facts.riskScore),
    order_path: review.orderPath ?? '',
    order_text: typeof review.order === 'string' ? review.order : null,
    order_number: typeof review.order === 'number' ? review.order : null,
    ...standingColumns(standing),
  };
};
