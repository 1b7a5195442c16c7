import { describe, expect, test } from 'vitest';
import { parseJson } from './json-place.ts';
import { kindOf, pathSteps, readValue, valueAt, withoutValueAt, withValueAt, writeValue } from './sample-value.ts';

describe('sample values', () => {
  const sample = { totalAmount: 489, user: { Email: 'a@b.example' }, productList: [{ id: 'p1' }, { id: 'p2' }] };

  test('paths have names, indices and quoted keys', () => {
    expect(pathSteps('a.b[2].c')).toEqual(['a', 'b', 2, 'c']);
    expect(pathSteps('["a.b"].c')).toEqual(['a.b', 'c']);
  });

  test('letter case of a path does not matter', () => {
    expect(valueAt(sample, 'USER.email')).toBe('a@b.example');
    expect(withValueAt(sample, 'user.email', 'x')).toMatchObject({ user: { Email: 'x' } });
  });

  test('an array crossed without an index answers from its first element', () => {
    expect(valueAt(sample, 'productList.id')).toBe('p1');
    expect(valueAt(sample, 'productList[1].id')).toBe('p2');
    expect(withValueAt(sample, 'productList.id', 'x')).toMatchObject({ productList: [{ id: 'x' }, { id: 'p2' }] });
  });

  test('whole numbers keep their digits, as they do in a request', () => {
    expect(readValue('9007199254740993')).toEqual({ value: '9007199254740993', missing: false });
    expect(parseJson('{"account": 9007199254740993, "amount": 12}')).toEqual({
      value: { account: '9007199254740993', amount: 12 },
      problem: null,
    });
  });

  test('a missing path answers undefined and can be made', () => {
    expect(valueAt(sample, 'device.id')).toBeUndefined();
    expect(withValueAt(sample, 'device.id', 'd')).toMatchObject({ device: { id: 'd' } });
    expect(withValueAt({}, 'list[0].x', 1)).toEqual({ list: [{ x: 1 }] });
  });

  test('a value can be taken out', () => {
    expect(withoutValueAt(sample, 'user.email')).toMatchObject({ user: {} });
    expect(withoutValueAt(sample, 'nothing.here')).toEqual(sample);
  });

  test('the sample itself never changes', () => {
    withValueAt(sample, 'totalAmount', 1);
    withoutValueAt(sample, 'productList[0].id');
    expect(sample).toEqual({
      totalAmount: 489,
      user: { Email: 'a@b.example' },
      productList: [{ id: 'p1' }, { id: 'p2' }],
    });
  });

  test('typed text is JSON where it can be, else text', () => {
    expect(readValue('12.50')).toEqual({ value: 12.5, missing: false });
    expect(readValue('"12"')).toEqual({ value: '12', missing: false });
    expect(readValue('hello')).toEqual({ value: 'hello', missing: false });
    expect(readValue(' ')).toEqual({ value: undefined, missing: true });
    expect(writeValue(undefined)).toBe('');
  });

  test('kinds are told from the value', () => {
    expect([1, true, 'x', '2026-11-16T07:12:44Z', [], {}, null].map(kindOf)).toEqual([
      'number',
      'boolean',
      'string',
      'dateTime',
      'array',
      'object',
      'missing',
    ]);
  });
});

describe('place of a JSON error', () => {
  test.each([
    ['{\n  "a": 1,\n}', 3, 1],
    ['{"a" 1}', 1, 6],
    ['{"a": tru}', 1, 7],
    ["{'a': 1}", 1, 2],
    ['[1, 2', 1, 6],
    ['{"a": 1} x', 1, 10],
    ['', 1, 1],
    ['{"a": "x\ny"}', 1, 7],
    ['[1,,2]', 1, 4],
    ['[1}', 1, 3],
  ])('%j is wrong at line %i, column %i', (text, line, column) => {
    expect(parseJson(text).problem).toMatchObject({ line, column });
  });

  test('good JSON has no problem', () => {
    expect(parseJson('{"a": [1, true, null, "x\\n", -2.5e3]}').problem).toBeNull();
  });
});
