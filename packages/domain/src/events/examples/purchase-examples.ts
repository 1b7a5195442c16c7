import { PURCHASE_SAMPLE } from '../purchase-sample.ts';
import type { EventExample } from './event-example.ts';

/** Fictional events about purchases. */
export const PURCHASE_EXAMPLES = {
  purchase: {
    minimal: {
      purchaseId: 'ord-100001',
      merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
      _metadata: {
        trackingId: 'trk-0001',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: PURCHASE_SAMPLE,
  },
  purchaseStatus: {
    minimal: {
      purchaseId: 'ord-100002',
      statusType: 'Approved',
      statusDate: '2026-03-14T10:22:31.120Z',
      _metadata: {
        trackingId: 'trk-0003',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: {
      purchaseId: 'ord-100002',
      statusType: 'Rejected',
      statusDate: '2026-03-14T10:22:31.120Z',
      reason: 'InlineManualReview_Fraud',
      _metadata: {
        trackingId: 'trk-0004',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
  },
  bankEvent: {
    minimal: {
      bankEventId: 'bank-1',
      type: 'Auth',
      purchaseId: 'ord-100002',
      _metadata: {
        trackingId: 'trk-0005',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: {
      bankEventId: 'bank-2',
      type: 'Charge',
      purchaseId: 'ord-100002',
      bankEventTimestamp: '2026-03-14T10:22:31.120Z',
      status: 'Declined',
      bankResponseCode: '51',
      paymentProcessor: 'Adyen',
      mrn: 'MRN-3310',
      mid: 'MID-08',
      merchantPaymentInstrumentId: 'pi-5541',
      cvvVerify: 'Y',
      avsVerify: 'N',
      authorizationResultText: 'insufficient funds',
      _metadata: {
        trackingId: 'trk-0006',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
  },
  chargeback: {
    minimal: {
      chargebackId: 'cb-1',
      purchaseId: 'ord-100002',
      _metadata: {
        trackingId: 'trk-0007',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: {
      chargebackId: 'cb-1',
      purchaseId: 'ord-100002',
      userId: 'cust-48213',
      reason: 'card holder does not recognise the order',
      status: 'Disputed',
      bankEventTimestamp: '2026-03-14T10:22:31.120Z',
      amount: 194.9,
      currency: 'EUR',
      _metadata: {
        trackingId: 'trk-0008',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
  },
  refund: {
    minimal: {
      refundId: 'rf-1',
      purchaseId: 'ord-100002',
      _metadata: {
        trackingId: 'trk-0009',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: {
      refundId: 'rf-2',
      purchaseId: 'ord-100002',
      userId: 'cust-48213',
      reason: 'CustomerRequest',
      status: 'Approved',
      bankEventTimestamp: '2026-03-14T10:22:31.120Z',
      amount: 30.59,
      currency: 'EUR',
      _metadata: {
        trackingId: 'trk-0010',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
  },
} as const satisfies Readonly<Record<string, EventExample>>;
