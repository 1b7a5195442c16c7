import type { JsonObject } from '@redoubt/kernel';
import { SAMPLE_ACCOUNT_USER } from '../events/sample-customer.ts';

const AT = '2026-03-14T10:22:31.120Z';

/**
 * A minimal and a full body of everything that is sent about a points redemption: an assessment
 * of the loyalty template with a custom field.
 */
export const POINTS_EXAMPLES = {
  assessment: {
    minimal: { metadata: { eventId: 'ev-9001', merchantTimeStamp: AT } },
    full: {
      metadata: {
        eventId: 'ev-9002',
        merchantTimeStamp: AT,
        customerLocalDate: '2026-03-14T11:22:30.000+01:00',
        isTest: false,
      },
      deviceFingerprinting: { id: '7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77', ipAddress: '203.0.113.24' },
      user: {
        id: 'cust-48999',
        username: 'nora.quill',
        firstName: 'Nora',
        lastName: 'Quill',
        email: 'nora.quill@mailbox.example',
        phone: '+49-3055501234',
        address: { street1: 'Lindenweg 7', city: 'Brandshagen', state: 'MV', zipCode: '18519', countryRegion: 'DE' },
      },
      txnAmount: 120,
      currency: 'EUR',
      card: { bin: '400000' },
      loyalty: { programId: 'lamps', points: 6000 },
      accommodations: [{ rooms: [{ type: 'double', nights: 2 }] }],
    },
  },
  status: {
    minimal: {
      metadata: { eventId: 'ev-9002', observationId: 'obs-1', merchantTimeStamp: AT },
      statusDetails: { statusType: 'Approved' },
    },
    full: {
      metadata: { eventId: 'ev-9002', observationId: 'obs-2', merchantTimeStamp: AT },
      statusDetails: { statusType: 'Rejected', reasonType: 'ReviewFailed', challengeType: 'None', statusDate: AT },
      custom: { agent: 'a-17' },
    },
  },
  bank: {
    minimal: {
      metadata: { eventId: 'ev-9002', observationId: 'obs-3', merchantTimeStamp: AT },
      bankEventId: 'bk-1',
      type: 'Auth',
    },
    full: {
      metadata: { eventId: 'ev-9002', observationId: 'obs-4', merchantTimeStamp: AT },
      bankEventId: 'bk-2',
      type: 'Charge',
      status: 'Approved',
      bankEventTimestamp: AT,
      bankResponseCode: '00',
      paymentProcessor: 'Stripe',
      mrn: 'MRN-9',
      mid: 'MID-08',
    },
  },
  chargeback: {
    minimal: {
      metadata: { eventId: 'ev-9002', observationId: 'obs-5', merchantTimeStamp: AT },
      chargebackId: 'cb-20',
    },
    full: {
      metadata: { eventId: 'ev-9002', observationId: 'obs-6', merchantTimeStamp: AT },
      chargebackId: 'cb-20',
      status: 'Accepted',
      reason: 'not received',
      amount: 120,
      currency: 'EUR',
      bankEventTimestamp: AT,
    },
  },
  label: {
    minimal: { metadata: { eventId: 'ev-9002', merchantTimeStamp: AT }, label: { isFraud: true } },
    full: {
      metadata: { eventId: 'ev-9002', merchantTimeStamp: AT },
      label: {
        labelSource: 'ManualReview',
        isFraud: false,
        labelState: 'FalsePositive',
        reasonText: 'customer verified by phone',
        eventTimeStamp: AT,
      },
    },
  },
} as const satisfies Readonly<Record<string, { readonly minimal: JsonObject; readonly full: JsonObject }>>;

/** A minimal and a full body of a custom assessment of the account generation. */
export const REVIEW_EXAMPLES = {
  minimal: { name: 'ReviewPosted' },
  full: {
    name: 'ReviewPosted',
    version: '0.5',
    metadata: { customerLocalDate: '2026-03-14T11:22:30.000+01:00', trackingId: 'trk-0031', merchantTimeStamp: AT },
    deviceContextId: '7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77',
    user: SAMPLE_ACCOUNT_USER,
    review: { productId: 'sku-1', stars: 1, textLength: 840, links: 3 },
    custom: { userId: 'cust-48999', email: 'nora.quill@mailbox.example' },
  },
} as const satisfies { readonly minimal: JsonObject; readonly full: JsonObject };
