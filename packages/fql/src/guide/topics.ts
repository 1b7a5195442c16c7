import { MAX_NESTING_DEPTH, MAX_TEXT_LENGTH } from '../syntax/limits.ts';
import { DEFAULT_RULE_LIMITS, type RuleLimits } from '../program/symbol-table.ts';
import type { Json } from '@redoubt/kernel';

/** Something to look up: how it is written, what it means and, where it helps, an expression with its value. */
export type Topic = {
  readonly written: string;
  readonly summary: string;
  readonly example?: readonly [text: string, gives: Json];
};

/** What `@@` means, wherever it is explained. */
export const WHOLE_EVENT = 'A part of the event as JSON; @@ alone is all of it.';

export const REFERENCES: readonly Topic[] = [
  {
    written: '@"a.b"',
    summary: 'An attribute of the event; the place it stands in decides its type. Letter case does not count.',
    example: ['@"USER.country"', 'DE'],
  },
  {
    written: '@name',
    summary: 'One name: at the top of the event, among the values the product adds, or its first occurrence anywhere.',
    example: ['@email', 'nora@mail.example'],
  },
  {
    written: '@"list[1].a"',
    summary: 'An element of a list; outside the list it is missing.',
    example: ['@"productList[1].price" + 1', 31],
  },
  {
    written: '@"list.a"',
    summary: 'The first element of a list that has the rest of the path.',
    example: ['@"productList.type"', 'Physical'],
  },
  {
    written: '@@"a.b"',
    summary: WHOLE_EVENT,
    example: ['@@"user.tags"', [7, 'new']],
  },
  { written: '$name', summary: 'A variable bound by LET; letter case counts.' },
  {
    written: 'Velocity.name(key, 2h)',
    summary: 'The value of a velocity over a window: 1–59s, 1–59m, 1–23h or 1–90d. An empty key is 0.',
    example: ['Velocity.purchases(@"user.userId", 7d)', 3],
  },
  {
    written: 'Velocity.name(key, 2h, includeCurrent = true)',
    summary: 'The same with the event that is being decided, as far as it counts before it has a decision.',
    example: ['Velocity.purchases(@"user.userId", 7d, includeCurrent = true)', 4],
  },
  {
    written: 'External.name(arguments)',
    summary: 'The answer of an external call as JSON.',
    example: ['External.weather("Berlin").id', 'rain'],
  },
  {
    written: 'Assessments.name.Evaluate(field = value)',
    summary: 'The answer of another assessment as JSON. $baseInput = @@ passes on all that it knows of this event.',
  },
  {
    written: 'Functions.name(arguments).property',
    summary:
      'A property of a function; Functions.root, Functions.parent and Functions.environment["id"] look further up. A velocity calls those that ask nothing outside and read no velocity.',
  },
];

export const LITERALS: readonly Topic[] = [
  {
    written: '"text" or \'text\'',
    summary: 'Text on one line; \\" \\\' \\\\ \\n \\r \\t \\0 \\u0041 are escapes, any other back-slash stays.',
    example: ['"\\u0041\\d"', 'A\\d'],
  },
  {
    written: '12  12.5  1e3',
    summary: 'Whole numbers of 32 bits, and all other numbers.',
    example: ['7 / 2 + 0.5', 3.5],
  },
  {
    written: 'true false null',
    summary: 'In any letter case; == null holds for what is missing.',
    example: ['@"nothing" == NULL', true],
  },
  { written: '[a, b]', summary: 'A list of any values.', example: ['[1, @"user.country"]', [1, 'DE']] },
  { written: '{ name: a }', summary: 'An object of any values.', example: ['{ id: @"user.userId" }', { id: 'u13' }] },
  { written: '// … and /* … */', summary: 'Comments.' },
];

