import { SAMPLE_ACCOUNT_ADDRESS, SAMPLE_ACCOUNT_USER, SAMPLE_CARD, SAMPLE_DEVICE } from '../sample-customer.ts';
import type { EventExample } from './event-example.ts';

/** What is known of an account and its owner, in full. */
const WHOLE_ACCOUNT = {
  device: SAMPLE_DEVICE,
  user: SAMPLE_ACCOUNT_USER,
  email: [
    {
      emailType: 'Primary',
      emailValue: 'nora.quill@mailbox.example',
      isEmailValidated: true,
      emailValidatedDate: '2026-03-14T10:20:00Z',
      isEmailUsername: false,
    },
  ],
  phone: [
    {
      phoneType: 'Primary',
      phoneNumber: '+49-3055501234',
      isPhoneNumberValidated: false,
      isPhoneUsername: false,
    },
  ],
  address: [{ addressType: 'Primary', ...SAMPLE_ACCOUNT_ADDRESS }],
  paymentInstruments: [
    {
      ...SAMPLE_CARD,
      updateDate: '2026-01-10T00:00:00Z',
      billingAddress: { addressType: 'Billing', ...SAMPLE_ACCOUNT_ADDRESS },
    },
  ],
  ssoAuthenticationProvider: {
    authenticationProvider: 'Google',
    displayName: 'Nora Q.',
  },
} as const;

/** Fictional events of the account generation. */
/** A device of which only the session is known. */
const CONTEXT_ONLY = { deviceContextId: '7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77' };

const APPROVED = { statusType: 'Approved' } as const;

export const ACCOUNT_EXAMPLES = {
  accountCreation: {
    minimal: {
      name: 'AP.AccountCreation',
      version: '0.5',
      metadata: {
        signUpId: 'ac-7001',
        trackingId: 'trk-0019',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      user: {
        username: 'nora.quill',
      },
      device: CONTEXT_ONLY,
    },
    full: {
      name: 'AP.AccountCreation',
      version: '0.5',
      metadata: {
        signUpId: 'ac-7002',
        assessmentType: 'Protect',
        customerLocalDate: '2026-03-14T11:22:30.000+01:00',
        trackingId: 'trk-0020',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      ...WHOLE_ACCOUNT,
      marketingContext: {
        campaignType: 'PaidSearch',
        'trafficSource-referralSite': 'Bing',
        'trafficSource-referralLink': 'https://ads.example/c/88',
        incentiveType: 'BonusPoints',
        incentiveOffer: '500 points',
        campaignStartDate: '2026-03-01',
        campaignExpireDate: '2026-03-31',
        incentiveQuantityLimit: '3 per user',
      },
    },
  },
  accountCreationStatus: {
    minimal: {
      name: 'AP.AccountCreation.Status',
      version: '0.5',
      metadata: {
        signUpId: 'ac-7002',
        trackingId: 'trk-0021',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      statusDetails: APPROVED,
    },
    full: {
      name: 'AP.AccountCreation.Status',
      version: '0.5',
      metadata: {
        signUpId: 'ac-7002',
        userId: 'cust-48999',
        trackingId: 'trk-0022',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      statusDetails: {
        statusType: 'Rejected',
        reasonType: 'ChallengeFailed',
        challengeType: 'SMS',
        statusDate: '2026-03-14T10:22:31.120Z',
      },
    },
  },
  accountLogin: {
    minimal: {
      name: 'AP.AccountLogin',
      version: '0.5',
      metadata: {
        loginId: 'lg-1',
        trackingId: 'trk-0023',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      user: {
        userId: 'cust-48999',
        username: 'nora.quill',
      },
      device: CONTEXT_ONLY,
    },
    full: {
      name: 'AP.AccountLogin',
      version: '0.5',
      metadata: {
        loginId: 'lg-2',
        assessmentType: 'Protect',
        customerLocalDate: '2026-03-14T11:22:30.000+01:00',
        trackingId: 'trk-0024',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      device: { ...SAMPLE_DEVICE, externalDeviceType: 'Mobile' },
      user: SAMPLE_ACCOUNT_USER,
      ssoAuthenticationProvider: {
        authenticationProvider: 'Google',
        displayName: 'Nora Q.',
      },
      recentUpdate: {
        lastPhoneNumberUpdateDate: '2026-01-05T09:00:00Z',
        lastEmailUpdateDate: '2025-12-01T09:00:00Z',
        lastAddressUpdateDate: '2025-06-30T09:00:00Z',
        lastPaymentInstrumentUpdateDate: '2026-01-10T00:00:00Z',
      },
      marketingContext: {
        campaignType: 'Direct',
        incentiveType: 'None',
      },
    },
  },
  accountLoginStatus: {
    minimal: {
      name: 'AP.AccountLogin.Status',
      version: '0.5',
      metadata: {
        loginId: 'lg-2',
        trackingId: 'trk-0025',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      statusDetails: APPROVED,
    },
    full: {
      name: 'AP.AccountLogin.Status',
      version: '0.5',
      metadata: {
        loginId: 'lg-2',
        userId: 'cust-48999',
        trackingId: 'trk-0026',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      statusDetails: {
        statusType: 'Pending',
        reasonType: 'ChallengePending',
        challengeType: 'Email',
        statusDate: '2026-03-14T10:22:31.120Z',
      },
    },
  },
  accountUpdate: {
    minimal: {
      name: 'AP.AccountUpdate',
      version: '0.5',
      metadata: {
        trackingId: 'trk-0027',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      user: {
        userId: 'cust-48999',
      },
    },
    full: {
      name: 'AP.AccountUpdate',
      version: '0.5',
      metadata: {
        signUpId: 'ac-7002',
        customerLocalDate: '2026-03-14T11:22:30.000+01:00',
        trackingId: 'trk-0028',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      ...WHOLE_ACCOUNT,
    },
  },
  accountLabel: {
    minimal: {
      name: 'AP.AccountLabel',
      version: '0.5',
      metadata: {
        userId: 'cust-48999',
        trackingId: 'trk-0029',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      label: {
        labelObjectType: 'Account',
        labelObjectId: 'cust-48999',
      },
    },
    full: {
      name: 'AP.AccountLabel',
      version: '0.5',
      metadata: {
        userId: 'cust-48999',
        trackingId: 'trk-0030',
        merchantTimeStamp: '2026-03-14T10:22:31.120Z',
      },
      label: {
        eventTimeStamp: '2026-03-14T10:22:31.120Z',
        labelObjectType: 'AccountLogin',
        labelObjectId: 'lg-2',
        labelSource: 'AccountProtectionReview',
        labelState: 'AccountCompromised',
        labelReasonCodes: 'AccountCredentialsLeaked',
        processor: '',
        effectiveStartDate: '2026-03-13T00:00:00Z',
        effectiveEndDate: '2026-03-14T10:00:00Z',
      },
    },
  },
} as const satisfies Readonly<Record<string, EventExample>>;
