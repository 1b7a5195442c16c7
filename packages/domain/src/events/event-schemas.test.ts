import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, type EventKind } from './event-kinds.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import type { ObjectSchema } from './schema/object-schema.ts';
import { schemaAttributes } from './schema/schema-attributes.ts';

const kinds = Object.keys(EVENT_KINDS) as EventKind[];
const pathsOf = (kind: EventKind) => schemaAttributes(EVENT_SCHEMAS[kind]);
const requiredAtRoot = (schema: ObjectSchema) => Object.keys(schema).filter((name) => schema[name]?.required);

describe('event schemas', () => {
  it.each(kinds)('%s requires the field that carries its id', (kind) => {
    expect(requiredAtRoot(EVENT_SCHEMAS[kind])).toContain(EVENT_KINDS[kind].idField);
  });

  it('require at the root exactly what the minimal examples send', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind, requiredAtRoot(EVENT_SCHEMAS[kind])]))).toEqual({
      purchase: ['purchaseId', 'merchantLocalDate', '_metadata'],
      purchaseStatus: ['purchaseId', 'statusType', 'statusDate', '_metadata'],
      chargeback: ['chargebackId', 'purchaseId'],
      label: ['labelObjectType', 'labelObjectId', 'labelSource'],
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
