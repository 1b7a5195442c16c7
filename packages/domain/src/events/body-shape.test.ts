import { describe, expect, it } from 'vitest';
import { newReading, shapeBody } from './body-shape.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import { isIsoDateTime, parseIsoDateTime } from './iso-date-time.ts';
import { eventNotices } from './shape-event.ts';

const minimal = () => ({
  purchaseId: 'ord-1',
  merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
  _metadata: { trackingId: 't', merchantTimeStamp: '2026-03-14T10:22:31.120Z' },
});

describe('what is accepted though it is unknown', () => {
  it('is named: fields no schema has, and values beside the known ones', () => {
    const body = {
      ...minimal(),
      shippingMethod: 'Drone',
      totalAmmount: 5,
      productList: [
        { productId: 'p', type: 'digital' },
        { productId: 'q', type: 'Hybrid' },
      ],
      customData: { anything: 1 },
    };
    expect(shapeBody(EVENT_SCHEMAS.purchase, body)).toEqual([]);
    expect(eventNotices('purchase', { ...body, tcpSignature: 'x' })).toMatchObject([
      { path: '$.shippingMethod', kind: 'unknownValue', value: 'Drone' },
      { path: '$.totalAmmount', kind: 'unknownField' },
      { path: '$.productList[1].type', kind: 'unknownValue', value: 'Hybrid', known: ['Digital', 'Physical'] },
    ]);
  });
});

describe('shapeBody', () => {
  it.each([
    ['a known field', '{"totalAmount":1e400}', '$.totalAmount'],
    ['customData', '{"customData":{"a":-1e400}}', '$.customData.a'],
    ['an unknown field', '{"basket":{"lines":[{"price":1e400}]}}', '$.basket.lines[0].price'],
  ])('refuses a number past IEEE 754 in %s', (_what, text, path) => {
    const body = { ...minimal(), ...(JSON.parse(text) as object) };
    expect(shapeBody(EVENT_SCHEMAS.purchase, body).map((problem) => problem.path)).toEqual([path]);
  });

  it('takes the documented spelling of a name that was sent in two, and does not look at the other', () => {
    const body = {
      ...minimal(),
      shippingMethod: 'express',
      SHIPPINGMETHOD: 'standard',
      TOTALAMOUNT: 1,
      totalamount: 'x',
    };
    expect(shapeBody(EVENT_SCHEMAS.purchase, body)).toEqual([]);
    expect(body).toEqual({ ...minimal(), shippingMethod: 'Express', totalAmount: 1 });
  });

  it('accepts the minimal purchase', () => {
    expect(shapeBody(EVENT_SCHEMAS.purchase, minimal())).toEqual([]);
  });

  it('matches names and enumeration values ignoring case and blanks, and ordinals', () => {
    const body = {
      PURCHASEID: 'ord-1',
      MerchantLocalDate: '2026-03-14T11:22:30.1234567+01:00',
      paymentinstrumentlist: [{ TYPE: 'credit card' }, { type: 2 }],
      _Metadata: { TrackingId: 't', merchanttimestamp: '2026-03-14T10:22:31Z' },
    };
    expect(shapeBody(EVENT_SCHEMAS.purchase, body)).toEqual([]);
    expect(body).toEqual({
      purchaseId: 'ord-1',
      merchantLocalDate: '2026-03-14T11:22:30.1234567+01:00',
      paymentInstrumentList: [{ type: 'CreditCard' }, { type: 'PayPal' }],
      _metadata: { trackingId: 't', merchantTimeStamp: '2026-03-14T10:22:31Z' },
    });
  });

  it('names every missing and every wrong place at once', () => {
    const problems = shapeBody(EVENT_SCHEMAS.purchase, {
      ...minimal(),
      purchaseId: null,
      totalAmount: 'abc',
      user: { email: {} },
      productList: [{ productId: 'p', quantity: 1.5 }, 'x'],
      merchantLocalDate: '2018-11-127T00:00:00Z',
    });
    expect(problems.map((problem) => problem.path).sort()).toEqual([
      '$.merchantLocalDate',
      '$.productList[0].quantity',
      '$.productList[1]',
      '$.purchaseId',
      '$.totalAmount',
      '$.user.email',
      '$.user.userId',
    ]);
  });

  it('keeps unknown names and unknown enumeration values', () => {
    const body = { ...minimal(), shippingMethod: 'Drone', somethingNew: { a: [1] } };
    expect(shapeBody(EVENT_SCHEMAS.purchase, body)).toEqual([]);
    expect(body).toMatchObject({ shippingMethod: 'Drone', somethingNew: { a: [1] } });
  });

  it('bounds customData', () => {
    const customData = { long: 'x'.repeat(257), nested: {}, fine: 1 };
    expect(shapeBody(EVENT_SCHEMAS.purchase, { ...minimal(), customData }).map((p) => p.path)).toEqual([
      '$.customData.long',
      '$.customData.nested',
    ]);
  });
});

