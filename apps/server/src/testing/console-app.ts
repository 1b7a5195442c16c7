import type { BodyIn, Endpoint, ParamsIn, QueryIn, ResponseOf } from '@redoubt/contracts';
import type { DirectoryRole, Role } from '@redoubt/domain';
import type { Clock } from '@redoubt/kernel';
import { accessIn, requireActive, type SendAs } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { createBindings } from '../features/bindings.ts';
import { registerConsoleEndpoints } from '../http/console-endpoints.ts';
import { createCallers, personOf, testCalls, type SceneTenant } from './scene.ts';

export type ConsoleCall<E extends Endpoint> = {
  readonly params?: ParamsIn<E>;
  readonly query?: QueryIn<E>;
  readonly body?: BodyIn<E>;
};

export type ConsolePerson = {
  /** The bare response. */
  readonly send: <E extends Endpoint>(endpoint: E, call: ConsoleCall<E>) => Promise<LightMyRequestResponse>;
  /** The answer, read through the endpoint's own schema; throws on anything but success. */
  readonly call: <E extends Endpoint>(endpoint: E, call: ConsoleCall<E>) => Promise<ResponseOf<E>>;
};

export type ConsoleApp = {
  readonly app: FastifyInstance;
  /** A person of the tenant who holds a role everywhere, and those roles of the directory. */
  readonly personWith: (tenant: SceneTenant, role: Role, directoryRoles?: readonly DirectoryRole[]) => ConsolePerson;
  readonly authorizationOf: (tenant: SceneTenant, role: Role, directoryRoles?: readonly DirectoryRole[]) => string;
};

/** A mail server that is set up, and to which nothing is sent here. */
const TEST_MAIL = { host: 'localhost', from: 'redoubt@shop.example', domains: ['shop.example'] };

const fill = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/**
 * The console's endpoints on a test's database, composed as the server composes them, without a process around.
 *
 * @param send sends events as an application; absent where none are taken.
 */
export const createConsoleApp = async (database: Database, clock: Clock, send?: SendAs): Promise<ConsoleApp> => {
  const callers = createCallers();
  const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [] });
  await registerConsoleEndpoints(app, {
    bindings: createBindings({ label: 'test', environment: 'development' }, testCalls(clock), {
      send,
      mail: TEST_MAIL,
    }),
    box: testCalls(clock).secrets,
    database,
    clock,
    verify: callers.verify,
    accessOf: accessIn,
    admitPerson: requireActive,
    admitTenant: async () => undefined,
  });
  const authorizationOf: ConsoleApp['authorizationOf'] = (tenant, role, directoryRoles) =>
    callers.headerFor(personOf(tenant.tenantId, [role], directoryRoles));

  const personWith: ConsoleApp['personWith'] = (tenant, role, directoryRoles) => {
    const authorization = authorizationOf(tenant, role, directoryRoles);
    const send = <E extends Endpoint>(endpoint: E, call: ConsoleCall<E>): Promise<LightMyRequestResponse> => {
      const isText = endpoint.bodyKind === 'csv' || endpoint.bodyKind === 'bytes';
      const query = (call.query ?? {}) as Record<string, string | number | undefined>;
      const sent = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      );
      return app.inject({
        method: endpoint.method,
        url: fill(endpoint.path, call.params ?? {}),
        query: Object.fromEntries(sent) as Record<string, string>,
        headers: {
          authorization,
          ...(endpoint.bodyKind === 'none' ? {} : { 'content-type': isText ? 'text/csv' : 'application/json' }),
        },
        ...(endpoint.bodyKind === 'none'
          ? {}
          : { payload: isText ? (call.body as string) : JSON.stringify(call.body) }),
      });
    };
    return {
      send,
      call: async <E extends Endpoint>(endpoint: E, call: ConsoleCall<E>) => {
        const response = await send(endpoint, call);
        if (response.statusCode >= 300)
          throw new Error(`${endpoint.id} answered ${response.statusCode}: ${response.body}`);
        if (endpoint.responseType === 'empty') return undefined as ResponseOf<E>;
        const answer: unknown = ['csv', 'file'].includes(endpoint.responseType) ? response.body : response.json();
        return endpoint.response.parse(answer) as ResponseOf<E>;
      },
    };
  };
  return { app, personWith, authorizationOf };
};
