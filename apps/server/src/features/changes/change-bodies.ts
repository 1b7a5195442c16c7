import { newId } from '@redoubt/kernel';

/** An external call that nothing answers. */
export const callOf = {
  name: 'score',
  description: '',
  definition: {
    method: 'POST' as const,
    url: 'http://127.0.0.1:9/score',
    contentType: 'json' as const,
    parameters: [{ name: 'user', sample: 'nora' }],
    configurations: [],
    headers: [],
    body: null,
    authentication: { kind: 'basic' as const, userName: 'shop' },
    timeoutMs: 500,
    defaultResponse: { score: 1 },
  },
  sampleResponse: { score: 650 },
  secrets: { auth: 'the first password' },
};

/** Where a list asks for its rows; nothing answers there. */
export const sourceOf = (path: string) =>
  ({ kind: 'http', url: `http://127.0.0.1:9/${path}`, timeoutMs: 500, cacheSeconds: 0 }) as const;

/** A function of one output. */
export const functionOfCode = (code: string) => ({
  parameters: [],
  outputs: [{ id: newId(), name: 'name', description: '', type: 'String' as const, fallback: '', code }],
  samplePayload: {},
});
