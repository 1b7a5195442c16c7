import { ADDRESS } from './common-objects.ts';
import { booleans, dateTimes, number, object, objectSchema, text, texts } from './object-schema.ts';

const VERIFICATION = ['Y', 'N', 'U', 'A'] as const;
/** What a check said: `Y` verified, `N` failed, `U` unavailable, `A` available but not verified. */
export const verification = (what: string) =>
  text({ values: VERIFICATION, description: `${what}: verified, failed, unavailable, available but not verified.` });

/** What the schema page adds, without saying where it stands (`docs/reference/wire.md#purchase-generation`). */
export const PAYMENT_INSTRUMENT_DETAILS = objectSchema({
  ...texts({
    paymentMethod: 'Top-level category.',
    holderCompanyName: 'Business cards.',
    paymentCheckoutProvider: 'Wallet provider.',
    binName: '',
    binCountryISO: '',
    binCardType: '',
    binCardAssociation: '',
    binBankGroup: '',
    currency: 'ISO 4217.',
    bankIdentifierCode: 'BIC.',
    bankName: '',
    bankZipCode: '',
    bankState: '',
    bankCountryISO: '',
  }),
  accountType: text({
    values: ['UNSPECIFIED', 'CHEQUE_ACCOUNT', 'CREDIT_FACILITY'],
    description: 'Paid as debit or as credit.',
  }),
  ...texts({
    authorizationType: 'Pre- or final authorisation.',
    authorizationResultCode: 'Answer of the bank.',
    authorizationResultText: 'Answer of the bank.',
    acquirerId: '',
    acquirerCountryISO: '',
    encryptedCreditCardNumber: 'Hash or cipher text.',
  }),
  piSource: text({ values: ['CustomerInput', 'FromSavedProfile', 'MobilePay'] }),
  cvvVerify: verification('Card security code'),
  avsVerify: verification('Address'),
  cavVerify: verification('Cardholder authentication'),
  ...booleans({
    isLowLiabilityPIType: 'Such as Apple Pay.',
    settlementApprovalRequired: 'SEPA.',
    isInternationalMoneyTransfer: '',
    instantPaymentSettlement: 'Bank redirect.',
    autoCaptureEnabled: '',
  }),
  ...dateTimes({ paymentCollectionDate: 'Estimated.' }),
});

/** A card, account or wallet that pays a share of the purchase. */
export const PAYMENT_INSTRUMENT = objectSchema({
  merchantPaymentInstrumentId: text({ description: 'Id the merchant gave it.' }),
  type: text({
    required: true,
    values: [
      'CreditCard',
      'DirectDebit',
      'PayPal',
      'MobileBilling',
      'OnlineBankTransfer',
      'Invoice',
      'MerchantGiftCard',
      'MerchantWallet',
      'CashOnDelivery',
      'Paytm',
      'CCAvenue',
      'Other',
    ],
  }),
  purchaseAmount: number({ description: 'Share of the total.' }),
  ...dateTimes({ creationDate: '', updateDate: '' }),
  state: text({ values: ['Active', 'Blocked', 'Expired'] }),
  cardType: text({
    values: [
      'Visa',
      'Mastercard',
      'Amex',
      'ACH',
      'SEPA',
      'UnionPay',
      'Inicis',
      'MobileBillingCarrier',
      'Discover',
      'AllPay',
      'JCB',
      'DiscoverDiners',
    ],
  }),
  ...texts({
    holderName: 'Name on the card.',
    bin: 'Bank identification number: first six or eight digits.',
    expirationDate: 'Free text (03/21) or ISO 8601.',
    lastFourDigits: '',
    email: 'PayPal.',
    billingAgreementId: 'PayPal.',
    payerId: 'PayPal.',
  }),
  payerStatus: text({ values: ['Verified', 'Unverified'] }),
  addressStatus: text({ values: ['Confirmed', 'Unconfirmed'] }),
  imei: text({ description: 'Mobile billing.' }),
  billingAddress: object(ADDRESS),
  ...PAYMENT_INSTRUMENT_DETAILS,
});

/** EMV 3-D Secure vocabulary. */
export const THREE_DS = objectSchema({
  ...booleans({ isThreeDSAuth: 'Transaction was authenticated by 3-D Secure.' }),
  ...texts({
    messageCategory: '',
    deviceChannel: '',
    threeDSServerTransId: 'Unique id of the transaction.',
    threeDSRequestorAuthenticationInd: 'Kind of authentication request.',
    threeRIInd: 'Kind of 3RI request.',
    threeDSReqPriorAuthMethod: 'Earlier authentication.',
    transStatus: 'Result.',
    transStatusReason: 'Why.',
    threeDSCompInd: '3DS method completed.',
    acsChallengeMandated: '',
    threeDSRequestorChallengeInd: 'Challenge wanted.',
    challengeCompletionInd: '',
    eci: 'Electronic commerce indicator.',
    shipNameIndicator: 'Holder name equals shipping name.',
    suspiciousAccActivity: '',
    chAccPwChangeInd: 'Age of the last password change.',
    chAccAgeInd: 'Age of the account.',
    provisionAttemptsDay: 'Add-card attempts in 24 hours.',
    exemptionRaised: 'PSD2 exemption, Y or N.',
  }),
});
