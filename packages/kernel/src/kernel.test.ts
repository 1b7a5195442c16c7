import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  fixedClock,
  fromMoneyUnits,
  isCleanJson,
  isGuid,
  newId,
  toMoneyUnits,
  type Json,
} from './index.ts';

describe('canonicalJson', () => {
  it('gives equal text for equal values built in another order', () => {
    expect(canonicalJson({ b: 1, a: [true, null, { d: 'x', c: 2 }] })).toBe('{"a":[true,null,{"c":2,"d":"x"}],"b":1}');
  });

  it('parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed: unknown = JSON.parse(canonicalJson(value as never));
        expect(parsed).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('money', () => {
  it('keeps cents exactly', () => {
    expect(toMoneyUnits(0.1) + toMoneyUnits(0.2)).toBe(toMoneyUnits(0.3));
    expect(fromMoneyUnits(toMoneyUnits(220.01))).toBe(220.01);
    expect(toMoneyUnits(-0.00001)).toBe(0);
    expect(toMoneyUnits(Number.NaN)).toBe(0);
  });
});

describe('ids and clock', () => {
  it('makes GUIDs and recognises them in any letter case', () => {
    expect(isGuid(newId().toUpperCase())).toBe(true);
    expect(isGuid('7b92')).toBe(false);
  });

  it('a fixed clock moves only when told', () => {
    const clock = fixedClock(10);
    clock.advance(5);
    expect(clock.now()).toBe(15);
  });
});

describe('clean JSON', () => {
  it('has no NUL and no half of a surrogate pair, in names and in values', () => {
    expect(isCleanJson({ a: ['x', 1, null, { '𝄞': '🎻' }] })).toBe(true);
    for (const value of ['\0', '\ud83d', ['ok', '\udc00'], { '\0': 1 }, { a: { b: 'x\0' } }]) {
      expect(isCleanJson(value)).toBe(false);
    }
  });

  it('is not nested without end', () => {
    let deep: Json = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(isCleanJson(deep)).toBe(false);
    expect(isCleanJson([[[[1]]]])).toBe(true);
  });
});
