import { EVENT_SCHEMAS } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { shapeBody } from './body-shape.ts';
import { isIsoDateTime, parseIsoDateTime } from './iso-date-time.ts';
import { maskText, parseBody, unreadableExcerpt } from './text-to-json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string) => parseBody(bytes(text), () => '');
const minimal = () => ({
  purchaseId: 'ord-1',
  merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
  _metadata: { trackingId: 't', merchantTimeStamp: '2026-03-14T10:22:31.120Z' },
});

describe('parseBody', () => {
  it('gives the value and the text it came from', () => {
    expect(parse('{"a":1}')).toEqual({ text: '{"a":1}', value: { a: 1 } });
  });

  it.each([
    ['bad JSON', '{"a":'],
    ['a list', '[1]'],
    ['an escaped NUL', String.raw`{"a":"x\u0000"}`],
    ['half a surrogate pair', String.raw`{"a":"x\ud83d"}`],
    ['half a pair in a name', String.raw`{"\udc00":1}`],
    ['nesting without end', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`],
  ])('refuses %s', (_what, text) => {
    expect(() => parse(text)).toThrowError(expect.objectContaining({ code: 'REQ-BODY-NOT-JSON' }));
  });

  it('refuses bytes that are not UTF-8 and a raw NUL', () => {
    expect(() => parseBody(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), () => '')).toThrow();
    expect(() => parseBody(bytes('{"a":"\u0000"}'), () => '')).toThrow();
  });

  it('takes a whole surrogate pair and a backslash that only looks like an escape', () => {
    expect(parse(String.raw`{"a":"\ud83d\ude00","b":"\\u0000"}`).value).toEqual({ a: '😀', b: String.raw`\u0000` });
  });

  it('masks card data before the value exists', () => {
    expect(parse('{"note":"4111111111111111"}').value).toEqual({ note: '411111******1111' });
  });
});

describe('card data', () => {
  it('is masked when it is spelt in escapes, and nothing else changes its meaning', () => {
    expect(parse(String.raw`{"note":"\u0034111111111111111","c\u0076v":"123"}`).value).toEqual({
      note: '411111******1111',
      cvv: '***',
    });
    const text = String.raw`{"a":"\u0022\u005c\\u0034\u00e9\n\u000a"}`;
    expect(parse(text).value).toEqual(JSON.parse(text));
  });

  it('is masked in text that is not JSON', () => {
    expect(maskText('/shop/4111 1111 1111 1111', () => '')).toBe('/shop/411111******1111');
  });

  it('leaves no longer number in what is kept of a body that nobody can read', () => {
    const excerpt = unreadableExcerpt(bytes('{"card":"4111 1111 1111 1111","cvv":"12'), 2000);
    expect(excerpt).toBe('{"card":"*** *** *** ***","cvv":"12');
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
      user: { email: 5 },
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
