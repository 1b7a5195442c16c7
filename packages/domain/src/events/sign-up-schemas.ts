import { ADDRESS, DEVICE_CONTEXT, METADATA, USER } from './schema/common-objects.ts';
import { dateTime, object, objectSchema, open, text } from './schema/object-schema.ts';

const SIGN_UP_USER = objectSchema({ ...USER, userId: { ...USER.userId, required: false }, address: object(ADDRESS) });

/**
 * A sign-up of the purchase generation (`docs/reference/wire.md#purchase-generation`), which account creation took over
 * from: scored, not ruled on.
 */
export const SIGN_UP = objectSchema({
  signUpId: text({ required: true, description: 'Id the merchant gave the sign-up.' }),
  assessmentType: text({ values: ['Evaluate', 'Protect'], description: 'Protect unless said otherwise.' }),
  customerLocalDate: dateTime({ description: "In the customer's zone." }),
  merchantLocalDate: dateTime({ required: true, description: "Ingestion, in the merchant's zone." }),
  user: object(SIGN_UP_USER),
  marketingContext: object(
    objectSchema({
      type: text({ values: ['None', 'Email', 'Referral', 'SearchEngine', 'Direct', 'SocialNetwork', 'Other'] }),
      trafficSource: text(),
      incentiveType: text({ values: ['None', 'CashBack', 'Discount', 'FreeTrial', 'BonusPoints', 'Gift', 'Other'] }),
      incentiveOffer: text(),
    }),
  ),
  storeFrontContext: object(
    objectSchema({
      type: text({ values: ['AppStore', 'Web', 'App'] }),
      storeName: text(),
      market: text({ description: 'ISO 3166-1 alpha-2.' }),
    }),
  ),
  deviceContext: object(DEVICE_CONTEXT),
  customData: open({ description: "The merchant's own attributes." }),
  _metadata: object(METADATA, { required: true }),
});

/** What became of a sign-up; who it made is named once it is approved. */
export const SIGN_UP_STATUS = objectSchema({
  signUpId: text({ required: true }),
  statusType: text({ required: true, values: ['Approved', 'Pending', 'Rejected', 'Failed'] }),
  statusDate: dateTime({ required: true }),
  reason: text(),
  user: object(objectSchema({ userId: text({ required: true }) })),
  customData: open(),
  _metadata: object(METADATA, { required: true }),
});
