import { describe, expect, it } from 'vitest';
import { maskPersonalValues } from './personal-values.ts';

describe('masking values of a refused body', () => {
  it('keeps names, shapes, booleans and short numbers', () => {
    expect(
      maskPersonalValues('{"email": "Zoë.Q+1@mailbox.example", "at":"2026-03-14T10:00Z","total":12.50,"guest":true}'),
    ).toBe('{"email": "xxx.x+0@xxxxxxx.xxxxxxx", "at":"0000-00-00x00:00x","total":12.50,"guest":true}');
  });

  it('makes shapes of long numbers, escapes and values of arrays', () => {
    expect(maskPersonalValues('{"phone":4915112345678,"ids":["\\u0041b",1234567,-7654321,123456]}')).toBe(
      '{"phone":0000000000000,"ids":["xx",0000000,-0000000,123456]}',
    );
  });

  it('makes shapes of short numbers of personal members, and of those that a message found', () => {
    const body =
      '{"shippingAddress":{"zipCode":10115},"total":12,"paymentInstrument":{"accountNumbers":[ 12, 3.5 ]},"user":{"phoneNumber":-110';
    expect(maskPersonalValues(body)).toBe(
      '{"shippingAddress":{"zipCode":00000},"total":12,"paymentInstrument":{"accountNumbers":[ 00, 0.0 ]},"user":{"phoneNumber":-000',
    );
    expect(maskPersonalValues('$.shippingAddress.zipCode: expected text, found the number 10115')).toBe(
      '$.shippingAddress.zipCode: expected text, found the number 00000',
    );
    expect(maskPersonalValues('$.a: expected text, found the number -1.5; $.b: has 300 entries, at most 100')).toBe(
      '$.a: expected text, found the number -0.0; $.b: has 300 entries, at most 100',
    );
  });

  it('masks a value that was cut off', () => {
    expect(maskPersonalValues('{"user":{"name":"Nora Qui')).toBe('{"user":{"name":"xxxx xxx');
    expect(maskPersonalValues('{"name":"Nora\\')).toBe('{"name":"xxxx\\');
  });

  it('takes no longer than its text is long', () => {
    const quotes = '"\\'.repeat(20_000);
    expect(maskPersonalValues(quotes).length).toBeLessThanOrEqual(quotes.length);
    expect(maskPersonalValues('"'.repeat(50_001))).toHaveLength(50_001);
  });
});
