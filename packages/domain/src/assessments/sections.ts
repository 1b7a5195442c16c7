import { ADDRESS } from '../events/schema/common-objects.ts';
import {
  boolean,
  booleans,
  dateTime,
  dateTimes,
  integer,
  list,
  number,
  object,
  objectSchema,
  text,
  texts,
  type ObjectSchema,
} from '../events/schema/object-schema.ts';
import { PRODUCT } from '../events/purchase-schema.ts';

const COUNTRY_REGION = { countryRegion: text({ description: 'Country, ISO 3166-1 alpha-2.' }) };
const { country: _country, ...PERSON_AND_PLACE } = ADDRESS;
const WIZARD_ADDRESS = objectSchema({ ...PERSON_AND_PLACE, ...COUNTRY_REGION, email: text() });

const USER = objectSchema({
  id: text({ description: 'Account id.' }),
  ...texts({ username: '', type: '', firstName: '', lastName: '', email: 'E-mail address.' }),
  ...booleans({ isEmailValidated: '', isPhoneValidated: '' }),
  ...texts({ phone: 'As +<country code>-<number>.', language: '', timeZone: '', membershipId: '' }),
  ...dateTimes({ createdDate: 'When the account was created.', updatedDate: 'When the account last changed.' }),
  address: object(WIZARD_ADDRESS),
});

const AMOUNT = { txnAmount: number({ description: 'Amount.' }), currency: text({ description: 'ISO 4217.' }) };

const CARD = objectSchema({
  ...texts({
    bin: 'First digits of the card.',
    lastFour: 'Last four digits.',
    cardType: '',
    holderName: '',
    expiration: '',
  }),
  ...texts({ cvvVerify: '', avsVerify: '', cavVerify: '' }),
  threeDS: object(objectSchema({ isThreeDSAuth: boolean(), eci: text(), transStatus: text() })),
});

/** Members each section adds to the root of a body (`docs/reference/wire.md#assessments-of-the-wizard`). */
const TABLE = {
  deviceFingerprinting: {
    deviceFingerprinting: object(
      objectSchema({
        id: text({ description: 'Session id of the fingerprint.' }),
        ipAddress: text({ description: 'IP address of the person.' }),
        provider: text({ values: ['DFPFingerPrinting', 'Merchant'] }),
        externalDeviceId: text({ description: 'Your own id of the device.' }),
        externalDeviceType: text({ values: ['Mobile', 'Computer', 'MerchantHardware', 'Tablet', 'GameConsole'] }),
      }),
    ),
  },
  user: { user: object(USER) },
  recipientUser: { recipientUser: object(USER) },
  address: { address: object(WIZARD_ADDRESS) },
  shipping: { shipping: object(WIZARD_ADDRESS) },
  billing: { billing: object(WIZARD_ADDRESS) },
  payment: {
    ...AMOUNT,
    payment: object(
      objectSchema({ method: text(), instrumentId: text({ description: 'Your id of the instrument.' }) }),
    ),
  },
  card: { card: object(CARD) },
  transaction: {
    ...AMOUNT,
    transaction: object(objectSchema({ txnId: text(), txnDate: dateTime(), type: text(), channel: text() })),
  },
  merchant: {
    merchant: object(objectSchema(texts({ id: '', name: '', categoryCode: 'MCC.', country: '', storeId: '' }))),
  },
  transfer: {
    transfer: object(
      objectSchema({
        ...texts({ senderAccount: '', recipientAccount: '' }),
        amount: number(),
        ...texts({ currency: 'ISO 4217.', purpose: '', bank: '' }),
      }),
    ),
  },
  loyalty: {
    loyalty: object(
      objectSchema({
        ...texts({ programId: '', memberId: '' }),
        points: number({ description: 'Points earned or spent.' }),
        ...texts({ activityType: '', tier: '' }),
      }),
    ),
  },
  software: {
    software: object(
      objectSchema({
        ...texts({ productId: '', licenseKey: '', activationType: '' }),
        seatCount: integer(),
        subscriptionId: text(),
      }),
    ),
  },
  products: { products: list(PRODUCT, { orSingle: true }) },
} as const satisfies Readonly<Record<string, ObjectSchema>>;

export type SectionName = keyof typeof TABLE;
export const SECTIONS: Readonly<Record<SectionName, ObjectSchema>> = TABLE;
export const SECTION_NAMES = Object.keys(TABLE) as readonly SectionName[];

/** `metadata` of an event of a wizard assessment; the one section every schema has. */
export const WIZARD_METADATA = objectSchema({
  eventId: text({ required: true, description: 'Your id of the event.' }),
  merchantTimeStamp: dateTime({ required: true, description: 'When you made the call.' }),
  customerLocalDate: dateTime({ description: "In the customer's zone." }),
  ...texts({ trackingId: 'Unique id of this call.', sessionId: '' }),
  isTest: boolean({ description: 'Marks a test in production.' }),
  assessmentType: text({ values: ['Evaluate', 'Protect'], description: 'Protect unless said otherwise.' }),
});