/** From the tightest to the loosest. */
export const OPERATORS: readonly Topic[] = [
  {
    written: 'a.b  a[i]  f(a)',
    summary: 'Member, element, call. Elements outside a list are null.',
    example: ['@@"user.tags"[5]', null],
  },
  {
    written: '!a  -a  +a  (string)a',
    summary: 'Not, signs, and old conversions to string, int, double, bool and DateTime.',
    example: ['(int)"12" + 1', 13],
  },
  {
    written: 'a * b  a / b  a % b',
    summary: 'Two whole numbers stay whole; dividing by zero is an evaluation error.',
    example: ['7 / 2', 3],
  },
  {
    written: 'a + b  a - b',
    summary: 'Sums; text and anything is one text; dates and times give dates and times.',
    example: ['"n" + 1', 'n1'],
  },
  { written: '<  >  <=  >=', summary: 'Numbers, dates, times; text by its characters.', example: ['"a" < "b"', true] },
  {
    written: '==  !=',
    summary: 'Text compares with letter case, except beside a decision or an enumeration.',
    example: ['"DE" == "de"', false],
  },
  {
    written: 'a | b',
    summary: 'Sets of characters put together.',
    example: ['"1-2".ContainsOnly(CharSet.Numeric | CharSet.Hyphen)', true],
  },
  { written: 'not a', summary: 'Looser than comparisons.', example: ['not 1 == 2', true] },
  {
    written: 'a and b  a && b',
    summary: 'The second is worked out only if the first holds.',
    example: ['false and 1 / 0 > 1', false],
  },
  {
    written: 'a or b  a || b',
    summary: 'The second is worked out only if the first does not hold.',
    example: ['true or 1 / 0 > 1', true],
  },
  {
    written: 'a ? b : c',
    summary: 'Only the chosen one is worked out.',
    example: ['@"totalAmount" > 100 ? "large" : "small"', 'large'],
  },
];

export const TYPES: readonly Topic[] = [
  { written: 'Boolean', summary: 'true or false; false where missing.' },
  { written: 'Int32', summary: 'A whole number of 32 bits; 0 where missing.' },
  { written: 'Double', summary: 'Any other number; 0 where missing.' },
  { written: 'String', summary: 'Text, counted in UTF-16 units from 0; empty where missing.' },
  {
    written: 'DateTime',
    summary: 'An instant with its offset, UTC where none is given; the year 1 where missing.',
    example: ['@"nothing".ToDateTime()', '0001-01-01T00:00:00Z'],
  },
  {
    written: 'TimeSpan',
    summary: 'A length of time; beside a number it counts in days.',
    example: ['DateTime.Today - @"user.creationDate" > 3', true],
  },
  {
    written: 'Json',
    summary: 'A value whose kind is seen only when it is there; beside a typed value it is read as that type.',
    example: ['@@"totalAmount" > 100', true],
  },
];

const RULE_LIMITS: Readonly<Record<keyof RuleLimits, string>> = {
  velocitiesPerSet: 'velocities of a set',
  propertiesPerFunction: 'properties of a function',
  velocitiesPerFunction: 'velocities read by a function',
  callsPerFunction: 'external calls of a function',
  listsPerFunction: 'lists read by a function',
  assessmentsPerFunction: 'external assessments of a function',
  functionsPerRule: 'functions used by a rule, routing rule or action',
  resourcesPerVelocity: 'resources used by a velocity',
  membersPerPath: 'members of an attribute path',
  expressionsPerText: 'values, operators and calls of one text',
  expressionsPerRule: 'values, operators and calls of all texts of a rule',
  variablesPerRule: 'variables of a rule',
  patternsPerRule: 'regular expressions of a rule',
  charactersPerRule: 'characters of all texts of a rule',
};

/** How many of something a text may have. */
export type Limit = { readonly counted: string; readonly limit: number };

export const LIMITS: readonly Limit[] = [
  { counted: 'characters of one text', limit: MAX_TEXT_LENGTH },
  { counted: 'levels of nesting', limit: MAX_NESTING_DEPTH },
  ...Object.entries(DEFAULT_RULE_LIMITS).map(([name, limit]) => ({
    counted: RULE_LIMITS[name as keyof RuleLimits],
    limit,
  })),
];
