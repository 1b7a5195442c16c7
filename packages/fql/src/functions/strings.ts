import { define, type FunctionSpec, optional, type Parameter, parameter } from './spec.ts';

const text = parameter('text', 'String');
const set = parameter('characters', 'CharSet');
const comparison = parameter('comparison', 'StringComparison');
const BY_COMPARISON = 'Compared as the last argument says.';
const OUTSIDE = 'Outside the text: the statement does not fire.';
const method = (
  name: string,
  parameters: Parameters<typeof define>[4],
  result: Parameters<typeof define>[5],
  summary: string,
  details: Parameters<typeof define>[7] = {},
): FunctionSpec => define('method', 'string', 'String', name, parameters, result, summary, details);

const first = parameter('first', 'String');
const second = parameter('second', 'String');
const values: Parameter = { ...parameter('value', 'Any'), upTo: 20 };
const COMPARED = 'Below 0, 0 or above 0 as the first text comes before, with or after the second.';
const fixed = (
  name: string,
  parameters: Parameters<typeof define>[4],
  result: Parameters<typeof define>[5],
  summary: string,
  details: Parameters<typeof define>[7] = {},
): FunctionSpec => define('static', 'string', 'String', name, parameters, result, summary, details);

/** Members of text (`docs/language/guide.md#text`). Positions count UTF-16 units from 0. */
export const STRING_FUNCTIONS: readonly FunctionSpec[] = [
  define('property', 'string', 'String', 'Length', [], 'Int32', 'Number of characters.', {
    edge: 'A missing attribute has 0.',
  }),
  method('StartsWith', [text], 'Boolean', 'Whether it begins with the text.', {
    edge: 'Letter case counts; empty text: true.',
  }),
  method('StartsWith', [text, comparison], 'Boolean', 'Whether it begins with the text.', {
    variant: 'comparison',
    edge: BY_COMPARISON,
  }),
  method('EndsWith', [text], 'Boolean', 'Whether it ends with the text.', {
    edge: 'Letter case counts; empty text: true.',
  }),
  method('EndsWith', [text, comparison], 'Boolean', 'Whether it ends with the text.', {
    variant: 'comparison',
    edge: BY_COMPARISON,
  }),
  method('Contains', [text], 'Boolean', 'Whether it holds the text anywhere.', {
    edge: 'Letter case counts; empty text: true.',
  }),
  method('IndexOf', [text], 'Int32', 'Position of the first occurrence.', { edge: '−1 where there is none.' }),
  method('IndexOf', [text, comparison], 'Int32', 'Position of the first occurrence.', {
    variant: 'comparison',
    edge: BY_COMPARISON,
  }),
  method(
    'IndexOf',
    [text, parameter('start', 'Int32'), optional(parameter('length', 'Int32'))],
    'Int32',
    'Position of the first occurrence from a position on.',
    { variant: 'start', edge: OUTSIDE, usesRun: true },
  ),
  method('LastIndexOf', [text], 'Int32', 'Position of the last occurrence.', { edge: '−1 where there is none.' }),
  method(
    'LastIndexOf',
    [text, parameter('start', 'Int32')],
    'Int32',
    'Position of the last occurrence that ends at a position or before.',
    { variant: 'start', edge: OUTSIDE, usesRun: true },
  ),
  method(
    'Substring',
    [parameter('start', 'Int32'), optional(parameter('length', 'Int32'))],
    'String',
    'The part from a position on.',
    {
      edge: 'Outside the text: the statement does not fire.',
      usesRun: true,
    },
  ),
  method('ToUpper', [], 'String', 'In upper case.', { aliases: ['ToUpperInvariant'] }),
  method('ToLower', [], 'String', 'In lower case.', { aliases: ['ToLowerInvariant'] }),
  method('IsNumeric', [], 'Boolean', 'Whether it is a number: an optional sign, digits, one decimal point.', {
    edge: 'Empty: false.',
  }),
  method('IsNumeric', [parameter('suffix', 'String')], 'Boolean', 'Whether it is a number followed by the suffix.', {
    variant: 'suffix',
    edge: 'Empty: false.',
  }),
  method('IsNullOrEmpty', [], 'Boolean', 'Whether it is missing or empty.', { edge: 'A missing attribute: true.' }),
  method('IsNullOrWhiteSpace', [], 'Boolean', 'Whether it is missing, empty or nothing but white space.', {
    edge: 'A missing attribute: true.',
  }),
  method('IgnoreCaseEquals', [text], 'Boolean', 'Whether it equals the text but for letter case.', {
    aliases: ['EqualsIgnoreCase'],
  }),
  method('ContainsOnly', [set], 'Boolean', 'Whether every character is in one of the sets.', { edge: 'Empty: true.' }),
  method('ContainsAll', [set], 'Boolean', 'Whether it holds a character of each of the sets.', {
    edge: 'Empty: false.',
  }),
  method('ContainsAny', [set], 'Boolean', 'Whether it holds a character of any of the sets.', {
    edge: 'Empty: false.',
  }),
  method('Trim', [], 'String', 'Without white space at both ends.'),
  method('Trim', [parameter('characters', 'String')], 'String', 'Without the given characters at both ends.', {
    variant: 'characters',
  }),
  method(
    'TrimStart',
    [optional(parameter('characters', 'String'))],
    'String',
    'Without white space, or the given characters, at the start.',
  ),
  method(
    'TrimEnd',
    [optional(parameter('characters', 'String'))],
    'String',
    'Without white space, or the given characters, at the end.',
  ),
  method('Replace', [parameter('old', 'String'), parameter('new', 'String')], 'String', 'Every occurrence replaced.', {
    edge: 'An empty old text changes nothing.',
    usesRun: true,
  }),
  method(
    'PadLeft',
    [parameter('width', 'Int32'), optional(parameter('character', 'String'))],
    'String',
    'Filled up at the start to a width.',
    {
      edge: 'Fills with blanks by default; wider than 10,000: the statement does not fire.',
      usesRun: true,
    },
  ),
  method(
    'PadRight',
    [parameter('width', 'Int32'), optional(parameter('character', 'String'))],
    'String',
    'Filled up at the end to a width.',
    {
      edge: 'Fills with blanks by default; wider than 10,000: the statement does not fire.',
      usesRun: true,
    },
  ),
  method('Insert', [parameter('position', 'Int32'), text], 'String', 'With the text put in at a position.', {
    edge: 'Outside the text: the statement does not fire.',
    usesRun: true,
  }),
  method(
    'Remove',
    [parameter('start', 'Int32'), optional(parameter('length', 'Int32'))],
    'String',
    'Without the part from a position on.',
    {
      edge: 'Outside the text: the statement does not fire.',
      usesRun: true,
    },
  ),
  method('Equals', [text], 'Boolean', 'Whether it equals the text.', { edge: 'Letter case counts.' }),
  method('Equals', [text, comparison], 'Boolean', 'Whether it equals the text.', {
    variant: 'comparison',
    edge: BY_COMPARISON,
  }),
  method('CompareTo', [text], 'Int32', 'Below 0, 0 or above 0 as it comes before, with or after the text.', {
    edge: 'Ordinal.',
  }),
  method('Split', [parameter('separator', 'String')], 'Json', 'The parts between separators, as an array.', {
    edge: 'An empty separator splits at white space.',
  }),
  fixed('IsNullOrEmpty', [text], 'Boolean', 'Whether it is missing or empty.', {
    variant: 'static',
    edge: 'A missing attribute: true.',
  }),
  fixed('IsNullOrWhiteSpace', [text], 'Boolean', 'Whether it is missing, empty or nothing but white space.', {
    variant: 'static',
    edge: 'A missing attribute: true.',
  }),
  fixed('Equals', [first, second], 'Boolean', 'Whether two texts are equal.', {
    variant: 'static',
    edge: 'Letter case counts.',
  }),
  fixed('Equals', [first, second, comparison], 'Boolean', 'Whether two texts are equal.', {
    variant: 'static comparison',
    edge: BY_COMPARISON,
  }),
  fixed('Compare', [first, second], 'Int32', COMPARED, { aliases: ['CompareOrdinal'], edge: 'Ordinal.' }),
  fixed('Compare', [first, second, comparison], 'Int32', COMPARED, { variant: 'comparison', edge: BY_COMPARISON }),
  fixed('Compare', [first, second, parameter('ignoreCase', 'Boolean')], 'Int32', COMPARED, {
    variant: 'ignoreCase',
    edge: 'Ordinal; where the last argument is true, letter case does not count.',
  }),
  fixed('Concat', [values], 'String', 'The values as one text.', { usesRun: true }),
  fixed(
    'Join',
    [parameter('separator', 'String'), values],
    'String',
    'The values as one text, with the separator between them.',
    { edge: 'The elements of a list count one by one.', usesRun: true },
  ),
  fixed(
    'Format',
    [parameter('format', 'String'), values],
    'String',
    'The format, with {0}, {1} and so on replaced by the values.',
    {
      edge: 'Dates take their formats, numbers D, F, G, N, P and X; another format: the statement does not fire.',
      usesRun: true,
    },
  ),
  define('constant', 'string', 'String', 'Empty', [], 'String', 'Empty text.'),
  define('constant', 'string', 'StringComparison', 'Ordinal', [], 'StringComparison', 'Texts compare unit by unit.', {
    aliases: ['InvariantCulture', 'CurrentCulture'],
  }),
  define(
    'constant',
    'string',
    'StringComparison',
    'OrdinalIgnoreCase',
    [],
    'StringComparison',
    'Texts compare without letter case.',
    { aliases: ['InvariantCultureIgnoreCase', 'CurrentCultureIgnoreCase'] },
  ),
];
