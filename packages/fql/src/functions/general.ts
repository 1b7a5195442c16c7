import { define, type FunctionSpec, parameter } from './spec.ts';

/** What is about the event as such (language.md §5, §8.12, §9.9). */
export const GENERAL_FUNCTIONS: readonly FunctionSpec[] = [
  define(
    'free',
    'general',
    null,
    'Exists',
    [parameter('attribute', 'Any', 'attribute')],
    'Boolean',
    'Whether the event has the attribute.',
    {
      edge: 'An attribute that is null does not exist.',
    },
  ),
  define('static', 'general', 'Request', 'CorrelationId', [], 'String', 'The correlation id of the event.', {
    usesRun: true,
  }),
];
