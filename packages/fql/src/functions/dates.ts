import { define, type FunctionSpec, optional, parameter } from './spec.ts';

const number = parameter('amount', 'Double');
const part = (name: string, summary: string): FunctionSpec =>
  define('property', 'date', 'DateTime', name, [], 'Int32', summary, { edge: "In the value's own offset." });
const add = (name: string, summary: string): FunctionSpec =>
  define('method', 'date', 'DateTime', name, [number], 'DateTime', summary, {
    edge: 'Outside the years 1 to 9999: the statement does not fire.',
    usesRun: true,
  });
const truncate = (unit: string): FunctionSpec =>
  define('method', 'date', 'DateTime', `TruncateTo${unit}`, [], 'DateTime', `Start of its ${unit.toLowerCase()}.`, {
    edge: unit === 'Week' ? 'Weeks start on Sunday.' : '',
  });
const total = (name: string, summary: string): FunctionSpec =>
  define('property', 'timeSpan', 'TimeSpan', name, [], 'Double', summary);
const component = (name: string, summary: string): FunctionSpec =>
  define('property', 'timeSpan', 'TimeSpan', name, [], 'Int32', summary, { edge: 'Toward zero.' });

/** Dates and durations (`docs/language/guide.md#dates`). A date is an instant with an offset; without one it is UTC. */
export const DATE_FUNCTIONS: readonly FunctionSpec[] = [
  define('constant', 'date', 'DateTime', 'UtcNow', [], 'DateTime', 'The instant of the request.', {
    edge: 'The same throughout one request.',
    usesRun: true,
    aliases: ['Now'],
  }),
  define('constant', 'date', 'DateTime', 'Today', [], 'DateTime', 'Midnight of the current date, UTC.', {
    usesRun: true,
  }),
  define(
    'constant',
    'date',
    'DateTime',
    'MinValue',
    [],
    'DateTime',
    'The first instant there is: the start of the year 1.',
  ),
  define(
    'constant',
    'date',
    'DateTime',
    'MaxValue',
    [],
    'DateTime',
    'The last instant there is: the end of the year 9999.',
  ),
  define('static', 'date', 'DateTime', 'Parse', [parameter('text', 'String')], 'DateTime', 'The text read as a date.', {
    edge: 'Missing: the default. Unreadable text: the default, noted on the decision; an error where the environment is strict.',
    usesRun: true,
  }),
  define(
    'static',
    'date',
    'DateTime',
    'Compare',
    [parameter('first', 'DateTime'), parameter('second', 'DateTime')],
    'Int32',
    'Below 0, 0 or above 0 as the first date is before, at or after the second.',
  ),
  define(
    'static',
    'date',
    'DateTime',
    'IsLeapYear',
    [parameter('year', 'Int32')],
    'Boolean',
    'Whether the year has a 29 February.',
    { edge: 'Outside the years 1 to 9999: the statement does not fire.', usesRun: true },
  ),
  define(
    'static',
    'date',
    'DateTime',
    'DaysInMonth',
    [parameter('year', 'Int32'), parameter('month', 'Int32')],
    'Int32',
    'How many days a month of a year has.',
    { edge: 'Outside the years 1 to 9999 or the months 1 to 12: the statement does not fire.', usesRun: true },
  ),
  define(
    'free',
    'date',
    null,
    'DaysSince',
    [parameter('date', 'DateTime')],
    'Int32',
    'Whole days from the date to now.',
    {
      edge: 'Future: negative. A missing date counts from the year 1: about 739,000; check Exists first.',
      usesRun: true,
    },
  ),
  define(
    'method',
    'date',
    'DateTime',
    'Subtract',
    [parameter('date', 'DateTime')],
    'TimeSpan',
    'The time between two dates.',
  ),
  define(
    'method',
    'date',
    'DateTime',
    'Subtract',
    [parameter('span', 'TimeSpan')],
    'DateTime',
    'The date earlier by a time.',
    {
      variant: 'TimeSpan',
      usesRun: true,
    },
  ),
  define(
    'method',
    'date',
    'DateTime',
    'Add',
    [parameter('span', 'TimeSpan')],
    'DateTime',
    'The date later by a time.',
    { usesRun: true },
  ),
  part('Year', 'The year.'),
  part('Month', 'The month, 1–12.'),
  part('Day', 'The day of the month.'),
  part('Hour', 'The hour, 0–23.'),
  part('Minute', 'The minute.'),
  part('Second', 'The second.'),
  part('Millisecond', 'The millisecond.'),
  part('DayOfYear', 'The day of the year, 1–366.'),
  define(
    'property',
    'date',
    'DateTime',
    'DayOfWeek',
    [],
    'DayOfWeek',
    'The day of the week: its English name, or 0 (Sunday) to 6 beside a number.',
  ),
  define('property', 'date', 'DateTime', 'Date', [], 'DateTime', 'Midnight of the same date.'),
  define('property', 'date', 'DateTime', 'TimeOfDay', [], 'TimeSpan', 'The time since midnight.', {
    edge: "In the value's own offset.",
  }),
  define('property', 'date', 'DateTime', 'Ticks', [], 'Double', 'The time since the year 1, in units of 100 ns.', {
    edge: "In the value's own offset; exact to 128 units. The time between two dates is exact.",
  }),
  define('method', 'date', 'DateTime', 'ToUniversalTime', [], 'DateTime', 'The same instant in UTC.', {
    aliases: ['ToLocalTime'],
  }),
  add('AddYears', 'Later by years; 29 February becomes the 28th where needed.'),
  add('AddMonths', 'Later by months; the day is capped at the end of the month.'),
  add('AddDays', 'Later by days.'),
  add('AddHours', 'Later by hours.'),
  add('AddMinutes', 'Later by minutes.'),
  add('AddSeconds', 'Later by seconds.'),
  add('AddMilliseconds', 'Later by milliseconds.'),
  add('AddTicks', 'Later by units of 100 ns.'),
  define(
    'method',
    'date',
    'DateTime',
    'ToString',
    [optional(parameter('format', 'String'))],
    'String',
    'As text, by a .NET standard or custom format.',
    {
      edge: 'Invariant culture; without a format: MM/dd/yyyy HH:mm:ss. An unknown format: the statement does not fire.',
      usesRun: true,
    },
  ),
  define(
    'method',
    'date',
    'DateTime',
    'TruncateTo',
    [parameter('span', 'TimeSpan')],
    'DateTime',
    'Rounded toward the past to a multiple of the time.',
    {
      edge: 'A time of zero or less changes nothing.',
    },
  ),
  ...['Year', 'Month', 'Week', 'Day', 'Hour', 'Minute', 'Second', 'Millisecond'].map(truncate),
  ...(['Days', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const).map((unit) =>
    define(
      'static',
      'timeSpan',
      'TimeSpan',
      `From${unit}`,
      [number],
      'TimeSpan',
      `A time of that many ${unit.toLowerCase()}.`,
    ),
  ),
  define('static', 'timeSpan', 'TimeSpan', 'FromTicks', [number], 'TimeSpan', 'A time of that many units of 100 ns.'),
  define('constant', 'timeSpan', 'TimeSpan', 'Zero', [], 'TimeSpan', 'No time at all.'),
  define('method', 'timeSpan', 'TimeSpan', 'Duration', [], 'TimeSpan', 'The time without its sign.'),
  total('Ticks', 'The time in units of 100 ns.'),
  total('TotalDays', 'The time in days, with fractions.'),
  total('TotalHours', 'The time in hours, with fractions.'),
  total('TotalMinutes', 'The time in minutes, with fractions.'),
  total('TotalSeconds', 'The time in seconds, with fractions.'),
  total('TotalMilliseconds', 'The time in milliseconds.'),
  component('Days', 'Whole days.'),
  component('Hours', 'Whole hours beyond the days.'),
  component('Minutes', 'Whole minutes beyond the hours.'),
  component('Seconds', 'Whole seconds beyond the minutes.'),
  component('Milliseconds', 'Whole milliseconds beyond the seconds.'),
];
