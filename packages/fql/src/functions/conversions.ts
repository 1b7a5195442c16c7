import type { FqlType } from '../types.ts';
import { define, type FunctionSpec, parameter } from './spec.ts';

const value = parameter('value', 'Any');
const unreadable =
  'Missing: the default. Unreadable text: the default, noted on the decision; an error where the environment is strict.';

const TARGETS: readonly (readonly [name: string, result: FqlType, summary: string])[] = [
  ['ToDateTime', 'DateTime', 'Read as a date: ISO 8601 first, then the usual written forms.'],
  ['ToInt32', 'Int32', 'Read as a whole number; decimals are cut off.'],
  ['ToDouble', 'Double', 'Read as a number.'],
  ['ToString', 'String', 'Written as text.'],
  ['ToBoolean', 'Boolean', 'Read as true or false: true/false in any letter case, 1/0, or a number other than 0.'],
];

/** `Convert.To…` rounds numbers, where a cast and `x.ToInt32()` cut their decimals off. */
const STATIC_TARGETS: typeof TARGETS = [
  ...TARGETS.filter(([name]) => name !== 'ToInt32'),
  [
    'ToInt32',
    'Int32',
    'Read as a whole number: a number is rounded, halves to the even neighbour; decimals of a text are cut off.',
  ],
  ['ToInt64', 'Double', 'Read as a whole number as ToInt32 does, exact up to 9,007,199,254,740,992.'],
  ['ToDecimal', 'Double', 'Read as a number; 15 digits are exact.'],
];

const CASTS: readonly (readonly [name: string, result: FqlType, summary: string])[] = [
  ['AsString', 'String', 'The node as text.'],
  ['AsInt', 'Int32', 'The node as a whole number.'],
  ['AsDouble', 'Double', 'The node as a number.'],
  ['AsDateTime', 'DateTime', 'The node as a date.'],
  ['AsBool', 'Boolean', 'The node as true or false.'],
  [
    'AsJsonArray',
    'Json',
    'The node as an array; an object or scalar counts as one element, text starting with "[" is read.',
  ],
  ['AsJsonObject', 'Json', 'The node as it is; text starting with "{" is read.'],
];

/**
 * Conversions (`docs/language/guide.md#types` and `docs/language/guide.md#conversions`): `Convert.To…(x)`, `x.To…()`
 * and the casts of JSON.
 */
export const CONVERSION_FUNCTIONS: readonly FunctionSpec[] = [
  ...STATIC_TARGETS.map(([name, result, summary]) =>
    define('static', 'conversion', 'Convert', name, [value], result, summary, { edge: unreadable, usesRun: true }),
  ),
  ...TARGETS.map(([name, result, summary]) =>
    define('method', 'conversion', 'Any', name, [], result, summary, { edge: unreadable, usesRun: true }),
  ),
  define('method', 'conversion', 'Any', 'ToStr', [], 'String', 'Any value as text; JSON is written compactly.', {
    edge: 'Missing: "".',
  }),
  ...CASTS.map(([name, result, summary]) =>
    define('method', 'conversion', 'Any', name, [], result, summary, { edge: 'Missing or unreadable: the default.' }),
  ),
];
