import {
  ACCOUNT_ADDRESS,
  ACCOUNT_DEVICE,
  ACCOUNT_EMAIL,
  ACCOUNT_ENVELOPE,
  ACCOUNT_MARKETING,
  ACCOUNT_PAYMENT_INSTRUMENT,
  ACCOUNT_PHONE,
  ACCOUNT_USER,
  accountMetadata,
  RECENT_UPDATE,
  SSO_PROVIDER,
  STATUS_DETAILS,
} from './schema/account-objects.ts';
import { list, object, objectSchema, open, text, type ObjectSchema } from './schema/object-schema.ts';

const SIGN_UP_ID = { signUpId: text({ required: true, description: 'Id the merchant gave the sign-up.' }) };
const LOGIN_ID = { loginId: text({ required: true, description: 'Id the merchant gave the login.' }) };

// Apart from the schemas they stand in, where inference would widen them.
const SIGN_UP_METADATA = accountMetadata(SIGN_UP_ID);
const LOGIN_METADATA = accountMetadata(LOGIN_ID);
const UPDATE_METADATA = accountMetadata({ signUpId: text() });
const SIGN_UP_STATUS_METADATA = accountMetadata({ ...SIGN_UP_ID, userId: text() });
const LOGIN_STATUS_METADATA = accountMetadata({ ...LOGIN_ID, userId: text() });

/** Lists may also come as a single object (`docs/reference/wire.md#account-generation`). */
const CONTACTS = objectSchema({
  email: list(ACCOUNT_EMAIL, { orSingle: true }),
  phone: list(ACCOUNT_PHONE, { orSingle: true }),
  address: list(ACCOUNT_ADDRESS, { orSingle: true }),
  paymentInstruments: list(ACCOUNT_PAYMENT_INSTRUMENT, { orSingle: true }),
});

/** A customer wants to open an account (`docs/reference/wire.md#account-generation`). */
export const ACCOUNT_CREATION = objectSchema({
  ...ACCOUNT_ENVELOPE('AP.AccountCreation'),
  metadata: object(SIGN_UP_METADATA, { required: true }),
  device: object(ACCOUNT_DEVICE),
  user: object(ACCOUNT_USER),
  ...CONTACTS,
  ssoAuthenticationProvider: object(SSO_PROVIDER),
  marketingContext: object(ACCOUNT_MARKETING),
  customData: open({ description: "The merchant's own attributes." }),
});

/** A customer wants to use an account. */
export const ACCOUNT_LOGIN = objectSchema({
  ...ACCOUNT_ENVELOPE('AP.AccountLogin'),
  metadata: object(LOGIN_METADATA, { required: true }),
  device: object(ACCOUNT_DEVICE),
  user: object(ACCOUNT_USER),
  ssoAuthenticationProvider: object(SSO_PROVIDER),
  recentUpdate: object(RECENT_UPDATE),
  marketingContext: object(ACCOUNT_MARKETING),
  customData: open({ description: "The merchant's own attributes." }),
});

/** An account changed. */
export const ACCOUNT_UPDATE = objectSchema({
  ...ACCOUNT_ENVELOPE('AP.AccountUpdate'),
  metadata: object(UPDATE_METADATA, { required: true }),
  device: object(ACCOUNT_DEVICE),
  user: object(objectSchema({ ...ACCOUNT_USER, userId: { ...ACCOUNT_USER.userId, required: true as const } }), {
    required: true,
  }),
  ...CONTACTS,
  ssoAuthenticationProvider: object(SSO_PROVIDER),
  customData: open(),
});

const status = <const Name extends string, Metadata extends ObjectSchema>(name: Name, metadata: Metadata) =>
  objectSchema({
    ...ACCOUNT_ENVELOPE(name),
    metadata: object(metadata, { required: true }),
    statusDetails: object(STATUS_DETAILS, { required: true }),
    customData: open(),
  });

export const ACCOUNT_CREATION_STATUS = status('AP.AccountCreation.Status', SIGN_UP_STATUS_METADATA);
export const ACCOUNT_LOGIN_STATUS = status('AP.AccountLogin.Status', LOGIN_STATUS_METADATA);
