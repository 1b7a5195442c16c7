import { SAMPLE_ADDRESS, SAMPLE_CARD, SAMPLE_DEVICE, SAMPLE_PROFILE, SAMPLE_USER } from '../sample-customer.ts';
import type { EventExample } from './event-example.ts';

/** Fictional events of the purchase generation about people. */
export const PERSON_EXAMPLES = {
  updateAccount: {
    minimal: {
      userId: 'cust-48213',
      _metadata: {
        trackingId: 'trk-0011',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: {
      ...SAMPLE_USER,
      customerLocalDate: '2026-03-14T11:22:30.000+01:00',
      addressList: [
        { type: 'Shipping', ...SAMPLE_ADDRESS },
        { type: 'Billing', ...SAMPLE_ADDRESS },
      ],
      paymentInstrumentList: [
        {
          ...SAMPLE_CARD,
          billingAddress: SAMPLE_ADDRESS,
        },
      ],
      deviceContext: SAMPLE_DEVICE,
      _metadata: {
        trackingId: 'trk-0012',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
  },
  label: {
    minimal: {
      labelObjectType: 'PURCHASE',
      labelObjectId: 'ord-100002',
      labelSource: 'ManualReview',
      _metadata: {
        trackingId: 'trk-0013',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: {
      labelObjectType: 'ACCOUNT',
      labelObjectId: 'cust-48213',
      labelSource: 'CustomerEscalation',
      isFraud: true,
      reasonText: 'AccountCompromise',
      labelReasonCodes: 'AccountTakeOver,AccountCredentialsLeaked',
      labelState: 'Fraud',
      processor: 'Adyen',
      eventTimeStamp: '2026-03-14T10:22:31.120Z',
      effectiveStartDate: '2026-03-10T00:00:00Z',
      effectiveEndDate: '2026-03-13T18:00:00Z',
      amount: 214.9,
      currency: 'EUR',
      _metadata: {
        trackingId: 'trk-0014',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
  },
  signUp: {
    minimal: {
      signUpId: 'su-1',
      merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
      _metadata: {
        trackingId: 'trk-0015',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: {
      signUpId: 'su-2',
      assessmentType: 'Evaluate',
      customerLocalDate: '2026-03-14T11:22:30.000+01:00',
      merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
      user: {
        ...SAMPLE_PROFILE,
        address: SAMPLE_ADDRESS,
      },
      marketingContext: {
        type: 'Referral',
        trafficSource: 'cust-1200',
        incentiveType: 'Discount',
        incentiveOffer: '5 EUR off',
      },
      storeFrontContext: {
        type: 'Web',
        storeName: 'Lampenladen',
        market: 'DE',
      },
      deviceContext: SAMPLE_DEVICE,
      _metadata: {
        trackingId: 'trk-0016',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
  },
  signUpStatus: {
    minimal: {
      signUpId: 'su-2',
      statusType: 'Rejected',
      statusDate: '2026-03-14T10:22:31.120Z',
      _metadata: {
        trackingId: 'trk-0017',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
    full: {
      signUpId: 'su-2',
      statusType: 'Approved',
      statusDate: '2026-03-14T10:22:31.120Z',
      reason: 'score below limit',
      user: {
        userId: 'cust-48999',
      },
      _metadata: {
        trackingId: 'trk-0018',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
    },
  },
} as const satisfies Readonly<Record<string, EventExample>>;
