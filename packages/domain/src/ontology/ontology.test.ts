import { describe, expect, it } from 'vitest';
import { EVENT_SCHEMAS } from '../events/event-schemas.ts';
import { schemaAttributes } from '../events/schema/schema-attributes.ts';
import { isOntologyEntity, ONTOLOGY_EVENTS, ONTOLOGY_THINGS, thingsOf } from './entities.ts';
import { personalDataOf } from './personal-data.ts';

describe('things of the ontology', () => {
  it('are found by where an attribute stands', () => {
    expect(thingsOf('user.email')).toEqual(['user']);
    expect(thingsOf('deviceContext.ipAddress')).toEqual(['device', 'ip']);
    expect(thingsOf('deviceContext.deviceContextId')).toEqual(['device', 'session']);
    expect(thingsOf('paymentInstrumentList.billingAddress.city')).toEqual(['paymentInstrument', 'address']);
    expect(thingsOf('shipping.city')).toEqual(['address']);
    expect(thingsOf('totalAmount')).toEqual([]);
  });

  it('each stand in an event of the product', () => {
    const paths = ONTOLOGY_EVENTS.flatMap((kind) => schemaAttributes(EVENT_SCHEMAS[kind]).map(({ path }) => path));
    const found = new Set(paths.flatMap(thingsOf));
    expect(ONTOLOGY_THINGS.filter((thing) => !found.has(thing))).toEqual([]);
  });

  it('are told from what is none', () => {
    expect(['user', 'purchase', 'assessment-7', 'legacy-2'].every(isOntologyEntity)).toBe(true);
    expect(['purchaseStatus', 'observation-1-1', 'assessment-0', '__proto__'].some(isOntologyEntity)).toBe(false);
  });
});

describe('personal data', () => {
  it.each([
    ['user.email', 'string', 'contact'],
    ['user.phoneNumber', 'string', 'contact'],
    ['user.isEmailValidated', 'boolean', null],
    ['email.emailType', 'string', null],
    ['user.firstName', 'string', 'name'],
    ['productList.productName', 'string', null],
    ['user.birthDate', 'datetime', 'birth'],
    ['shippingAddress.street1', 'string', 'address'],
    ['shippingAddress.city', 'string', 'address'],
    ['paymentInstrumentList.lastFourDigits', 'string', 'payment'],
    ['deviceContext.ipAddress', 'string', 'online'],
    ['deviceContext.deviceContextId', 'string', 'online'],
    ['user.userId', 'string', 'identifier'],
    ['desk.contact', 'email', 'contact'],
    ['totalAmount', 'double', null],
  ] as const)('of %s, a %s, is %s', (path, type, expected) => {
    expect(personalDataOf(path, type)).toBe(expected);
  });
});
