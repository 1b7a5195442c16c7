import { z } from 'zod';
import type { ErrorCode } from '@redoubt/domain';
import type { BodyKind, Endpoint, EndpointPermission, Method } from './endpoint.ts';

const nothing = z.strictObject({});
const noBody = z.undefined();

/** Bodies that hold names, settings and choices. */
const BODY_BYTES = 256_000;
/** Bodies that hold texts of rules, samples of events or many rows; the longest rule fits, however it is spelled. */
export const TEXT_BODY_BYTES = 2_000_000;

type Definition<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  Path extends string,
  Kind extends BodyKind,
> = {
  readonly id: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: Path;
  readonly permission: EndpointPermission;
  readonly beforeSetUp?: boolean;
  readonly personalTokens?: boolean;
  readonly secondPerson?: boolean;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly bodyKind?: Kind;
  readonly bodyLimitBytes?: number;
  readonly response: R;
  readonly responseType?: 'json' | 'csv' | 'empty' | 'file' | 'ndjson';
  readonly errors?: readonly ErrorCode[];
};

/** Makes one row of the endpoint table; what is left out means "none". */
export const defineEndpoint = <
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof noBody,
  R extends z.ZodType = z.ZodType,
  const Path extends string = string,
  Kind extends BodyKind = 'json' | 'none',
>(
  definition: Definition<P, Q, B, R, Path, Kind>,
): Endpoint<P, Q, B, R, Path, Kind> => ({
  id: definition.id,
  summary: definition.summary,
  method: definition.method,
  path: definition.path,
  permission: definition.permission,
  beforeSetUp: definition.beforeSetUp ?? false,
  personalTokens: definition.personalTokens ?? definition.permission !== 'signedIn',
  secondPerson: definition.secondPerson ?? false,
  params: definition.params ?? (nothing as unknown as P),
  query: definition.query ?? (nothing as unknown as Q),
  body: definition.body ?? (noBody as unknown as B),
  bodyKind: definition.bodyKind ?? ((definition.body ? 'json' : 'none') as Kind),
  bodyLimitBytes: definition.bodyLimitBytes ?? BODY_BYTES,
  response: definition.response,
  responseType: definition.responseType ?? 'json',
  errors: definition.errors ?? [],
});
