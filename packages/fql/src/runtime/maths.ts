import type { Json } from '@redoubt/kernel';
import { divideInt, remainderInt } from './operations.ts';
import { mix } from './random.ts';
import type { Run } from './run.ts';
import { Fault } from './values.ts';

/** Halves go to the even neighbour, as `System.Math.Round` does. */
export const roundEven = (value: number): number => {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
};

/** Values of `MidpointRounding`. */
const TO_EVEN = 0;
const AWAY_FROM_ZERO = 1;

const roundAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

const round = (_run: Run, site: number, value: number, digits = 0, mode = TO_EVEN): number => {
  if (digits < 0 || digits > 15) throw new Fault('EVAL-OUT-OF-RANGE', site, 'Rounding takes 0 to 15 digits.');
  if (!Number.isFinite(value) || Math.abs(value) >= 1e16) return value;
  const power = 10 ** digits;
  const scaled = (mode === AWAY_FROM_ZERO ? roundAway : roundEven)(value * power) / power;
  return Number.isFinite(scaled) ? scaled : value;
};

const random = (run: Run, site: number, min: number, max: number): number => {
  if (min >= max) throw new Fault('EVAL-RANDOM-RANGE', site, 'The lower bound must be below the upper bound.');
  const place = run.shape.sites[site];
  const draw = mix(run.context.seed, (place?.part ?? 0) * 1_000_003 + (place?.from ?? 0));
  return min + Math.floor((draw / 4_294_967_296) * (max - min));
};

const remainderTowardNearest = (x: number, y: number): number => (y === 0 ? Number.NaN : x - y * roundEven(x / y));

/** `System.Math`, by the ids of the function table. */
export const MATH_IMPLEMENTATIONS = {
  'Math.Min': (x: number, y: number): number => Math.min(x, y),
  'Math.Max': (x: number, y: number): number => Math.max(x, y),
  'Math.Abs': (x: number): number => Math.abs(x),
  'Math.Acos': (x: number): number => Math.acos(x),
  'Math.Asin': (x: number): number => Math.asin(x),
  'Math.Atan': (x: number): number => Math.atan(x),
  'Math.Atan2': (y: number, x: number): number => Math.atan2(y, x),
  'Math.BigMul': (a: number, b: number): number => a * b,
  'Math.Ceiling': (x: number): number => Math.ceil(x) + 0,
  'Math.Cos': (x: number): number => Math.cos(x),
  'Math.Cosh': (x: number): number => Math.cosh(x),
  'Math.Exp': (x: number): number => Math.exp(x),
  'Math.Floor': (x: number): number => Math.floor(x),
  'Math.IEEERemainder': remainderTowardNearest,
  'Math.Log': (x: number, base?: number): number => (base === undefined ? Math.log(x) : Math.log(x) / Math.log(base)),
  'Math.Log10': (x: number): number => Math.log10(x),
  'Math.Pow': (x: number, y: number): number => x ** y,
  'Math.Round': round,
  'Math.Round#mode': (run: Run, site: number, value: number, mode: number): number => round(run, site, value, 0, mode),
  'Math.Round#digits and mode': round,
  'Math.DivRem': (_run: Run, site: number, a: number, b: number): Json => ({
    Quotient: divideInt(a, b, site),
    Remainder: remainderInt(a, b, site),
  }),
  'MidpointRounding.ToEven': (): number => TO_EVEN,
  'MidpointRounding.AwayFromZero': (): number => AWAY_FROM_ZERO,
  'Math.Sign': (x: number): number => (x > 0 ? 1 : x < 0 ? -1 : 0),
  'Math.Sin': (x: number): number => Math.sin(x),
  'Math.Sinh': (x: number): number => Math.sinh(x),
  'Math.Sqrt': (x: number): number => Math.sqrt(x),
  'Math.Tan': (x: number): number => Math.tan(x),
  'Math.Tanh': (x: number): number => Math.tanh(x),
  'Math.Truncate': (x: number): number => Math.trunc(x) + 0,
  'Math.PI': (): number => Math.PI,
  'Math.E': (): number => Math.E,
  RandomInt: random,
  'Math.RandomInt': random,
} as const;
