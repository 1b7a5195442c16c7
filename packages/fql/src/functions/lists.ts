import { define, type FunctionSpec, optional, parameter } from './spec.ts';

const list = parameter('list', 'String', 'list');
const keyColumn = parameter('keyColumn', 'String', 'column');
const valueColumn = parameter('valueColumn', 'String', 'column');
const key = parameter('key', 'String');

/** The customer's lists (`docs/language/guide.md#lists`). */
export const LIST_FUNCTIONS: readonly FunctionSpec[] = [
  define(
    'free',
    'list',
    null,
    'ContainsKey',
    [list, parameter('column', 'String', 'column'), key],
    'Boolean',
    'Whether a column of the list holds the key.',
    {
      edge: 'Empty key: false. Letter case and outer blanks do not count unless the list says so.',
      usesRun: true,
    },
  ),
  define(
    'free',
    'list',
    null,
    'Lookup',
    [list, keyColumn, key, valueColumn, optional(parameter('default', 'String'))],
    'String',
    'The value column of the first row that holds the key.',
    {
      edge: 'No row: the default, or "Unknown". Empty cell: "".',
      usesRun: true,
    },
  ),
  define(
    'free',
    'list',
    null,
    'In',
    [key, parameter('choices', 'String', 'choices')],
    'Boolean',
    'Whether the text is one of the choices, written "a, b, c".',
    {
      edge: 'Letter case and outer blanks do not count. Empty list or text: false.',
    },
  ),
  define(
    'free',
    'list',
    null,
    'LookupClosest',
    [list, keyColumn, key, valueColumn, optional(parameter('default', 'String'))],
    'String',
    'As Lookup; without an exact row, the one whose key comes right before in the alphabet.',
    {
      edge: 'Before the smallest key: the smallest. Empty list: the default, or "Unknown".',
      usesRun: true,
    },
  ),
  ...(
    [
      ['InSupportList', 'Whether the support list has an unexpired entry for the value.'],
      ['IsSafe', 'Whether the support list has the value as safe.'],
      ['IsBlock', 'Whether the support list has the value as blocked.'],
      ['IsWatch', 'Whether the support list has the value on watch.'],
    ] as const
  ).map(([name, summary]) =>
    define(
      'free',
      'list',
      null,
      name,
      [parameter('list', 'String', 'supportList'), parameter('value', 'String')],
      'Boolean',
      summary,
      {
        edge: 'Expired entries do not count. Empty value: false.',
        usesRun: true,
      },
    ),
  ),
];
