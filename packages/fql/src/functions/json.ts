import { define, type FunctionSpec, parameter } from './spec.ts';

const array = parameter('array', 'Json');
const matchKey = parameter('matchKey', 'String');
const matchValue = parameter('matchValue', 'Any');
const edge = 'Numbers match by value, all else as text with letter case. An object counts as an array of one.';

/** Helpers for arrays of JSON (`docs/language/guide.md#json-and-variables`), and global variables. */
export const JSON_FUNCTIONS: readonly FunctionSpec[] = [
  define(
    'static',
    'json',
    'Array',
    'GetValue',
    [array, matchKey, matchValue, parameter('lookupKey', 'String')],
    'Json',
    'A member of the first element that matches.',
    {
      edge: `${edge} None: null.`,
    },
  ),
  define(
    'static',
    'json',
    'Array',
    'GetValues',
    [array, matchKey, matchValue],
    'Json',
    'All elements that match, as an array.',
    {
      edge: `${edge} None: an empty array.`,
    },
  ),
  define(
    'free',
    'json',
    null,
    'GetVariable',
    [parameter('name', 'String')],
    'Json',
    'A global variable of this transaction.',
    {
      edge: 'Never set: null, whose casts give defaults.',
      usesRun: true,
    },
  ),
];
