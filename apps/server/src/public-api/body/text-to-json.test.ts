import { describe, expect, it } from 'vitest';
import { parseBody, unreadableExcerpt } from './text-to-json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string) => parseBody(bytes(text), () => '');

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

  it('keeps the digits of whole numbers that a number would lose, as text', () => {
    const { text, value } = parse('{"id":12345678901234567890,"n":[1,2.5]}');
    expect(value).toEqual({ id: '12345678901234567890', n: [1, 2.5] });
    expect(JSON.parse(text)).toEqual(value);
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

  it('leaves no digit of a broken body in the reason of its refusal', () => {
    expect(() => parse('{"card":4111 1111 1111 1111}')).toThrow(expect.objectContaining({ code: 'REQ-BODY-NOT-JSON' }));
    try {
      parse('{"card":x4111 1111 1111 1111}');
    } catch (error) {
      expect(JSON.stringify((error as { params: unknown }).params)).not.toMatch(/4111|1111/);
    }
  });

  it('leaves no digit in what is kept of a body that cannot be read', () => {
    const excerpt = unreadableExcerpt(bytes('{"card":"4111 1111 1111 1111","cvv":"12'), 2000);
    expect(excerpt).toBe('{"card":"**** **** **** ****","cvv":"**');
  });
});
