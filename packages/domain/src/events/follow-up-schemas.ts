import { ADDRESS, DEVICE_CONTEXT, METADATA, USER } from './schema/common-objects.ts';
import { dateTime, list, number, object, objectSchema, open, text, texts } from './schema/object-schema.ts';
import { PAYMENT_INSTRUMENT, THREE_DS, verification } from './schema/payment-instrument.ts';

/** What became of a purchase (`docs/reference/wire.md#purchase-generation`). */
export const PURCHASE_STATUS = objectSchema({
  purchaseId: text({ required: true }),
  statusType: text({
    required: true,
    values: ['Approved', 'Pending', 'Rejected', 'Failed', 'Canceled', 'Unknown'],
  }),
  statusDate: dateTime({ required: true }),
  reason: text({
    values: [
      'RuleEngine',
      'MerchantOverride',
      'ChallengeSolved',
      'ChallengeFailed',
      'CustomerRequest',
      'FufillmentFailed',
      'FulfillmentFailed',
      'InlineManualReview_General',
      'InlineManualReview_Fraud',
      'InlineManualReview_AccountCompromise',
      'OfflineManualReview_General',
      'OfflineManualReview_Fraud',
      'OfflineManualReview_AccountCompromise',
      'Safelist',
      'Blocklist',
    ],
  }),
  customData: open(),
  _metadata: object(METADATA, { required: true }),
});

/** When and how much money went back, and what every such event ends with. */
const MONEY_BACK = {
  bankEventTimestamp: dateTime(),
  amount: number(),
  currency: text({ description: 'ISO 4217.' }),
  customData: open(),
  _metadata: object(METADATA),
};

/** A payment taken back through the bank. */
export const CHARGEBACK = objectSchema({
  chargebackId: text({ required: true }),
  purchaseId: text({ required: true }),
  userId: text(),
  reason: text(),
  status: text({ values: ['Inquiry', 'Accepted', 'Disputed', 'Reversed', 'ResubmittedRequest'] }),
  ...MONEY_BACK,
});

/** What the bank did with a purchase. */
export const BANK_EVENT = objectSchema({
  bankEventId: text({ required: true }),
  type: text({ required: true, values: ['Auth', 'AuthCancel', 'Charge', 'ChargeReversal'] }),
  purchaseId: text({ required: true }),
  bankEventTimestamp: dateTime(),
  status: text({ values: ['Approved', 'Declined', 'Unknown'] }),
  bankResponseCode: text(),
  paymentProcessor: text({ values: ['FDC', 'Adyen', 'TSYS', 'WorldPay', 'Chase', 'Stripe', 'PayPal'] }),
  mrn: text({ description: 'Merchant reference number.' }),
  mid: text({ description: 'Merchant id sent to the bank.' }),
  ...texts({
    merchantPaymentInstrumentId: '',
    paymentMethod: '',
    cardType: '',
    updatedPI: '',
    authorizationResultCode: 'Answer of the bank.',
    authorizationResultText: 'Answer of the bank.',
  }),
  cvvVerify: verification('Security code'),
  avsVerify: verification('Address'),
  cavVerify: verification('Cardholder authentication'),
  threeDS: object(THREE_DS),
  customData: open(),
  _metadata: object(METADATA, { required: true }),
});

/** Money given back. */
export const REFUND = objectSchema({
  refundId: text({ required: true }),
  purchaseId: text({ required: true }),
  userId: text(),
  reason: text({ values: ['FraudRefund', 'CustomerRequest', 'NonFraudRefund'] }),
  status: text({ values: ['Approved', 'Declined', 'Unknown'] }),
  ...MONEY_BACK,
});

/** What is known of an account now; one that is unknown begins to exist. */
export const UPDATE_ACCOUNT = objectSchema({
  ...USER,
  customerLocalDate: dateTime({ description: "In the customer's zone." }),
  addressList: list(
    objectSchema({ type: text({ values: ['Shipping', 'Billing', 'Signup', 'Account', 'Unknown'] }), ...ADDRESS }),
  ),
  paymentInstrumentList: list(PAYMENT_INSTRUMENT),
  deviceContext: object(DEVICE_CONTEXT),
  customData: open(),
  _metadata: object(METADATA, { required: true }),
});
