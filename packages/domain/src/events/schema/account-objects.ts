import { boolean, dateTime, dateTimes, object, objectSchema, text, texts, type ObjectSchema } from './object-schema.ts';
import { PAYMENT_INSTRUMENT } from './payment-instrument.ts';

/**
 * `name` and `version`, which every event of the account generation carries
 * (`docs/reference/wire.md#account-generation`).
 */
export const ACCOUNT_ENVELOPE = <const Names extends readonly string[]>(...names: Names) => ({
  name: text({ required: true, values: names, description: 'Name of the event.' }),
  version: text({ required: true, description: 'Version of the schema, 0.5.' }),
  tenantId: text(),
});

/** `metadata` of an event of the account generation: what all have, and the ids of this one. */
export const accountMetadata = <Ids extends ObjectSchema>(ids: Ids) => ({
  ...ids,
  trackingId: text({ description: 'Unique id of this call.' }),
  merchantTimeStamp: dateTime({ description: 'When the merchant made the call.' }),
  customerLocalDate: dateTime({ description: "In the customer's zone." }),
  assessmentType: text({ values: ['Evaluate', 'Protect'], description: 'Protect unless said otherwise.' }),
});

/** The device, named `device` in bodies of this generation. */
export const ACCOUNT_DEVICE = objectSchema({
  deviceContextId: text({ description: 'Session id of the fingerprint.', aliases: ['sessionId'] }),
  ipAddress: text({ description: 'IP address of the person.' }),
  provider: text({ values: ['DFPFingerPrinting', 'Merchant'], description: 'Who supplied the device data.' }),
  externalDeviceId: text({ description: 'Device id of the merchant.' }),
  externalDeviceType: text({ values: ['Mobile', 'Computer', 'MerchantHardware', 'Tablet', 'GameConsole'] }),
});

/** The account holder. */
export const ACCOUNT_USER = objectSchema({
  userId: text({ description: 'Account id.' }),
  userType: text({ values: ['Consumer', 'Developer', 'Seller', 'Publisher', 'Tenant'] }),
  username: text({ description: "Unique in the merchant's system." }),
  ...texts({
    firstName: '',
    lastName: '',
    countryRegion: 'Country, ISO 3166-1 alpha-2.',
    zipCode: '',
    timeZone: '',
    language: 'Language and region, such as EN-US.',
    membershipId: '',
  }),
  isMembershipIdUsername: boolean({ description: 'False unless said otherwise.' }),
});

export const ACCOUNT_EMAIL = objectSchema({
  emailType: text({ values: ['Primary', 'Alternative'] }),
  emailValue: text({ description: 'E-mail address.' }),
  isEmailValidated: boolean(),
  emailValidatedDate: dateTime(),
  isEmailUsername: boolean({ description: 'False unless said otherwise.' }),
});

export const ACCOUNT_PHONE = objectSchema({
  phoneType: text({ values: ['Primary', 'Alternative'], description: 'Primary unless said otherwise.' }),
  phoneNumber: text({ description: 'As +<country code>-<number>.' }),
  isPhoneNumberValidated: boolean(),
  phoneNumberValidatedDate: dateTime(),
  isPhoneUsername: boolean({ description: 'False unless said otherwise.' }),
});

/** Postal address as this generation spells it: `countryRegion`. */
export const ACCOUNT_ADDRESS = objectSchema({
  addressType: text({ values: ['Primary', 'Billing', 'Shipping', 'Alternative'] }),
  ...texts({ firstName: '', lastName: '', phoneNumber: 'As +<country code>-<number>.' }),
  ...texts({ street1: '', street2: '', street3: '', city: '', state: '', district: '', zipCode: '' }),
  countryRegion: text({ description: 'Country, ISO 3166-1 alpha-2.' }),
});

export const ACCOUNT_PAYMENT_INSTRUMENT = objectSchema({
  ...PAYMENT_INSTRUMENT,
  billingAddress: object(ACCOUNT_ADDRESS),
});

export const SSO_PROVIDER = objectSchema({
  authenticationProvider: text({ values: ['MSA', 'Facebook', 'PSN', 'MerchantAuth', 'Google'] }),
  displayName: text(),
});

/** When the account last changed, by what changed; an older schema drops the suffix. */
export const RECENT_UPDATE = objectSchema({
  lastPhoneNumberUpdateDate: dateTime({ aliases: ['lastPhoneNumberUpdate'] }),
  lastEmailUpdateDate: dateTime({ aliases: ['lastEmailUpdate'] }),
  lastAddressUpdateDate: dateTime({ aliases: ['lastAddressUpdate'] }),
  lastPaymentInstrumentUpdateDate: dateTime({ aliases: ['lastPaymentInstrumentUpdate'] }),
});

/** Where the person came from. The source has two spellings, hyphenated and nested; each fills the other. */
export const ACCOUNT_MARKETING = objectSchema({
  campaignType: text({
    values: [
      'Direct',
      'Email',
      'Referral',
      'PaidSearch',
      'OrganicSearch',
      'Advertising',
      'SocialNetwork',
      'General Marketing',
      'Unknown',
      'Other',
    ],
  }),
  ...texts({ 'trafficSource-referrer': '', 'trafficSource-referralLink': '', 'trafficSource-referralSite': '' }),
  trafficSource: object(objectSchema(texts({ referrer: '', referralLink: '', referralSite: '' }))),
  incentiveType: text({
    values: ['None', 'CashBack', 'Discount', 'FreeTrial', 'BonusPoints', 'Gift', 'Unknown', 'Other'],
  }),
  incentiveOffer: text(),
  ...texts({ campaignStartDate: 'A date.', campaignExpireDate: 'A date.', incentiveQuantityLimit: '' }),
});

/** What became of an account event. */
export const STATUS_DETAILS = objectSchema({
  statusType: text({ required: true, values: ['Approved', 'Rejected', 'Pending'] }),
  reasonType: text({
    values: [
      'ChallengeAbandoned',
      'ChallengeFailed',
      'ChallengePassed',
      'ChallengePending',
      'ReviewFailed',
      'ReviewPassed',
      'ReviewPending',
      'None',
    ],
  }),
  challengeType: text({ values: ['SMS', 'Email', 'Phone', 'Other', 'None'] }),
  ...dateTimes({ statusDate: '' }),
});
