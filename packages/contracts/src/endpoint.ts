import type { ApiRole, ErrorCode, Permission } from '@redoubt/domain';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: a permission of the role matrix (checked in the environment of the path), any signed-in person, an
 * application holding an API role, or every caller. There is no default; every endpoint names one.
 */
export type EndpointPermission = Permission | 'signedIn' | ApiRole | 'anonymous';

/** What stands in the body: JSON by schema, CSV text or bytes streamed as they are, or nothing. */
export type BodyKind = 'json' | 'csv' | 'bytes' | 'none';

/**
 * One row of the endpoint table. Server binding, console client, OpenAPI text and guard tests are derived from it, so
 * a type crosses the wire once.
 *
 * Paths are written with `:name` parameters. Console paths begin with `/platform/v1`; a path with `:environmentId` is
 * scoped to that environment, which the server resolves and checks before the handler runs.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Path extends string = string,
  Kind extends BodyKind = BodyKind,
> = {
  readonly id: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: Path;
  readonly permission: EndpointPermission;
  /** Answers people of a tenant that is not set up yet, too. */
  readonly beforeSetUp: boolean;
  /**
   * Whether personal access tokens may call it. They may where a permission is asked for, which their scope limits; not what
   * is open to every signed-in person.
   */
  readonly personalTokens: boolean;
  /** Whether it may change what decides, so that a second person may have to approve it: then it answers 202. */
  readonly secondPerson: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly bodyKind: Kind;
  readonly body: Body;
  /** Longest JSON body; uploads are streamed and have limits of their own. */
  readonly bodyLimitBytes: number;
  /** `text/csv` answers are declared with a string schema; a `file` is downloaded as bytes with a name; of `ndjson` it is one line. */
  readonly response: Response;
  readonly responseType: 'json' | 'csv' | 'empty' | 'file' | 'ndjson';
  /** Codes this call answers with beyond those every call may (token, permission, size, internal). */
  readonly errors: readonly ErrorCode[];
};

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** What a caller passes: inputs, before defaults are applied. */
export type ParamsIn<E extends Endpoint> = z.input<E['params']>;
export type QueryIn<E extends Endpoint> = z.input<E['query']>;
export type BodyIn<E extends Endpoint> = z.input<E['body']>;
