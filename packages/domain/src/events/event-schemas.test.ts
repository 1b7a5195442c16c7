import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, type EventKind } from './event-kinds.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import { EVENT_EXAMPLES } from './examples/event-examples.ts';
import { shapeEvent } from './shape-event.ts';
import type { ObjectSchema } from './schema/object-schema.ts';
import { schemaAttributes } from './schema/schema-attributes.ts';

const kinds = Object.keys(EVENT_KINDS) as EventKind[];
const pathsOf = (kind: EventKind) => schemaAttributes(EVENT_SCHEMAS[kind]);
const requiredAtRoot = (schema: ObjectSchema) => Object.keys(schema).filter((name) => schema[name]?.required);

describe('event schemas', () => {
  it.each(kinds)('%s requires every object on the way to its id, and the id', (kind) => {
    const byPath = new Map(pathsOf(kind).map((attribute) => [attribute.path, attribute]));
    const names = EVENT_KINDS[kind].id.split('.');
    const prefixes = names.map((_name, index) => names.slice(0, index + 1).join('.'));
    expect(prefixes.map((path) => byPath.get(path)?.required)).toEqual(prefixes.map(() => true));
  });

  it.each(kinds)('%s takes its examples as they are', (kind) => {
    for (const example of Object.values(EVENT_EXAMPLES[kind])) {
      const body = structuredClone(example);
      expect(shapeEvent(kind, body)).toEqual([]);
    }
  });

  it('require at the root what the minimal examples of the purchase generation send', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind, requiredAtRoot(EVENT_SCHEMAS[kind])]))).toMatchObject({
      purchase: ['purchaseId', 'merchantLocalDate', '_metadata'],
      purchaseStatus: ['purchaseId', 'statusType', 'statusDate', '_metadata'],
      bankEvent: ['bankEventId', 'type', 'purchaseId', '_metadata'],
      chargeback: ['chargebackId', 'purchaseId'],
      refund: ['refundId', 'purchaseId'],
      updateAccount: ['userId', '_metadata'],
      label: ['labelObjectType', 'labelObjectId', 'labelSource'],
      signUp: ['signUpId', 'merchantLocalDate', '_metadata'],
      signUpStatus: ['signUpId', 'statusType', 'statusDate', '_metadata'],
    });
  });

  it.each(kinds)('%s has no two paths that differ only in letter case', (kind) => {
    const lower = pathsOf(kind).map(({ path }) => path.toLowerCase());
    expect(new Set(lower).size).toBe(lower.length);
  });

  it('list nested paths as rules write them', () => {
    const attributes = new Map(pathsOf('purchase').map((attribute) => [attribute.path, attribute]));
    expect(attributes.get('totalAmount')?.type).toBe('number');
    expect(attributes.get('user.isEmailValidated')?.type).toBe('boolean');
    expect(attributes.get('user.userId')?.required).toBe(true);
    expect(attributes.get('paymentInstrumentList.billingAddress.country')?.type).toBe('text');
    expect(attributes.get('travelOverview.flightDetails.flightSegments.flightNumber')?.type).toBe('text');
    expect(attributes.get('shippingMethod')?.values).toContain('InStorePickup');
    expect(attributes.get('threeDS.isThreeDSAuth')?.type).toBe('boolean');
    expect(attributes.get('cloudBusiness.companySize')?.type).toBe('integer');
  });
});
