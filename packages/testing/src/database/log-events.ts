import { newId, type Id, type Json } from '@redoubt/kernel';
import type { RelatedKind } from '@redoubt/domain';
import type { LogEvent, PurchaseFacts, RelatedFacts } from '@redoubt/storage';

type Place = { readonly tenantId: Id; readonly environmentId: Id };
type Purchase = Extract<LogEvent, { kind: 'purchase' }>;
type Related = Extract<LogEvent, { kind: RelatedKind }>;

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

/** What a test may say of an event besides its facts; inputs and result as values. */
type Given<E extends LogEvent> = Partial<Omit<E, 'facts' | 'kind' | 'inputsText' | 'resultText'>> & {
  readonly inputs?: Json;
  readonly result?: Json;
};

/** A purchase as the log takes it; whatever a test does not name is ordinary. */
export const aPurchase = (place: Place, given: Given<Purchase> = {}, facts: Partial<PurchaseFacts> = {}): LogEvent => {
  const { inputs, result, ...event } = given;
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
    inputsText: JSON.stringify(inputs ?? { nowMs: NOON_MS, planId: 'plan' }),
    resultText: JSON.stringify(result ?? { decision: facts.decision ?? 'Approve', answer: eventId }),
    ...event,
    facts: purchaseFacts(facts),
  };
};

type AboutPurchase = Partial<Omit<RelatedFacts, 'subject'>> & {
  readonly purchaseId: string | null;
  readonly body: RelatedFacts['body'];
};

/** A status, chargeback or label of a purchase. */
export const aRelatedEvent = (
  place: Place,
  kind: Related['kind'],
  { purchaseId, ...facts }: AboutPurchase,
  event: Partial<Omit<Related, 'facts' | 'kind'>> = {},
): LogEvent => ({
  ...place,
  kind,
  eventId: kind === 'label' ? `PURCHASE:${purchaseId}` : (purchaseId ?? newId()),
  receivedAtMs: NOON_MS,
  eventTimeMs: NOON_MS,
  historical: false,
  correlationId: newId(),
  requestText: JSON.stringify(facts.body),
  inputsText: 'null',
  resultText: '{"accepted":true}',
  ...event,
  facts: {
    merchantTimeStamp: null,
    trackingId: null,
    ...facts,
    subject: purchaseId === null ? null : { kind: 'purchase', id: purchaseId },
  },
});
