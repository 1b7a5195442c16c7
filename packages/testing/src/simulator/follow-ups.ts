import { DAY_MS, SECOND_MS, type JsonObject } from '@redoubt/kernel';
import type { Random } from './random.ts';

/** An event that comes some time after its purchase. */
export type FollowUp = {
  readonly kind: 'purchaseStatus' | 'chargeback' | 'label';
  readonly dueMs: number;
  /** Body at the time it is sent. */
  readonly body: (atMs: number) => JsonObject;
};

export type FollowedPurchase = {
  readonly purchaseId: string;
  readonly userId: string;
  readonly totalAmount: number;
  readonly currency: string;
  readonly atMs: number;
  readonly isFraud: boolean;
};

/** Chance that a fraudulent purchase is noticed by its card's owner, and that an honest buyer disputes his own. */
const CHARGEBACK_SHARE = { fraud: 0.7, honest: 0.002 } as const;
/** Share of fraudulent purchases that the merchant's own people find and label. */
const LABEL_SHARE = 0.4;

const iso = (atMs: number): string => new Date(atMs).toISOString();

/**
 * What happens to a purchase later: the order's status within the minute, a label of the merchant's analysts after one
 * to ten days, a chargeback after five to forty-five. `delayScale` shortens the days for a demonstration.
 */
export const followUpsOf = (random: Random, purchase: FollowedPurchase, delayScale: number): readonly FollowUp[] => {
  const { purchaseId, userId, totalAmount, currency, atMs, isFraud } = purchase;
  const metadata = (sentMs: number): JsonObject => ({ trackingId: random.guid(), merchantTimeStamp: iso(sentMs) });
  const afterDays = (from: number, to: number): number =>
    atMs + SECOND_MS + Math.round((from + random.next() * (to - from)) * DAY_MS * delayScale);

  const followUps: FollowUp[] = [];
  const failed = random.chance(isFraud ? 0.15 : 0.02);
  followUps.push({
    kind: 'purchaseStatus',
    dueMs: atMs + random.int(1, 45) * SECOND_MS,
    body: (sentMs) => ({
      purchaseId,
      statusType: failed ? 'Failed' : 'Approved',
      statusDate: iso(sentMs),
      reason: failed ? 'FulfillmentFailed' : 'RuleEngine',
      _metadata: metadata(sentMs),
    }),
  });
  if (failed) return followUps;

  if (isFraud && random.chance(LABEL_SHARE)) {
    followUps.push({
      kind: 'label',
      dueMs: afterDays(1, 10),
      body: (sentMs) => ({
        labelObjectType: 'PURCHASE',
        labelObjectId: purchaseId,
        labelSource: 'ManualReview',
        isFraud: true,
        labelReasonCodes: 'PIFraud',
        labelState: 'Fraud',
        eventTimeStamp: iso(sentMs),
        amount: totalAmount,
        currency,
        _metadata: metadata(sentMs),
      }),
    });
  }
  if (random.chance(isFraud ? CHARGEBACK_SHARE.fraud : CHARGEBACK_SHARE.honest)) {
    followUps.push({
      kind: 'chargeback',
      dueMs: afterDays(5, 45),
      body: (sentMs) => ({
        chargebackId: `cb-${purchaseId}`,
        purchaseId,
        userId,
        reason: isFraud ? 'card holder does not recognise the order' : 'goods not received',
        status: isFraud ? 'Accepted' : 'Disputed',
        bankEventTimestamp: iso(sentMs),
        amount: totalAmount,
        currency,
        _metadata: metadata(sentMs),
      }),
    });
  }
  return followUps;
};
