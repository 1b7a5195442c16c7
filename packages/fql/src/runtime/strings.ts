import type { Json } from '@redoubt/kernel';
import { composite } from './composite-format.ts';
import { text } from './conversions.ts';
import { equalIgnoringCase, limitLength } from './operations.ts';
import type { Run } from './run.ts';
import { Fault } from './values.ts';

const MAX_PADDING = 10_000;
const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

const outside = (site: number): Fault => new Fault('EVAL-OUT-OF-RANGE', site, 'The position lies outside the text.');

const substring = (_run: Run, site: number, text: string, start: number, length?: number): string => {
  const size = length ?? text.length - start;
  if (start < 0 || size < 0 || start + size > text.length) throw outside(site);
  return text.slice(start, start + size);
};

const trimWith = (text: string, characters: string, start: boolean, end: boolean): string => {
  let from = 0;
  let to = text.length;
  while (start && from < to && characters.includes(text.charAt(from))) from += 1;
  while (end && to > from && characters.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

const padding = (site: number, width: number, character: string | undefined): string => {
  if (width > MAX_PADDING) throw new Fault('EVAL-OUT-OF-RANGE', site, `The width is more than ${MAX_PADDING}.`);
  return character === undefined || character === '' ? ' ' : character.charAt(0);
};

const BIT_OF: ReadonlyMap<string, number> = new Map([
  ["'", 2],
  ['@', 4],
  ['\\', 8],
  [',', 16],
  ['-', 32],
  ['.', 128],
  ['/', 256],
  ['_', 512],
  [' ', 1024],
]);

/** The bit of the set a character belongs to; 0 for one in no set. */
const bitOf = (character: string): number => {
  if ((character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')) return 1;
  if (character >= '0' && character <= '9') return 64;
  return BIT_OF.get(character) ?? 0;
};

const setsIn = (text: string): number => {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= bitOf(text.charAt(at));
  return bits;
};

const containsOnly = (text: string, set: number): boolean => {
  for (let at = 0; at < text.length; at += 1) if ((bitOf(text.charAt(at)) & set) === 0) return false;
  return true;
};

/** Letters whose other case depends on language or place, or that the invariant culture leaves alone. */
const PARTICULAR = /[\u0130\u0131\u03A3]/;
const KEPT = new Set(['\u0130', '\u0131']);

/** Letter case of the invariant culture: letter for letter, so that a text keeps its length (no ß → SS). */
const changeCase = (text: string, to: 'upper' | 'lower'): string => {
  const change = (part: string): string => (to === 'upper' ? part.toUpperCase() : part.toLowerCase());
  const whole = change(text);
  if (whole.length === text.length && !PARTICULAR.test(text)) return whole;
  return Array.from(text, (letter) => {
    const changed = KEPT.has(letter) ? letter : change(letter);
    return changed.length === letter.length ? changed : letter;
  }).join('');
};

/** Values of `StringComparison`. */
const ORDINAL = 0;
const IGNORE_CASE = 1;

/** A text as it is compared: letter for letter, so that positions stay. */
const compared = (text: string, comparison: number): string =>
  comparison === IGNORE_CASE ? changeCase(text, 'upper') : text;

const compare = (a: string, b: string, comparison: number): number => {
  const [left, right] = [compared(a, comparison), compared(b, comparison)];
  return left < right ? -1 : left === right ? 0 : 1;
};

const isBlank = (text: string): boolean => /^\s*$/u.test(text);

const joined = (site: number, separator: string, values: readonly unknown[]): string => {
  const [only] = values;
  const parts = (values.length === 1 && Array.isArray(only) ? (only as readonly unknown[]) : values).map(text);
  limitLength(
    parts.reduce((length, part) => length + part.length + separator.length, 0),
    site,
  );
  return parts.join(separator);
};

/** Members of `String`, by the ids of the function table. Everything is ordinal; arguments are of the declared types. */
export const STRING_IMPLEMENTATIONS = {
  'String.Length': (text: string): number => text.length,
  'String.StartsWith': (text: string, start: string): boolean => text.startsWith(start),
  'String.StartsWith#comparison': (value: string, start: string, comparison: number): boolean =>
    compared(value, comparison).startsWith(compared(start, comparison)),
  'String.EndsWith#comparison': (value: string, end: string, comparison: number): boolean =>
    compared(value, comparison).endsWith(compared(end, comparison)),
  'String.IndexOf#comparison': (value: string, part: string, comparison: number): number =>
    compared(value, comparison).indexOf(compared(part, comparison)),
  'String.IndexOf#start': (
    _run: Run,
    site: number,
    value: string,
    part: string,
    start: number,
    length = value.length - start,
  ): number => {
    if (start < 0 || length < 0 || start + length > value.length) throw outside(site);
    const found = value.slice(start, start + length).indexOf(part);
    return found < 0 ? -1 : start + found;
  },
  'String.LastIndexOf#start': (_run: Run, site: number, value: string, part: string, start: number): number => {
    if (value === '') return part === '' ? 0 : -1;
    if (start < 0 || start > value.length) throw outside(site);
    return value.slice(0, start + 1).lastIndexOf(part);
  },
  'String.IsNullOrWhiteSpace': isBlank,
  'String.IsNullOrEmpty#static': (value: string): boolean => value === '',
  'String.IsNullOrWhiteSpace#static': isBlank,
  'String.Equals#comparison': (value: string, other: string, comparison: number): boolean =>
    compare(value, other, comparison) === 0,
  'String.Equals#static': (first: string, second: string): boolean => first === second,
  'String.Equals#static comparison': (first: string, second: string, comparison: number): boolean =>
    compare(first, second, comparison) === 0,
  'String.Compare': (first: string, second: string): number => compare(first, second, ORDINAL),
  'String.Compare#comparison': compare,
  'String.Compare#ignoreCase': (first: string, second: string, ignoreCase: boolean): number =>
    compare(first, second, ignoreCase ? IGNORE_CASE : ORDINAL),
  'String.Concat': (_run: Run, site: number, ...values: readonly unknown[]): string => joined(site, '', values),
  'String.Join': (_run: Run, site: number, separator: string, ...values: readonly unknown[]): string =>
    joined(site, separator, values),
  'String.Format': (_run: Run, site: number, format: string, ...values: readonly unknown[]): string => {
    const written = composite(format, values);
    if (written === null) throw new Fault('EVAL-FORMAT', site, 'The format is not known.');
    limitLength(written.length, site);
    return written;
  },
  'String.Empty': (): string => '',
  'StringComparison.Ordinal': (): number => ORDINAL,
  'StringComparison.OrdinalIgnoreCase': (): number => IGNORE_CASE,
  'String.EndsWith': (text: string, end: string): boolean => text.endsWith(end),
  'String.Contains': (text: string, part: string): boolean => text.includes(part),
  'String.IndexOf': (text: string, part: string): number => text.indexOf(part),
  'String.LastIndexOf': (text: string, part: string): number => text.lastIndexOf(part),
  'String.Substring': substring,
  'String.ToUpper': (text: string): string => changeCase(text, 'upper'),
  'String.ToLower': (text: string): string => changeCase(text, 'lower'),
  'String.IsNumeric': (text: string): boolean => NUMERIC.test(text),
  'String.IsNumeric#suffix': (text: string, suffix: string): boolean =>
    text.endsWith(suffix) && NUMERIC.test(text.slice(0, text.length - suffix.length)),
  'String.IsNullOrEmpty': (text: string): boolean => text === '',
  'String.IgnoreCaseEquals': equalIgnoringCase,
  'String.ContainsOnly': containsOnly,
  'String.ContainsAll': (text: string, set: number): boolean => (setsIn(text) & set) === set,
  'String.ContainsAny': (text: string, set: number): boolean => (setsIn(text) & set) !== 0,
  'String.Trim': (text: string): string => text.trim(),
  'String.Trim#characters': (text: string, characters: string): string => trimWith(text, characters, true, true),
  'String.TrimStart': (text: string, characters?: string): string =>
    characters === undefined ? text.trimStart() : trimWith(text, characters, true, false),
  'String.TrimEnd': (text: string, characters?: string): string =>
    characters === undefined ? text.trimEnd() : trimWith(text, characters, false, true),
  'String.Replace': (_run: Run, site: number, text: string, old: string, replacement: string): string => {
    if (old === '') return text;
    const parts = text.split(old);
    if (parts.length === 1) return text;
    limitLength(text.length + (parts.length - 1) * (replacement.length - old.length), site);
    return parts.join(replacement);
  },
  'String.PadLeft': (_run: Run, site: number, text: string, width: number, character?: string): string =>
    text.padStart(width, padding(site, width, character)),
  'String.PadRight': (_run: Run, site: number, text: string, width: number, character?: string): string =>
    text.padEnd(width, padding(site, width, character)),
  'String.Insert': (_run: Run, site: number, text: string, position: number, inserted: string): string => {
    if (position < 0 || position > text.length) throw outside(site);
    limitLength(text.length + inserted.length, site);
    return text.slice(0, position) + inserted + text.slice(position);
  },
  'String.Remove': (run: Run, site: number, text: string, start: number, length?: number): string => {
    const removed = substring(run, site, text, start, length);
    return text.slice(0, start) + text.slice(start + removed.length);
  },
  'String.Equals': (text: string, other: string): boolean => text === other,
  'String.CompareTo': (text: string, other: string): number => (text < other ? -1 : text === other ? 0 : 1),
  'String.Split': (text: string, separator: string): readonly Json[] =>
    separator === '' ? text.split(/\s+/).filter((part) => part !== '') : text.split(separator),
} as const;
