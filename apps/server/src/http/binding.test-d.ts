// Compiled by `npm run check`, never run: an `@ts-expect-error` without an error is an error.
import { defineEndpoint } from '@redoubt/contracts';
import type { EnvironmentContext, ServiceContext } from '@redoubt/services';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import type { EndpointHandler, EndpointRequest } from './binding.ts';

const common = { summary: 'An example', method: 'GET', permission: 'signedIn' } as const;
const ofTenant = defineEndpoint({
  ...common,
  id: 'typed.tenant',
  path: '/platform/v1/example',
  response: z.strictObject({ count: z.number() }),
});
const ofEnvironment = defineEndpoint({
  ...common,
  id: 'typed.environment',
  path: '/platform/v1/environments/:environmentId/example',
  params: z.strictObject({ environmentId: z.string() }),
  response: z.undefined(),
});

// The path decides which context the handler gets.
expectTypeOf<EndpointRequest<typeof ofTenant>['context']>().toEqualTypeOf<ServiceContext>();
expectTypeOf<EndpointRequest<typeof ofEnvironment>['context']>().toEqualTypeOf<EnvironmentContext>();

expectTypeOf<() => { count: number }>().toExtend<EndpointHandler<typeof ofTenant>>();
// A row that answers nothing may end with nothing.
expectTypeOf<() => Promise<void>>().toExtend<EndpointHandler<typeof ofEnvironment>>();
// The answer is another one than the row declares.
expectTypeOf<() => { count: string }>().not.toExtend<EndpointHandler<typeof ofTenant>>();
