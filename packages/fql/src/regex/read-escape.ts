import type { PatternReader } from './pattern-reader.ts';
import { boundaryUnits, casedProperty, digitUnits, once, propertyUnits, spaceUnits, wordUnits } from './unicode.ts';
import { complement, rangesOf, type UnitSet } from './unit-set.ts';

const SHORTHANDS: Readonly<Record<string, () => UnitSet>> = {
  w: wordUnits,
  W: once(() => complement(wordUnits())),
  d: digitUnits,
  D: once(() => complement(digitUnits())),
  s: spaceUnits,
  S: once(() => complement(spaceUnits())),
};

/** The set behind `\w`, `\W`, `\d`, `\D`, `\s`, `\S`; undefined for other letters. */
export const shorthand = (letter: string): UnitSet | undefined => SHORTHANDS[letter]?.();

/** After `\p` or `\P`: the name in braces and its units. */
export const readProperty = (reader: PatternReader, isNegated: boolean, ignoreCase: boolean): UnitSet => {
  const from = reader.at - 2;
  const name = reader.takeMatch(/\{([\w-]+)\}/uy)?.[1];
  if (name === undefined) throw reader.problem('property', from);
  const units = ignoreCase ? casedProperty(name) : propertyUnits(name);
  if (!units) throw reader.problem('property', from);
  return isNegated ? complement(units) : units;
};

const CONTROLS: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27 };

const isWordUnit = (code: number): boolean =>
  rangesOf(boundaryUnits()).some(([from, to]) => code >= from && code <= to);

/** After `\`: the code of the one unit that the escape stands for. */
export const readUnitEscape = (reader: PatternReader): number => {
  const from = reader.at - 1;
  if (reader.isAtEnd) throw reader.problem('trailing');
  const octal = reader.takeMatch(/[0-7]{1,3}/uy);
  if (octal) return Number.parseInt(octal[0], 8) & 0xff;
  const hexadecimal = reader.takeMatch(/x([\da-f]{2})|u([\da-f]{4})/iuy);
  if (hexadecimal) return Number.parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16);
  const control = reader.takeMatch(/c([@-_a-z])/uy)?.[1];
  if (control !== undefined) return control.toUpperCase().charCodeAt(0) - 64;
  const unit = reader.take();
  const named = CONTROLS[unit];
  if (named !== undefined) return named;
  if (isWordUnit(unit.charCodeAt(0))) throw reader.problem('escape', from);
  return unit.charCodeAt(0);
};
