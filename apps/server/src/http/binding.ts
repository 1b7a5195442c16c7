import type { BodyKind, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@redoubt/contracts';
import type { CallersDevice, EnvironmentContext, ServiceContext } from '@redoubt/services';
import { fail } from '@redoubt/domain';
import type { Caller, PersonCaller } from '@redoubt/identity';
import type { Readable } from 'node:stream';

/** Bodies that are read as they arrive. */
export type UploadKind = Extract<BodyKind, 'csv' | 'bytes'>;

export const isUpload = (kind: BodyKind): kind is UploadKind => kind === 'csv' || kind === 'bytes';

/** Console paths below an environment get an `EnvironmentContext`; all others the tenant's. */
export type ContextOf<E extends Endpoint> =
  ParamsOf<E> extends { environmentId: string } ? EnvironmentContext : ServiceContext;

export type EndpointRequest<E extends Endpoint> = {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  /** Parsed JSON for `json` endpoints. */
  readonly body: BodyOf<E>;
  /** The uploaded bytes of endpoints that take a file, as they arrive. */
  readonly stream: Readable;
  readonly context: ContextOf<E>;
  readonly caller: Caller;
  /** Browser and address that the call came from. */
  readonly device: CallersDevice;
};

/** Endpoints that answer nothing may end with nothing. */
export type Answer<E extends Endpoint> = undefined extends ResponseOf<E> ? ResponseOf<E> | void : ResponseOf<E>;

export type EndpointHandler<E extends Endpoint> = (request: EndpointRequest<E>) => Promise<Answer<E>> | Answer<E>;

/** An endpoint with the code that answers it. */
export type Binding = {
  readonly endpoint: Endpoint;
  readonly handle: (request: EndpointRequest<Endpoint>) => unknown;
};

/** The person who calls; console endpoints answer only persons. */
export const personOf = (caller: Caller): PersonCaller => {
  if (caller.kind !== 'person') throw fail('AUTH-FORBIDDEN', { permission: 'console' });
  return caller;
};
