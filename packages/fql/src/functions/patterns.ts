import { define, type FunctionSpec, parameter } from './spec.ts';

/** Patterns of text (`docs/language/guide.md#patterns`). */
export const PATTERN_FUNCTIONS: readonly FunctionSpec[] = [
  define(
    'static',
    'pattern',
    'Patterns',
    'IsRegexMatch',
    [parameter('pattern', 'String', 'pattern'), parameter('text', 'String')],
    'Boolean',
    'Whether the regular expression, written as in .NET, is found anywhere in the text.',
    {
      edge: 'The pattern must be written out; back-references and look-around do not exist. Text of more than 10,000 characters: false.',
    },
  ),
  define(
    'free',
    'pattern',
    null,
    'GetPattern',
    [parameter('text', 'String')],
    'Pattern',
    'What the letters of a text look like.',
  ),
  define('property', 'pattern', 'Pattern', 'maxConsonants', [], 'Int32', 'Longest run of consonants; y is one.', {
    edge: 'Digits and signs end a run. Empty: 0.',
  }),
  define(
    'property',
    'pattern',
    'Pattern',
    'gibberScore',
    [],
    'Double',
    'From 0, most likely typed at random, to 1, like a name or word.',
    {
      edge: 'Judged by the pairs of letters of English and of names; short forms mislead it. Empty: 0.',
    },
  ),
];
