import type { createExternalCall } from '../external-calls/external-calls.commands.ts';

/** A call without authentication and with one parameter to a server of a test, which answers with a ticket. */
export const ticketCall = (
  name: string,
  url: string,
  { method, parameter }: { readonly method: 'GET' | 'POST'; readonly parameter: { name: string; sample: string } },
): Parameters<typeof createExternalCall>[2] => ({
  name,
  description: '',
  definition: {
    method,
    url,
    contentType: 'json',
    parameters: [parameter],
    configurations: [],
    headers: [],
    body: null,
    authentication: { kind: 'anonymous' },
    timeoutMs: 5000,
    defaultResponse: { ticket: 'none' },
  },
  sampleResponse: { ticket: 'T-0' },
  secrets: {},
});
