import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@redoubt/contracts';
import { invariant } from '@redoubt/kernel';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import {
  isUpload,
  type Answer,
  type Binding,
  type ContextOf,
  type EndpointHandler,
  type EndpointRequest,
  type UploadKind,
} from './binding.ts';

/** Below it lies every call of the console; applications call what lies elsewhere. */
const CONSOLE = '/platform/v1/';

type Named = Readonly<Record<string, unknown>>;

/** Names of what answers the console in a module of contracts. */
export type ConsoleNames<Contracts> = {
  [K in keyof Contracts]: Contracts[K] extends Endpoint & { readonly path: `${typeof CONSOLE}${string}` } ? K : never;
}[keyof Contracts];

type EndpointOf<Contracts, K> = K extends keyof Contracts
  ? Contracts[K] extends Endpoint
    ? Contracts[K]
    : never
  : never;

/** Parameters of a path in its order; the environment is part of the context. */
type PathArguments<
  E extends Endpoint,
  Path extends string = E['path'],
> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? [...PathArgument<E, Name>, ...PathArguments<E, `/${Rest}`>]
  : Path extends `${string}:${infer Name}`
    ? PathArgument<E, Name>
    : [];

type PathArgument<E extends Endpoint, Name> = Name extends 'environmentId'
  ? []
  : Name extends keyof ParamsOf<E>
    ? [ParamsOf<E>[Name]]
    : never;

type Empty = Record<string, never>;

type QueryArgument<Query> = Query extends Empty
  ? []
  : Query extends { readonly version: string }
    ? keyof Query extends 'version'
      ? [Query['version']]
      : [Query]
    : [Query];

/** A file as it arrives, with what the query says of it. */
type UploadArgument<E extends Endpoint> = [QueryOf<E> & { readonly stream: Readable }];

/**
 * The body, or the query of a call without one, of which a version tag that stands alone is handed over as it is. A call
 * with both says itself what it hands on.
 */
type InputArgument<E extends Endpoint> = E['bodyKind'] extends UploadKind
  ? UploadArgument<E>
  : [BodyOf<E>] extends [undefined]
    ? QueryArgument<QueryOf<E>>
    : QueryOf<E> extends Empty
      ? [BodyOf<E>]
      : never;

/** What the command of an endpoint is given: context, what it needs besides, parameters of the path in their order, and input. */
export type CommandArguments<E extends Endpoint, Given extends readonly unknown[] = []> = [
  context: ContextOf<E>,
  ...Given,
  ...PathArguments<E>,
  ...InputArgument<E>,
];

/** Whether a function is the command of an endpoint: it takes all that a call says, and answers what the row declares. */
export type IsCommandOf<E extends Endpoint, F, Given extends readonly unknown[] = []> = F extends (
  ...args: CommandArguments<E, Given>
) => Promise<Answer<E>> | Answer<E>
  ? F extends (...args: infer Taken) => unknown
    ? CommandArguments<E, Given>['length'] extends Taken['length']
      ? true
      : false
    : false
  : false;

type DerivedNames<Contracts, Commands, Given extends readonly unknown[] = []> = {
  [K in ConsoleNames<Contracts> & keyof Commands]: IsCommandOf<
    EndpointOf<Contracts, K>,
    Commands[K],
    Given
  > extends true
    ? K
    : never;
}[ConsoleNames<Contracts> & keyof Commands];

/**
 * Handlers of the endpoints that no command of the same name answers as it is: they need something of the node, or the
 * caller. Without one of them the program does not compile.
 */
export type Handlers<Contracts, Commands> = {
  readonly [K in Exclude<ConsoleNames<Contracts>, DerivedNames<Contracts, Commands>>]: EndpointHandler<
    EndpointOf<Contracts, K>
  >;
} & { readonly [K in DerivedNames<Contracts, Commands>]?: EndpointHandler<EndpointOf<Contracts, K>> };

const isConsoleEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'permission' in value &&
  'path' in value &&
  typeof value.path === 'string' &&
  value.path.startsWith(CONSOLE);

/** Takes the input of a command from a request; a command without one gets no argument. */
const inputOf = ({ query, bodyKind }: Endpoint): ((request: EndpointRequest<Endpoint>) => readonly unknown[]) => {
  if (bodyKind === 'json') return ({ body }) => [body];
  if (isUpload(bodyKind)) return (request) => [{ ...(request.query as Named), stream: request.stream }];
  const members = query instanceof z.ZodObject ? Object.keys(query.shape) : null;
  if (members?.length === 0) return () => [];
  if (members?.join() === 'version') return (request) => [(request.query as Named)['version']];
  return (request) => [request.query];
};

type Given = (request: EndpointRequest<Endpoint>) => readonly unknown[];

const handlerOf = (
  endpoint: Endpoint,
  command: (...args: readonly unknown[]) => unknown,
  given: Given = () => [],
): Binding['handle'] => {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = names.filter((name) => name !== 'environmentId');
  const input = inputOf(endpoint);
  return (request) => {
    const params = request.params as Named;
    return command(request.context, ...given(request), ...parameters.map((name) => params[name]), ...input(request));
  };
};

const commandOf = (commands: object, name: string): ((...args: readonly unknown[]) => unknown) => {
  const command = (commands as Named)[name];
  invariant(typeof command === 'function', `${name} has a command`);
  return command as (...args: readonly unknown[]) => unknown;
};

/**
 * Handlers of endpoints whose commands of the same name need something of the node or the caller: it is given to them
 * between the context and the parameters of the path.
 */
export const bindWith =
  <Contracts extends object, Commands extends object, const Parts extends readonly unknown[]>(
    contracts: Contracts,
    commands: Commands,
    given: (request: EndpointRequest<Endpoint>) => Parts,
  ) =>
  <Name extends DerivedNames<Contracts, Commands, Parts>>(
    ...names: readonly Name[]
  ): { readonly [K in Name]: EndpointHandler<EndpointOf<Contracts, K>> } =>
    Object.fromEntries(
      names.map((name) => [
        name,
        handlerOf((contracts as Named)[name as string] as Endpoint, commandOf(commands, name as string), given),
      ]),
    ) as { readonly [K in Name]: EndpointHandler<EndpointOf<Contracts, K>> };

/**
 * Binds every console endpoint: to its handler, or else to the command of its own name, which is given the context, the
 * parameters of the path in their order, and body or query.
 */
export const bindAll = <Contracts extends object, Commands extends object>(
  contracts: Contracts,
  commands: Commands,
  handlers: Handlers<Contracts, Commands>,
): readonly Binding[] =>
  Object.entries(contracts).flatMap(([name, endpoint]: [string, unknown]): Binding[] => {
    if (!isConsoleEndpoint(endpoint)) return [];
    const handle = (handlers as Readonly<Record<string, Binding['handle'] | undefined>>)[name];
    if (handle) return [{ endpoint, handle }];
    return [{ endpoint, handle: handlerOf(endpoint, commandOf(commands, name)) }];
  });
