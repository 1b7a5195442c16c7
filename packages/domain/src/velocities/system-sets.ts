import type { VelocitySetDefinition } from './velocity-set.ts';

/** A velocity set that every environment has and that cannot be changed. */
export type SystemVelocitySet = VelocitySetDefinition & { readonly id: string; readonly name: string };

const EMAIL = '@"user.email"';
const INSTRUMENT = '@"paymentInstrumentList[0].merchantPaymentInstrumentId"';
const ADDRESS = '@"deviceContext.ipAddress"';
const DEVICE = '@"deviceContext.externalDeviceId"';

const count = (name: string, key: string): string => `SELECT Count() AS ${name}\nFROM Purchase\nGROUPBY ${key}`;
const spent = (name: string, key: string): string =>
  `SELECT Sum(@"totalAmount") AS ${name}\nFROM Purchase\nGROUPBY ${key}`;
const distinct = (name: string, what: string, key: string): string =>
  `SELECT DistinctCount(${what}) AS ${name}\nFROM Purchase\nGROUPBY ${key}`;

/** Ids differ in their last group: the set, then the velocity. They stay what they are for ever. */
const idOf = (set: number, velocity: number): string =>
  `5e100000-0000-4000-8000-${String(set * 100 + velocity).padStart(12, '0')}`;

const set = (number: number, name: string, codes: readonly string[]): SystemVelocitySet => ({
  id: idOf(number, 0),
  name,
  condition: '',
  velocities: codes.map((code, index) => ({ id: idOf(number, index + 1), code })),
});

/**
 * The sets of every environment, under the names of the original (`docs/reference/deciding.md#velocity-sets`): the page
 * of an event shows their values, and rules may read them. They cannot be changed, only cloned.
 */
export const SYSTEM_VELOCITY_SETS: readonly SystemVelocitySet[] = [
  set(1, 'Default - Email velocities', [
    count('purchasesPerEmail', EMAIL),
    spent('spentPerEmail', EMAIL),
    distinct('instrumentsPerEmail', INSTRUMENT, EMAIL),
  ]),
  set(2, 'Default - Payment instrument velocities', [
    count('purchasesPerInstrument', INSTRUMENT),
    spent('spentPerInstrument', INSTRUMENT),
    distinct('emailsPerInstrument', EMAIL, INSTRUMENT),
  ]),
  set(3, 'Default - IP velocities', [
    count('purchasesPerIp', ADDRESS),
    distinct('emailsPerIp', EMAIL, ADDRESS),
    distinct('instrumentsPerIp', INSTRUMENT, ADDRESS),
  ]),
  set(4, 'Default - Device ID velocities', [
    count('purchasesPerDevice', DEVICE),
    distinct('emailsPerDevice', EMAIL, DEVICE),
    distinct('instrumentsPerDevice', INSTRUMENT, DEVICE),
  ]),
];
