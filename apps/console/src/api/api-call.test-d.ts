// Compiled by `npm run check`, never run: an `@ts-expect-error` without an error is an error.
import { defineEndpoint } from '@redoubt/contracts';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import type { ApiCall } from './api-call.ts';

declare const call: ApiCall;

const common = { summary: 'An example', path: '/platform/v1/example', permission: 'signedIn' } as const;
const read = defineEndpoint({
  ...common,
  id: 'typed.read',
  method: 'GET',
  response: z.strictObject({ count: z.number() }),
});
const write = defineEndpoint({
  ...common,
  id: 'typed.write',
  method: 'PUT',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ name: z.string() }),
  response: z.undefined(),
});

// The answer is the row's; what the row does not ask for need not be given.
expectTypeOf(call(read, {})).resolves.toEqualTypeOf<{ count: number }>();
expectTypeOf(call(write, { params: { id: 'a' }, body: { name: 'b' } })).resolves.toEqualTypeOf<undefined>();

// @ts-expect-error -- the row asks for a body
void call(write, { params: { id: 'a' } });
// @ts-expect-error -- the name is a text
void call(write, { params: { id: 'a' }, body: { name: 1 } });
// @ts-expect-error -- the row asks for params
void call(write, { body: { name: 'b' } });
