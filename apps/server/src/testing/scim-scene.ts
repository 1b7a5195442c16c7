import { createProvisioningToken, getPeople } from '@redoubt/contracts';
import type { Database } from '@redoubt/storage';
import type { z } from 'zod';
import { registerScimEndpoints } from '../http/scim-endpoints.ts';
import { createConsoleApp } from './console-app.ts';
import { createTenant, sceneClock } from './scene.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };
type Answer<T> = {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** Calls SCIM, and reads the answer through the schema it has to fit; null where it has no body. */
export type ScimCaller = <T>(
  method: Method,
  path: string,
  schema: z.ZodType<T> | null,
  sent?: Sent,
) => Promise<Answer<T>>;

/** The body of a PATCH. */
export const patchOf = (...operations: readonly object[]): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

/** A tenant with an identity provider that has a token. */
export const createScimScene = async (database: Database) => {
  const tenant = await createTenant(database);
  const clock = sceneClock();
  const app = await createConsoleApp(database, clock);
  await registerScimEndpoints(app.app, { database, clock, origin: 'https://redoubt.example' });
  const admin = app.personWith(tenant, 'ProductAdmin');
  const params = { environmentId: tenant.environmentId };
  const { secret } = await admin.call(createProvisioningToken, { params, body: { name: 'Entra', days: 90 } });
  const raw = (method: Method, path: string, headers: Readonly<Record<string, string>>, body?: unknown) =>
    app.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  const scim: ScimCaller = async (method, path, schema, { body, headers = {} } = {}) => {
    const answer = await raw(method, path, { authorization: `Bearer ${secret}`, ...headers }, body);
    const place = `${method} ${path}: ${answer.statusCode} ${answer.body}`;
    if (schema === null) {
      if (answer.body !== '') throw new Error(`${place} has a body`);
      return { status: answer.statusCode, body: undefined as never, headers: answer.headers };
    }
    const read = schema.safeParse(answer.json());
    if (!read.success) throw new Error(`${place}: ${read.error.message}`);
    if (answer.headers['content-type'] !== 'application/scim+json; charset=utf-8') throw new Error(`${place}: type`);
    return { status: answer.statusCode, body: read.data, headers: answer.headers };
  };
  /** How the console shows a person. */
  const rowOf = async (username: string) => {
    const { rows } = await admin.call(getPeople, { params, query: { scope: 'all', find: username } });
    return rows.find((row) => row.username === username);
  };
  return { tenant, clock, app, admin, params, secret, scim, raw, rowOf };
};
