import { define, type FunctionSpec, parameter } from './spec.ts';

/**
 * What is about the event as such (`docs/language/guide.md#what-texts-refer-to` and `docs/language/guide.md#the-event`
 * and `docs/language/guide.md#json-and-variables`).
 */
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
