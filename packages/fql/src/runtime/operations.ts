import type { Json } from '@redoubt/kernel';
import { text } from './conversions.ts';
import { compareNodes } from './nodes.ts';
import type { Run } from './run.ts';
import { Fault, FqlDate, FqlSpan, MAX_DATE_MS, MIN_DATE_MS, TICKS_PER_MS } from './values.ts';
import { put } from './put.ts';

/** Longest text an expression may build, and most values a JSON literal may hold, nested ones included. */
const MAX_TEXT = 1_000_000;
const MAX_VALUES = 100_000;

const byZero = (site: number): Fault => new Fault('EVAL-DIVISION-BY-ZERO', site, 'Division by zero.');

/** Division by zero stops the statement for every kind of number. */
export const divide = (a: number, b: number, site: number): number => {
  if (b === 0) throw byZero(site);
  return a / b;
};
export const remainder = (a: number, b: number, site: number): number => {
  if (b === 0) throw byZero(site);
  return a % b;
};
/** Whole numbers divide toward zero, as in C#. */
export const divideInt = (a: number, b: number, site: number): number => {
  if (b === 0) throw byZero(site);
  return (a / b) | 0;
};
export const remainderInt = (a: number, b: number, site: number): number => {
  if (b === 0) throw byZero(site);
  return (a % b) | 0;
};

/** Asked before a text is built: doubling a variable a few dozen times would exhaust the memory. */
export const limitLength = (length: number, site: number): void => {
  if (length > MAX_TEXT) throw new Fault('EVAL-TOO-LARGE', site, `The text grew past ${MAX_TEXT} characters.`);
};

export const concat = (a: string, b: string, site: number): string => {
  limitLength(a.length + b.length, site);
  return a + b;
};

export const equalIgnoringCase = (a: string, b: string): boolean =>
  a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase());

/** A value of any kind beside a text: true and false compare without letter case, all else as it is written. */
export const textEqual = (value: unknown, b: string): boolean =>
  typeof value === 'boolean' ? equalIgnoringCase(text(value), b) : text(value) === b;

/** Two attributes: text, or numbers where the environment says so and both are JSON numbers. */
export const compareUntyped = (run: Run, a: unknown, b: unknown): number => {
  if (run.context.switches.untypedCompare === 'auto') return compareNodes(a, b);
  const left = text(a);
  const right = text(b);
  return left < right ? -1 : left === right ? 0 : 1;
};

/** @param ticks any whole number of them, beyond the milliseconds. */
export const dateAt = (ms: number, offsetMinutes: number, site: number, ticks = 0): FqlDate => {
  const carried = Math.floor(ticks / TICKS_PER_MS);
  const whole = ms + carried;
  if (!(whole >= MIN_DATE_MS && whole <= MAX_DATE_MS))
    throw new Fault('EVAL-OUT-OF-RANGE', site, 'The date lies outside the years 1 to 9999.');
  return new FqlDate(whole, offsetMinutes, ticks - carried * TICKS_PER_MS);
};

export const dateMinusDate = (a: FqlDate, b: FqlDate): FqlSpan => FqlSpan.of(a.ms - b.ms, a.ticks - b.ticks);
export const datePlusSpan = (a: FqlDate, b: FqlSpan, site: number): FqlDate =>
  dateAt(a.ms + b.ms, a.offsetMinutes, site, a.ticks + b.ticks);
export const dateMinusSpan = (a: FqlDate, b: FqlSpan, site: number): FqlDate =>
  dateAt(a.ms - b.ms, a.offsetMinutes, site, a.ticks - b.ticks);
export const spanPlusSpan = (a: FqlSpan, b: FqlSpan): FqlSpan => FqlSpan.of(a.ms + b.ms, a.ticks + b.ticks);
export const spanMinusSpan = (a: FqlSpan, b: FqlSpan): FqlSpan => FqlSpan.of(a.ms - b.ms, a.ticks - b.ticks);
export const negateSpan = (a: FqlSpan): FqlSpan => FqlSpan.of(-a.ms, -a.ticks);

/** Size of the values built by literals; what came in from outside counts as one. */
const sizes = new WeakMap<object, number>();
const sizeOf = (value: unknown): number => (typeof value === 'object' && value !== null ? (sizes.get(value) ?? 1) : 1);

const weighed = <T extends object>(node: T, values: readonly unknown[], site: number): T => {
  let size = 1;
  for (const value of values) size += sizeOf(value);
  if (size > MAX_VALUES) throw new Fault('EVAL-TOO-LARGE', site, `The value grew past ${MAX_VALUES} elements.`);
  sizes.set(node, size);
  return node;
};

export const array = (items: readonly Json[], site: number): readonly Json[] => weighed(items as Json[], items, site);

export const object = (keys: readonly string[], values: readonly Json[], site: number): Json => {
  const built: Record<string, Json> = {};
  keys.forEach((key, index) => put(built, key, values[index]));
  return weighed(built, values, site);
};

export const broken = (site: number): never => {
  throw new Fault('EVAL-BROKEN-TEXT', site, 'The text has an error.');
};
