/** Nora Quill, the fictional customer of the sample and of the example events; what their bodies share of her. */

export const SAMPLE_DEVICE = {
  deviceContextId: '7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77',
  ipAddress: '203.0.113.24',
  provider: 'DFPFingerPrinting',
  externalDeviceId: 'dev-991',
  externalDeviceType: 'Computer',
} as const;

/** Without the country, which each generation of events names differently. */
const RESIDENCE = {
  firstName: 'Nora',
  lastName: 'Quill',
  phoneNumber: '+49-3055501234',
  street1: 'Lindenweg 7',
  city: 'Brandshagen',
  state: 'MV',
  zipCode: '18519',
} as const;

export const SAMPLE_ADDRESS = { ...RESIDENCE, country: 'DE' } as const;

/** The address as the account generation writes it. */
export const SAMPLE_ACCOUNT_ADDRESS = { ...RESIDENCE, countryRegion: 'DE' } as const;

export const SAMPLE_CARD = {
  merchantPaymentInstrumentId: 'pi-5541',
  type: 'CreditCard',
  creationDate: '2025-05-01T00:00:00Z',
  state: 'Active',
  cardType: 'Visa',
  holderName: 'Nora Quill',
  bin: '400000',
  expirationDate: '09/28',
  lastFourDigits: '0042',
} as const;

/** What a sign-up already says of her: neither a user nor a membership exists yet. */
export const SAMPLE_PROFILE = {
  creationDate: '2023-11-02T08:00:00Z',
  updateDate: '2026-02-20T17:40:00Z',
  firstName: 'Nora',
  lastName: 'Quill',
  country: 'DE',
  zipCode: '18519',
  timeZone: '',
  language: 'DE-DE',
  phoneNumber: '+49-3055501234',
  email: 'nora.quill@mailbox.example',
  profileType: 'Consumer',
  isEmailValidated: true,
  emailValidatedDate: '2023-11-02T08:05:00Z',
  isPhoneNumberValidated: false,
} as const;

export const SAMPLE_USER = { userId: 'cust-48213', ...SAMPLE_PROFILE, membershipId: 'GOLD-7' } as const;

/** The user as the account generation writes it. */
export const SAMPLE_ACCOUNT_USER = {
  userId: 'cust-48999',
  userType: 'Consumer',
  username: 'nora.quill',
  firstName: 'Nora',
  lastName: 'Quill',
  countryRegion: 'DE',
  zipCode: '18519',
  timeZone: '+01:00',
  language: 'DE-DE',
  membershipId: 'GOLD-7',
  isMembershipIdUsername: false,
} as const;
