import { describe, expect, it } from 'vitest';
import { PURCHASE_SAMPLE } from '../events/purchase-sample.ts';
import {
  fieldCondition,
  MAX_FIELD_VALUE,
  OTHER_VALUES,
  reportedFields,
  reportFieldValues,
  type FieldFacts,
} from './report-fields.ts';

const NOTHING: FieldFacts = { session: () => '', place: () => ({ country: '', state: '' }) };

describe('report fields of an event', () => {
  it('of a purchase are those of its first product and instrument, and where its address is', () => {
    const facts: FieldFacts = { ...NOTHING, place: () => ({ country: 'US', state: 'CA' }) };
    const purchase = {
      ...PURCHASE_SAMPLE,
      merchantBusinessSegment: ' Games ',
      productList: [{ productId: '1' }, { category: 'Toys' }, { category: 'Books' }],
      paymentInstrumentList: [{ type: 'CreditCard', cardType: 'Visa', billingAddress: { country: 'DE' } }],
      shippingAddress: { country: 'FR' },
    };
    expect(reportFieldValues('purchase', purchase, facts)).toEqual({
      businessSegment: 'Games',
      productCategory: 'Toys',
      instrumentType: 'CreditCard',
      cardType: 'Visa',
      ipCountry: 'US',
      ipState: 'US-CA',
      billingCountry: 'DE',
      shippingCountry: 'FR',
    });
  });

  it('of an account event come from the session of its device', () => {
    const session: Record<string, string> = {
      javaScriptEnabled: 'true',
      userAgentOperatingSystem: 'Windows',
      deviceSystemVersion: '11',
    };
    const facts: FieldFacts = { ...NOTHING, session: (key) => session[key] ?? '' };
    expect(reportFieldValues('accountLogin', {}, facts)).toEqual({
      javaScriptEnabled: 'true',
      osFamily: 'Windows',
      os: 'Windows 11',
    });
  });

  it('of a defined assessment are the own fields it names, cut to what is kept', () => {
    const values = reportFieldValues('assessment-3', { tier: 'x'.repeat(300), deep: { on: true } }, NOTHING, [
      { path: 'tier' },
      { path: 'deep.on' },
      { path: 'gone' },
    ]);
    expect(values).toEqual({ tier: 'x'.repeat(MAX_FIELD_VALUE), 'deep.on': 'true' });
    expect(reportFieldValues('assessment-3', {}, NOTHING, [{ path: 'tier' }])).toBe(undefined);
  });
});

describe('fields that a definition offers to reports', () => {
  const field = (path: string, type: 'string' | 'double' | 'email' = 'string') =>
    ({ path, type, friendlyName: path, sample: null, required: false, searchable: false }) as const;
  const fields = [field('tier'), field('email'), field('contact', 'email'), field('rate', 'double'), field('channel')];
  const reports = (...names: string[]) => ({ fields, reports: { fields: names, amountField: null } });

  it('are none that tell of a person, and none with decimals', () => {
    expect(reportedFields(reports()).map(({ path }) => path)).toEqual(['tier', 'channel']);
    expect(reportedFields(reports('channel', 'email')).map(({ path }) => path)).toEqual(['channel']);
  });
});

describe('the condition of a rule for a value', () => {
  it.each([
    ['purchase', 'cardType', 'Visa', '@"paymentInstrumentList.cardType" == "Visa"'],
    ['purchase', 'businessSegment', 'a"b\\c', '@"merchantBusinessSegment" == "a\\"b\\\\c"'],
    ['purchase', 'ipCountry', 'NG', 'Geo.CountryCode(@"deviceContext.ipAddress") == "NG"'],
    ['accountLogin', 'ipState', 'US-CA', 'Geo.RegionCode(@"device.ipAddress") == "CA"'],
    ['accountLogin', 'osFamily', 'Linux', '@"deviceAttributes.userAgentOperatingSystem" == "Linux"'],
    ['assessment-3', 'tier', 'Gold', '@"tier" == "Gold"'],
  ])('of %s by %s %s reads the same attribute', (kind, name, value, condition) => {
    expect(fieldCondition(kind, name, value)).toBe(condition);
  });

  it('of a yes-or-no field compares no text', () => {
    expect(fieldCondition('assessment-3', 'tier', 'true', 'boolean')).toBe('@"tier" == true');
  });

  it.each([
    ['purchase', 'ipState', 'DE-Bavaria'],
    ['accountLogin', 'os', 'Windows 11'],
    ['purchase', 'unknown', 'x'],
    ['purchase', 'cardType', OTHER_VALUES],
  ])('of %s by %s %s there is none', (kind, name, value) => {
    expect(fieldCondition(kind, name, value)).toBe(null);
  });
});
