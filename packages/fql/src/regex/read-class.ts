import type { PatternReader } from './pattern-reader.ts';
import { readProperty, readUnitEscape, shorthand } from './read-escape.ts';
import { ignoringCase } from './unicode.ts';
import { complement, union, unit, type UnitSet, unitSet, without } from './unit-set.ts';

/** What one step in a class reads: a unit, or a set that cannot be part of a range. `escaped` units are never signs. */
type Step = { readonly code: number; readonly escaped: boolean } | { readonly set: UnitSet };

const readStep = (reader: PatternReader, ignoreCase: boolean): Step => {
  const sign = reader.take();
  if (sign !== '\\' || reader.isAtEnd) return { code: sign.charCodeAt(0), escaped: false };
  const letter = reader.peek();
  const set = shorthand(letter);
  if (set) {
    reader.at += 1;
    return { set };
  }
  if (letter === 'p' || letter === 'P') {
    reader.at += 1;
    return { set: readProperty(reader, letter === 'P', ignoreCase) };
  }
  return { code: readUnitEscape(reader), escaped: true };
};

const HYPHEN = 0x2d;

/** The rest of a class after its `[`: `[^…]`, ranges, escapes, and a subtraction `-[…]` at its end. */
export const readClass = (reader: PatternReader, ignoreCase: boolean): UnitSet => {
  const from = reader.at - 1;
  const isNegated = reader.takeIf('^');
  const ranges: (readonly [number, number])[] = [];
  const sets: UnitSet[] = [];
  let removed: UnitSet = [];
  const subtract = (): void => {
    removed = readClass(reader, ignoreCase);
    if (!reader.isAtEnd && reader.peek() !== ']') throw reader.problem('subtraction', from);
  };
  let start: number | null = null;
  for (let isFirst = true; ; isFirst = false) {
    if (reader.isAtEnd) throw reader.problem('classEnd', from);
    if (!isFirst && reader.takeIf(']')) break;
    const stepFrom = reader.at;
    const step = readStep(reader, ignoreCase);
    if ('set' in step) {
      if (start !== null) throw reader.problem('classRange', stepFrom - 2);
      sets.push(step.set);
      continue;
    }
    const { code, escaped } = step;
    const isSign = (sign: string): boolean => !escaped && !isFirst && code === sign.charCodeAt(0);
    if (start !== null) {
      if (isSign('[')) {
        ranges.push([start, start]);
        subtract();
      } else {
        if (start > code) throw reader.problem('classRange', stepFrom - 2);
        ranges.push([start, code]);
      }
      start = null;
    } else if (escaped && code === HYPHEN) ranges.push([code, code]);
    else if (reader.peek() === '-' && reader.peek(1) !== ']' && reader.peek(1) !== '') {
      start = code;
      reader.at += 1;
    } else if (isSign('-') && reader.takeIf('[')) subtract();
    else ranges.push([code, code]);
  }
  const plain = ignoreCase ? ignoringCase(unitSet(ranges)) : unitSet(ranges);
  const base = union(plain, ...sets);
  const whole = isNegated ? complement(base) : base;
  return removed.length === 0 ? whole : without(whole, removed);
};

/** One unit, or with letter case ignored the few it may be. */
export const literalUnits = (code: number, ignoreCase: boolean): UnitSet =>
  ignoreCase ? ignoringCase(unit(code)) : unit(code);
