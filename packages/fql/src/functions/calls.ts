import { define, type FunctionSpec } from './spec.ts';

/** What is about calls to the outside and their results (`docs/language/guide.md#calls-and-their-answers`). */
export const CALL_FUNCTIONS: readonly FunctionSpec[] = [
  define('static', 'call', 'Response', 'Decision', [], 'Decision', 'The decision of the assessment.', {
    edge: 'Beside text it compares without letter case.',
    availableIn: ['action', 'adHoc'],
    usesRun: true,
  }),
  define(
    'method',
    'call',
    'Json',
    'GetDiagnostics',
    [],
    'Json',
    'How an external call or assessment went: Request, Endpoint, HttpStatusCode, Error, Latency.',
    {
      edge: 'Only for the result of a call. No answer arrived: HttpStatusCode is 0. Latency is in milliseconds.',
      members: {
        Request: 'Json',
        Endpoint: 'String',
        HttpStatusCode: 'Int32',
        Error: 'String',
        ErrorMessage: { of: 'Error', type: 'String' },
        Latency: 'Double',
      },
    },
  ),
];
