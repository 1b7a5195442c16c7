// Compiled by `npm run check`, never run: an `@ts-expect-error` without an error is an error.
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from './define.ts';
import type { BodyIn, BodyOf, ParamsOf, QueryIn, QueryOf, ResponseOf } from './endpoint.ts';

const endpoint = defineEndpoint({
  id: 'typed.example',
  summary: 'An example',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/examples',
  permission: 'signedIn',
  params: z.strictObject({ environmentId: z.string() }),
  query: z.strictObject({ page: z.coerce.number().default(1) }),
  body: z.strictObject({ name: z.string(), tags: z.array(z.string()).default([]) }),
  response: z.strictObject({ id: z.string() }),
});
type Example = typeof endpoint;

expectTypeOf<ParamsOf<Example>>().toEqualTypeOf<{ environmentId: string }>();
expectTypeOf<ResponseOf<Example>>().toEqualTypeOf<{ id: string }>();
// A handler reads what has defaults; a caller may leave it out.
expectTypeOf<QueryOf<Example>>().toEqualTypeOf<{ page: number }>();
const withoutPage: QueryIn<Example> = {};
expectTypeOf(withoutPage).toEqualTypeOf<QueryIn<Example>>();
expectTypeOf<BodyOf<Example>>().toEqualTypeOf<{ name: string; tags: string[] }>();
expectTypeOf<{ name: string }>().toExtend<BodyIn<Example>>();

const bare = defineEndpoint({
  id: 'typed.bare',
  summary: 'Nothing in, nothing out',
  method: 'DELETE',
  path: '/platform/v1/example',
  permission: 'signedIn',
  response: z.undefined(),
});
expectTypeOf<BodyIn<typeof bare>>().toEqualTypeOf<undefined>();
expectTypeOf<ParamsOf<typeof bare>>().toEqualTypeOf<Record<string, never>>();

defineEndpoint({
  id: 'typed.refused',
  summary: 'A permission that does not exist',
  method: 'GET',
  path: '/platform/v1/example',
  // @ts-expect-error -- permissions come from the role matrix
  permission: 'anything:read',
  response: z.undefined(),
});

defineEndpoint({
  id: 'typed.refused',
  summary: 'An error that does not exist',
  method: 'GET',
  path: '/platform/v1/example',
  permission: 'signedIn',
  response: z.undefined(),
  // @ts-expect-error -- codes come from one closed union
  errors: ['NO-SUCH-CODE'],
});
