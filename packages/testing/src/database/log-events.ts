import { newId, type Id } from '@redoubt/kernel';
import type { LogEvent, PurchaseFacts, RelatedFacts } from '@redoubt/storage';

type Place = { readonly tenantId: Id; readonly environmentId: Id };
type Purchase = Extract<LogEvent, { kind: 'purchase' }>;
type Related = Exclude<LogEvent, { kind: 'purchase' }>;

const NOON_MS = Date.UTC(2026, 2, 4, 12);

export const purchaseFacts = (facts: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
  decision: 'Approve',
  reason: null,
  ruleId: null,
  rule: null,
  clause: null,
  hits: [],
  amount: 20,
  currency: 'EUR',
  userId: 'user-1',
  userName: 'Ada Byron',
  email: 'ada@shop.example',
  ipAddress: '192.0.2.7',
  country: 'DE',
  deviceId: 'device-1',
  paymentInstrumentIds: ['card-1'],
  riskScore: null,
  latencyUs: 900,
  ...facts,
});

/** A purchase as the log takes it; whatever a test does not name is ordinary. */
export const aPurchase = (
  place: Place,
  event: Partial<Omit<Purchase, 'facts' | 'kind'>> = {},
  facts: Partial<PurchaseFacts> = {},
): LogEvent => {
  const eventId = event.eventId ?? newId();
  return {
    ...place,
    kind: 'purchase',
    eventId,
    receivedAtMs: NOON_MS,
    eventTimeMs: NOON_MS,
    historical: false,
    correlationId: newId(),
    requestText: JSON.stringify({ purchaseId: eventId, totalAmount: facts.amount ?? 20 }),
    inputs: { nowMs: NOON_MS, planId: 'plan' },
    result: { decision: facts.decision ?? 'Approve', answer: eventId },
    ...event,
    facts: purchaseFacts(facts),
  };
};

/** A status, chargeback or label of a purchase. */
export const aRelatedEvent = (
  place: Place,
  kind: Related['kind'],
  facts: Partial<RelatedFacts> & Pick<RelatedFacts, 'purchaseId' | 'body'>,
  event: Partial<Omit<Related, 'facts' | 'kind'>> = {},
): LogEvent => ({
  ...place,
  kind,
  eventId: kind === 'label' ? `PURCHASE:${facts.purchaseId}` : (facts.purchaseId ?? newId()),
  receivedAtMs: NOON_MS,
  eventTimeMs: NOON_MS,
  historical: false,
  correlationId: newId(),
  requestText: JSON.stringify(facts.body),
  inputs: null,
  result: { accepted: true },
  ...event,
  facts: { merchantTimeStamp: null, trackingId: null, ...facts },
});
