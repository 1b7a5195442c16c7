import type { FieldType } from '../assessments/definition.ts';
import { thingsOf } from './entities.ts';

/**
 * What an attribute tells about a person, for those who have to answer for it: a name, a way to reach them, where
 * they live, when they were born, what they pay with, what they go online with, or an id they are known by.
 */
export const PERSONAL_DATA = ['name', 'contact', 'address', 'birth', 'payment', 'online', 'identifier'] as const;
export type PersonalData = (typeof PERSONAL_DATA)[number];

const LAST: readonly (readonly [PersonalData, RegExp])[] = [
  ['birth', /birth|^age$/i],
  ['contact', /e-?mail(?!.*(?:type|domain))|phone(?!.*type)/i],
  ['online', /^(?:ip(?:Address)?|\w*Ip|localIpv[46]|ipAddressHistory|cookie\w*Id|httpHeaders)$/i],
  ['identifier', /^(?:user|customer|account|member(?:ship)?|puid|passport|tax)\w*Id$/i],
];

/** Members that say something of a person only inside one of their things. */
const INSIDE = [
  ['user', 'identifier', /^id$|^username$/i],
  ['user', 'name', /name$/i],
  ['address', 'name', /name$/i],
  ['address', 'address', /street|city|state|district|zip|postal|latitude|longitude|unit|line\d/i],
  ['paymentInstrument', 'payment', /instrumentId|holder|lastFour|^bin$|iban|account|expir|upi/i],
  ['device', 'online', /^(?:\w*deviceId|deviceContextId|id|latitude|longitude)$/i],
  ['session', 'online', /./],
] as const;

const BY_TYPE: Partial<Readonly<Record<FieldType, PersonalData>>> = { email: 'contact', ipAddress: 'online' };

/** The class of personal data an attribute most likely holds, by what it is called; null for none. */
export const personalDataOf = (path: string, type: FieldType): PersonalData | null => {
  const byType = BY_TYPE[type];
  if (byType !== undefined) return byType;
  if (type === 'boolean' || type === 'datetime') return /birth/i.test(path) ? 'birth' : null;
  const last = path.slice(path.lastIndexOf('.') + 1);
  const anywhere = LAST.find(([, pattern]) => pattern.test(last));
  if (anywhere) return anywhere[0];
  const things = thingsOf(path);
  return INSIDE.find(([thing, , pattern]) => things.includes(thing) && pattern.test(last))?.[1] ?? null;
};
