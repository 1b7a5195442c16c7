import type { Endpoint, QueryIn, ResponseOf } from '@redoubt/contracts';
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query';
import type { ApiCall, ApiCallInput } from './api-call.ts';

/** Under which something is cached. Only the functions here make one: an array that is written out is refused by its type. */
type CacheKey = readonly unknown[] & { readonly [made]: true };

declare const made: unique symbol;

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: CacheKey;
  }
}

const keyOf = (...parts: readonly unknown[]): CacheKey => parts as CacheKey;

type Asked = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

const familyOf = ({ id }: Pick<Endpoint, 'id'>): string => id.replace(/\..*$/s, '');

/** Under which all reads of an environment by endpoints of one family are cached; the family begins the ids. */
export const familyKey = (endpoint: Endpoint, environmentId: string): QueryKey =>
  keyOf(familyOf(endpoint), environmentId);

/** Under which all reads of an environment by one endpoint are cached. */
export const endpointKey = (endpoint: Endpoint, environmentId: string): QueryKey =>
  keyOf(...familyKey(endpoint, environmentId), endpoint.id);

/** Under which one read is cached. */
export const readKey = (endpoint: Endpoint, { params = {}, query, body }: Asked): QueryKey => {
  const { environmentId = '', ...others } = params;
  const asked = [others, query ?? {}, ...(body === undefined ? [] : [body])];
  return keyOf(...endpointKey(endpoint, String(environmentId)), ...asked);
};

/** Under which something is cached that is no answer of one endpoint: several answers as one, or a moment that was fixed. */
export const ownKey = (name: string, environmentId: string, ...parts: readonly unknown[]): QueryKey =>
  keyOf(`own.${name}`, environmentId, ...parts);

type ReadOptions<E extends Endpoint> = Omit<
  UndefinedInitialDataOptions<ResponseOf<E>, Error, ResponseOf<E>>,
  'queryKey' | 'queryFn'
>;

/** A read of an endpoint as a query, cached by what is asked. */
export const read = <E extends Endpoint>(
  call: ApiCall,
  endpoint: E,
  input: ApiCallInput<E>,
  options: ReadOptions<E> = {},
) =>
  queryOptions<ResponseOf<E>, Error, ResponseOf<E>>({
    ...options,
    queryKey: readKey(endpoint, input as Asked),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });

type Page = { readonly nextCursor: string | null };

type PagesOptions<E extends Endpoint> = Pick<
  UndefinedInitialDataInfiniteOptions<
    ResponseOf<E>,
    Error,
    InfiniteData<ResponseOf<E>, string | undefined>,
    QueryKey,
    string | undefined
  >,
  'refetchInterval' | 'staleTime' | 'gcTime' | 'placeholderData'
> & {
  /** The content that is asked for, where the server answers with the one in force: another is another result. */
  readonly version?: number;
};

/** A read that comes in pages, each of which names where the next begins. */
export const readPages = <E extends Endpoint>(
  call: ApiCall,
  endpoint: E & (ResponseOf<E> extends Page ? unknown : never),
  input: ApiCallInput<E> & { readonly query?: QueryIn<E> },
  { version, ...options }: PagesOptions<E> = {},
) =>
  infiniteQueryOptions<
    ResponseOf<E>,
    Error,
    InfiniteData<ResponseOf<E>, string | undefined>,
    QueryKey,
    string | undefined
  >({
    ...options,
    queryKey: keyOf(...readKey(endpoint, input as Asked), ...(version === undefined ? [] : [version])),
    queryFn: ({ pageParam, signal }) =>
      call<E>(endpoint, { ...input, query: { ...(input.query as object), cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as Page).nextCursor ?? undefined,
  });
