import { booleans, dateTime, dateTimes, objectSchema, text, texts } from './object-schema.ts';

/** `_metadata` of every event of the purchase generation: it must be there, its members may be missing or null. */
export const METADATA = objectSchema({
  trackingId: text({ description: 'Unique id of this call.' }),
  merchantTimeStamp: dateTime({ description: 'When the merchant made the call.' }),
});

/** Postal address with the person it belongs to. */
export const ADDRESS = objectSchema({
  ...texts({ firstName: '', lastName: '', phoneNumber: 'As +<country code>-<number>.' }),
  ...texts({ street1: '', street2: '', street3: '', city: '', state: '', district: '', zipCode: '' }),
  country: text({ description: 'Country, ISO 3166-1 alpha-2.' }),
});

/** Postal address of a place. */
export const PLACE = objectSchema({
  ...texts({ street1: '', street2: '', street3: '', city: '', state: '', district: '', zipCode: '' }),
  country: text({ description: 'Country, ISO 3166-1 alpha-2.' }),
});

/** What the schema page adds to the user (`docs/reference/wire.md#purchase-generation`). */
export const USER_DETAILS = objectSchema({
  ...texts({
    membershipType: 'Tier of the membership.',
    authenticationMethod: 'How the person was authenticated.',
    loginInputMethod: 'How the credentials were entered.',
    loginChallengeType: '',
  }),
  ...dateTimes({ lastPasswordUpdatedDate: '', firstPurchaseDate: '' }),
});

/** The shopper. */
export const USER = objectSchema({
  userId: text({ required: true, description: 'Account id; a random id for guests.' }),
  ...dateTimes({ creationDate: 'When the account was created.', updateDate: 'When the account last changed.' }),
  ...texts({ firstName: '', lastName: '' }),
  ...texts({
    country: 'Country, ISO 3166-1 alpha-2.',
    zipCode: '',
    timeZone: 'Deprecated; may be empty.',
    language: 'Language and region, such as EN-US.',
    phoneNumber: 'As +<country code>-<number>.',
    email: 'E-mail address.',
    membershipId: '',
  }),
  profileType: text({ values: ['Consumer', 'Developer', 'Seller', 'Publisher', 'Tenant'] }),
  ...texts({ profileName: '', displayName: '' }),
  authenticationProvider: text({ values: ['MSA', 'Facebook', 'PSN', 'MerchantAuth', 'Google'] }),
  ...booleans({
    isEmailValidated: 'E-mail address was verified.',
    isPhoneNumberValidated: 'Phone number was verified.',
  }),
  ...dateTimes({ emailValidatedDate: '', phoneNumberValidatedDate: '' }),
  ...USER_DETAILS,
});

/** What the schema page adds to the device (`docs/reference/wire.md#purchase-generation`). */
export const DEVICE_DETAILS = objectSchema({
  ...texts({
    httpSignature: 'Signature of the HTTP message.',
    httpUserAgent: '',
    browserHeader: 'All request headers.',
    browserResolution: '',
    browserLanguage: '',
    tcpSignature: '',
    sslSignature: '',
    screenAspectRatio: '',
    screenColorDepth: '',
    screenResolution: 'In pixels.',
    siteHostName: '',
    os: '',
    osFonts: 'Default font.',
    deviceProcessor: '',
    sessionId: '',
    trueIp: 'Real IP address of the client.',
    proxyIp: '',
    deviceId: 'GUID from fingerprinting.',
    timeZone: 'Hours to GMT.',
    userAgentDetails: '',
    appVersion: '',
    browserPackagesList: 'Installed packages.',
    buildManufacturer: '',
    buildModel: '',
    buildSdkVersion: '',
    dataNetworkType: '',
    deviceModelName: '',
    deviceSystemName: '',
    deviceSystemVersion: '',
    simNetworkCountryISO: '',
    simNetworkType: '',
    systemUpTime: '',
  }),
  ...booleans({ enabledCookies: '', enabledFlash: '', enabledJavaScript: '', isBluetoothEnabled: '' }),
});

/** The device, from fingerprinting or as the merchant knows it. */
export const DEVICE_CONTEXT = objectSchema({
  deviceContextId: text({ required: true, description: 'Session id of the fingerprint, else the transaction id.' }),
  ipAddress: text({ description: 'IP address of the shopper.' }),
  provider: text({
    values: ['DFPFingerPrinting', 'Merchant'],
    description: 'Who supplied the device data.',
  }),
  deviceContextDC: text({ description: 'Deprecated.' }),
  externalDeviceId: text({ description: 'Device id of the merchant.' }),
  externalDeviceType: text({ values: ['Mobile', 'Computer', 'MerchantHardware', 'Tablet', 'GameConsole'] }),
  ...DEVICE_DETAILS,
});
