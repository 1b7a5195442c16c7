import { ACCOUNT_ENVELOPE, accountMetadata } from './schema/account-objects.ts';
import { METADATA } from './schema/common-objects.ts';
import { boolean, dateTime, number, object, objectSchema, open, text } from './schema/object-schema.ts';

/** What a label says (`docs/reference/wire.md#labels`), in both generations. */
export const LABEL_FIELDS = objectSchema({
  labelObjectType: text({
    required: true,
    values: [
      'PURCHASE',
      'ACCOUNTCREATION',
      'ACCOUNTLOGIN',
      'ACCOUNT',
      'PI',
      'EMAIL',
      'Signup',
      'GenericEvent',
      'AccountUpdate',
      'CustomFraudEvaluation',
      'PaymentInstrument',
    ],
  }),
  labelObjectId: text({ required: true, description: 'Id of the labelled object, as in the original event.' }),
  labelSource: text({
    required: true,
    values: [
      'CustomerEscalation',
      'Chargeback',
      'TC40_SAFE',
      'ManualReview',
      'Refund',
      'OfflineAnalysis',
      'AccountProtectionReview',
    ],
  }),
  isFraud: boolean({ description: 'True unless said otherwise.' }),
  reasonText: text(),
  labelReasonCodes: text({ description: 'Comma-separated list.', aliases: ['labelReasonCode'] }),
  labelState: text({
    values: [
      'Inquiry',
      'Received',
      'Accepted',
      'InquiryAccepted',
      'Fraud',
      'Disputed',
      'Reversed',
      'ResubmittedRequest',
      'Abuse',
      'AccountCompromised',
      'AccountNotCompromised',
      'FalsePositive',
    ],
  }),
  processor: text({ description: 'Payment processor or bank.' }),
  eventTimeStamp: dateTime({ description: 'When the label was found; the newest wins.' }),
  effectiveStartDate: dateTime(),
  effectiveEndDate: dateTime(),
  amount: number(),
  currency: text({ description: 'ISO 4217.' }),
});

/** Body of a label of the purchase generation. */
export const LABEL = objectSchema({ ...LABEL_FIELDS, customData: open(), _metadata: object(METADATA) });

const ACCOUNT_LABEL_METADATA = accountMetadata({ name: text(), userId: text() });

/** Body of a label of the account generation: the label stands in the envelope, and need not name its source. */
export const ACCOUNT_LABEL = objectSchema({
  ...ACCOUNT_ENVELOPE('AP.AccountLabel', 'AP.Label'),
  metadata: object(ACCOUNT_LABEL_METADATA, { required: true }),
  label: object(objectSchema({ ...LABEL_FIELDS, labelSource: { ...LABEL_FIELDS.labelSource, required: false } }), {
    required: true,
  }),
  customData: open(),
});
