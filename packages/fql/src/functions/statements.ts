import { define, type FunctionSpec, optional, parameter } from './spec.ts';

const reason = optional(parameter('reason', 'String'));
const message = optional(parameter('supportMessage', 'String'));
const decision = (name: string, summary: string): FunctionSpec =>
  define('decision', 'decision', null, name, [reason, message], 'Decision', summary, { availableIn: ['decision'] });
const observation = (name: string, summary: string): FunctionSpec =>
  define('observation', 'observation', null, name, [], 'Invalid', summary, {
    edge: 'Takes name = value pairs; of a name given twice the last counts.',
    availableIn: ['decision'],
  });

const ofNumbers = (name: string, summary: string, edge: string): FunctionSpec =>
  define('aggregate', 'aggregate', null, name, [parameter('value', 'Double')], 'Double', summary, {
    edge,
    availableIn: ['velocity'],
  });

/**
 * Calls that only statements take (`docs/language/guide.md#decisions` and
 * `docs/language/guide.md#aggregates-of-velocities`).
 */
export const STATEMENT_FUNCTIONS: readonly FunctionSpec[] = [
  decision('Approve', 'Accept the event; no further rule runs.'),
  decision('Reject', 'Refuse the event; no further rule runs.'),
  decision('Review', 'Leave the decision to a person; no further rule runs.'),
  define(
    'decision',
    'decision',
    null,
    'Challenge',
    [parameter('challengeType', 'String'), reason, message],
    'Decision',
    'Ask for another proof of identity; no further rule runs.',
    {
      availableIn: ['decision'],
    },
  ),
  observation('Output', 'Add values to the answer, under the name of the clause.'),
  observation('Trace', 'Send values to the event stream.'),
  observation('Other', 'Old spelling of Output.'),
  define('action', 'action', null, 'SetVariables', [], 'Invalid', 'Set global variables of this transaction.', {
    edge: 'Takes name = value pairs; the last value of a name counts.',
    availableIn: ['decision', 'routing', 'action'],
  }),
  define(
    'action',
    'action',
    null,
    'SetResponse',
    [optional(parameter('section', 'String'))],
    'Invalid',
    'Add values to the answer, in a section where one is named.',
    {
      edge: 'Takes name = value pairs after the section.',
      availableIn: ['action'],
    },
  ),
  define(
    'action',
    'action',
    'Assessment',
    'SendLabel',
    [parameter('eventId', 'String'), parameter('label', 'String'), parameter('reason', 'String')],
    'Invalid',
    'Label the transaction: Fraud, NonFraud or None.',
    {
      edge: 'Another label: nothing is sent, and the run says so.',
      availableIn: ['adHoc'],
    },
  ),
  define('aggregate', 'aggregate', null, 'Count', [], 'Double', 'Counts the events of a key.', {
    edge: 'An event without a key does not count.',
    availableIn: ['velocity'],
  }),
  define(
    'aggregate',
    'aggregate',
    null,
    'DistinctCount',
    [parameter('value', 'String')],
    'Double',
    'Counts the different values of a key.',
    {
      edge: 'An event without a key or value does not count.',
      availableIn: ['velocity'],
    },
  ),
  ofNumbers('Sum', 'Adds up the values of a key.', 'What is no number adds 0.'),
  ofNumbers('Avg', 'The mean of the values of a key.', 'What is no number is left out; 0 where there is none.'),
  ofNumbers('Min', 'The smallest value of a key.', 'What is no number is left out; 0 where there is none.'),
  ofNumbers('Max', 'The largest value of a key.', 'What is no number is left out; 0 where there is none.'),
  ofNumbers(
    'StdDev',
    'How far the values of a key are spread: their sample standard deviation.',
    'What is no number is left out; 0 for fewer than two.',
  ),
  ofNumbers(
    'First',
    'The earliest value of a key within the window.',
    'What is no number is left out; 0 where there is none.',
  ),
  ofNumbers(
    'Last',
    'The latest value of a key within the window.',
    'What is no number is left out; 0 where there is none.',
  ),
];
