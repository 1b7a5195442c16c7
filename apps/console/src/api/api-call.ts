import {
  type BodyIn,
  CONSOLE_BUILD_HEADER,
  type Endpoint,
  type ParamsIn,
  type Problem,
  type QueryIn,
  type RequestedChange,
  type ResponseOf,
} from '@redoubt/contracts';
import { ChunkError } from '../routes/chunk.ts';
import type { FinishedCall } from '../telemetry/finished-call.ts';
import { ApiError, CHANGE_REQUESTED, NETWORK_FAILURE, SESSION_ENDED, STRANGE_ANSWER } from './api-error.ts';

/** A part of a call: left out where nothing must be given. */
export type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : // oxlint-disable-next-line typescript/no-empty-object-type -- asks whether nothing must be given
    {} extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** What a call of an endpoint needs: only the parts its row of the table declares. */
export type ApiCallInput<E extends Endpoint> = Part<'params', ParamsIn<E>> &
  Part<'query', QueryIn<E>> &
  Part<'body', BodyIn<E>> & {
    readonly signal?: AbortSignal;
    /** A call that is repeated by itself; telemetry hears of it rarely. */
    readonly polled?: boolean;
  };

/** Calls an endpoint of the table; resolves to its answer or rejects with an `ApiError`. */
export type ApiCall = <E extends Endpoint>(endpoint: E, input: ApiCallInput<E>) => Promise<ResponseOf<E>>;

export type ApiCallDependencies = {
  readonly token: (forceRefresh: boolean) => Promise<string>;
  readonly fetch: typeof globalThis.fetch;
  readonly newId: () => string;
  /** Called with every answer, and with every call that got none. */
  readonly onFinished?: (call: FinishedCall) => void;
  /** Called with every answer: the build of the console that the server has; null where it does not say. */
  readonly onBuild?: (build: string | null) => void;
  /** Called when the sign-in behind the tokens has ended; it leaves the page, so the call stays open. */
  readonly onSessionEnded?: () => void;
  /** Called with a change that waits for a second person. */
  readonly onRequested?: (change: RequestedChange) => void;
};

type Loose = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly polled?: boolean;
};

/** Address of a call: parameters filled in, query appended, absent values left out, lists repeated. */
export const addressOf = (endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Loose): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value])
      search.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

const bodyOf = (endpoint: Endpoint, body: unknown): { body?: BodyInit; type?: string } => {
  if (endpoint.bodyKind === 'none' || body === undefined) return {};
  if (endpoint.bodyKind === 'bytes') return { body: body as BodyInit, type: 'application/octet-stream' };
  if (endpoint.bodyKind === 'csv') return { body: body as BodyInit, type: 'text/csv; charset=utf-8' };
  return { body: JSON.stringify(body), type: 'application/json' };
};

const failureOf = async (response: Response, sentId: string): Promise<ApiError> => {
  const correlationId = response.headers.get('x-ms-correlation-id') ?? sentId;
  const text = await response.text();
  try {
    const { code, params, problems } = JSON.parse(text) as Partial<Problem>;
    if (typeof code === 'string')
      return new ApiError({
        code,
        status: response.status,
        params: params ?? {},
        correlationId,
        ...(problems ? { problems } : {}),
      });
  } catch {
    // Not JSON: answered below by what it is, not by what we hoped for.
  }
  return new ApiError({
    code: STRANGE_ANSWER,
    status: response.status,
    params: { status: response.status },
    correlationId,
  });
};

/**
 * Makes the client of the endpoint table. A 401 is answered once with a refreshed token; whatever fails after that is
 * the caller's to show.
 */
export const createApiCall = ({
  token,
  fetch,
  newId,
  onFinished,
  onBuild,
  onSessionEnded,
  onRequested,
}: ApiCallDependencies): ApiCall => {
  const tokenOf = async (forceRefresh: boolean, correlationId: string): Promise<string> => {
    try {
      return await token(forceRefresh);
    } catch (cause) {
      if (!(cause instanceof ChunkError)) throw cause;
      throw new ApiError({ code: NETWORK_FAILURE, status: 0, correlationId, cause });
    }
  };

  const send = async (endpoint: Endpoint, input: Loose, forceRefresh: boolean, correlationId: string) => {
    const { body, type } = bodyOf(endpoint, input.body);
    const headers: Record<string, string> = { 'x-ms-correlation-id': correlationId };
    if (endpoint.permission !== 'anonymous')
      headers['authorization'] = `Bearer ${await tokenOf(forceRefresh, correlationId)}`;
    if (type) headers['content-type'] = type;
    try {
      return await fetch(addressOf(endpoint, input), {
        method: endpoint.method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(input.signal ? { signal: input.signal } : {}),
      });
    } catch (cause) {
      if (input.signal?.aborted) throw cause;
      throw new ApiError({ code: NETWORK_FAILURE, status: 0, correlationId, cause });
    }
  };

  const sendTwice = async (endpoint: Endpoint, input: Loose, correlationId: string): Promise<Response> => {
    const response = await send(endpoint, input, false, correlationId);
    const isRefused = response.status === 401 && endpoint.permission !== 'anonymous';
    return isRefused ? send(endpoint, input, true, correlationId) : response;
  };

  const call = async (endpoint: Endpoint, input: Loose): Promise<unknown> => {
    const correlationId = newId();
    const startedMs = performance.now();
    const finished = (status: number): void =>
      onFinished?.({
        endpointId: endpoint.id,
        status,
        correlationId,
        durationMs: performance.now() - startedMs,
        polled: input.polled ?? false,
      });
    const response = await sendTwice(endpoint, input, correlationId).catch((error: unknown) => {
      if (!input.signal?.aborted) finished(0);
      throw error;
    });
    finished(response.status);
    onBuild?.(response.headers.get(CONSOLE_BUILD_HEADER));
    if (!response.ok) {
      const failure = await failureOf(response, correlationId);
      if (failure.code !== SESSION_ENDED || !onSessionEnded) throw failure;
      onSessionEnded();
      return new Promise(() => undefined);
    }
    if (response.status === 202) {
      const change = (await response.json()) as RequestedChange;
      onRequested?.(change);
      const { id, target } = change;
      throw new ApiError({ code: CHANGE_REQUESTED, status: 202, params: { name: target.name, id }, correlationId });
    }
    if (endpoint.responseType === 'empty' || response.status === 204) return undefined;
    if (endpoint.responseType === 'file') return response.blob();
    return endpoint.responseType === 'csv' ? response.text() : response.json();
  };
  return call as ApiCall;
};
