import type { JsonObject } from '@redoubt/kernel';
import type { EventKind } from '../events/event-kinds.ts';
import { PURCHASE_SAMPLE } from '../events/purchase-sample.ts';
import { velocityPayload } from './velocity-sources.ts';

const { _metadata, ...PURCHASE } = PURCHASE_SAMPLE;

const RULE_EVALUATION = {
  decision: 'Review',
  rule: 'New account, expensive basket',
  clause: 'Ask for proof',
  reason: 'NEW_ACCOUNT',
  environmentId: '8a0f3f5e-2b1c-4f6d-9f0e-1f2a3b4c5d6e',
};

/** A fictional event of each kind, with everything a velocity can read of it: what a new set is tried on. */
export const VELOCITY_SAMPLES: Readonly<Record<EventKind, JsonObject>> = {
  purchase: velocityPayload({ body: PURCHASE_SAMPLE, ruleEvaluation: RULE_EVALUATION }),
  purchaseStatus: velocityPayload({
    body: {
      purchaseId: 'ord-100002',
      statusType: 'Rejected',
      statusDate: '2026-03-14T10:24:02.000Z',
      reason: 'InlineManualReview_Fraud',
    },
    purchase: PURCHASE,
  }),
  chargeback: velocityPayload({
    body: {
      chargebackId: 'cb-5501',
      purchaseId: 'ord-100002',
      userId: 'cust-48213',
      reason: '10.4',
      status: 'Accepted',
      bankEventTimestamp: '2026-04-02T07:30:00.000Z',
      amount: 194.9,
      currency: 'EUR',
    },
    purchase: PURCHASE,
  }),
  label: velocityPayload({
    body: {
      labelObjectType: 'Purchase',
      labelObjectId: 'ord-100002',
      labelSource: 'ManualReview',
      isFraud: true,
      labelState: 'Fraud',
      eventTimeStamp: '2026-03-20T09:00:00.000Z',
    },
    purchase: PURCHASE,
  }),
};