describe('lenient reading', () => {
  const read = (facts: object, strict = false) => {
    const body: Record<string, unknown> = { ...minimal(), ...facts };
    const reading = newReading(strict);
    const problems = shapeBody(EVENT_SCHEMAS.purchase, body, reading);
    return { body, problems, coercions: reading.coercions };
  };

  it.each([
    ['totalAmount', '65.1000', 65.1],
    ['totalAmount', ' -1.5E2 ', -150],
    ['totalAmount', '', undefined],
    ['distinctItemCount', '3', 3],
    ['recurringChargeSequence', '7', 7],
    ['currency', false, 'false'],
    ['originalOrderId', 4711, '4711'],
    ['originalOrderId', 1.25, '1.25'],
    ['shippingMethod', 99, '99'],
    ['isTest', 'True', true],
    ['isTest', ' false ', false],
    ['isTest', 1, true],
    ['isTest', 0, false],
    ['isTest', '', undefined],
    ['customerLocalDate', '', undefined],
    ['customerLocalDate', '2026-03-14T11:22:30.123456789+01:00', '2026-03-14T11:22:30.1234567+01:00'],
    ['customerLocalDate', '2026-03-14T11:22:30.00000000000Z', '2026-03-14T11:22:30.0000000Z'],
    ['shippingAddress', '', undefined],
    ['productList', '', undefined],
    ['customData', '', undefined],
  ])('takes %s sent as %j', (name, sent, expected) => {
    const { body, problems, coercions } = read({ [name]: sent });
    expect([problems, body[name]]).toEqual([[], expected]);
    expect(coercions).toEqual([{ path: `$.${name}`, message: expect.any(String) as string }]);
    expect(read({ [name]: sent }, true).problems.map(({ path }) => path)).toEqual([`$.${name}`]);
  });

  it.each([
    ['totalAmount', '12,50'],
    ['totalAmount', '1e999'],
    ['totalAmount', true],
    ['totalAmount', 'abc'],
    ['recurringChargeSequence', '1.5'],
    ['currency', {}],
    ['currency', ['EUR']],
    ['originalOrderId', 2 ** 60],
    ['isTest', 'yes'],
    ['isTest', []],
    ['customerLocalDate', 1_773_484_950],
    ['customerLocalDate', 'yesterday'],
    ['user', []],
    ['productList', 'none'],
  ])('refuses %s sent as %j, and says where', (name, sent) => {
    const { problems, coercions } = read({ [name]: sent });
    expect(problems.map(({ path }) => path)).toEqual([`$.${name}`]);
    expect(coercions).toEqual([]);
  });

  it('names places in lists, and reads a whole body however much of it is of another type', () => {
    const productList = Array.from({ length: 60 }, (_, index) => ({ productId: index, quantity: '2', margin: 0.5 }));
    const { body, problems, coercions } = read({ productList });
    expect(problems).toEqual([]);
    expect(coercions).toHaveLength(20);
    expect(coercions.slice(0, 2).map(({ path }) => path)).toEqual([
      '$.productList[0].productId',
      '$.productList[0].quantity',
    ]);
    expect((body.productList as object[]).at(-1)).toEqual({ productId: '59', quantity: 2, margin: 0.5 });
  });

  it('takes any text for a margin, as one table of the documentation has it, and a number in it as number', () => {
    const productList = ['high', '34.5', 12, ''].map((margin) => ({ productId: 'p', margin }));
    const { body, problems } = read({ productList }, true);
    expect(problems).toEqual([]);
    expect((body.productList as { margin: unknown }[]).map(({ margin }) => margin)).toEqual(['high', 34.5, 12, '']);
  });

  it('still asks for a member that is required and was sent empty', () => {
    expect(read({ merchantLocalDate: '' }).problems).toEqual([
      {
        path: '$.merchantLocalDate',
        message: 'is required',
        missing: true,
        coded: { code: 'valueMissing', params: {} },
      },
    ]);
  });

  it('asks for _metadata, not for its members', () => {
    expect(read({ _metadata: {} }).problems).toEqual([]);
    expect(read({ _metadata: { trackingId: null, merchantTimeStamp: null } }).problems).toEqual([]);
    expect(read({ _metadata: null }).problems.map(({ path }) => path)).toEqual(['$._metadata']);
  });
});

describe('ISO date-times', () => {
  it('exist or are refused', () => {
    expect(isIsoDateTime('2024-02-29')).toBe(true);
    expect(isIsoDateTime('2023-02-29T00:00:00Z')).toBe(false);
    expect(isIsoDateTime('2023-02-28T24:00:00Z')).toBe(false);
    expect(isIsoDateTime('yesterday')).toBe(false);
  });

  it('mean UTC without an offset', () => {
    expect(parseIsoDateTime('2018-04-01T00:00:31')).toBe(Date.UTC(2018, 3, 1, 0, 0, 31));
    expect(parseIsoDateTime('2018-04-01T02:00:31.5+02:00')).toBe(Date.UTC(2018, 3, 1, 0, 0, 31, 500));
    expect(parseIsoDateTime('2018-04-01')).toBe(Date.UTC(2018, 3, 1));
  });
});
