import type { Endpoint } from '@redoubt/contracts';
import type { JsonObject } from '@redoubt/kernel';
import { fail } from '@redoubt/domain';
import type { ChangeCall, EnvironmentContext } from '@redoubt/services';
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { Binding, EndpointRequest } from './binding.ts';
import { parsePart } from './console-errors.ts';

/** The parts of a call as they arrived, to be sent again later. */
export type ReceivedCall = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** What was read of an upload. */
  readonly chunks: readonly Buffer[];
};

const fileOf = (endpoint: Endpoint, chunks: readonly Buffer[]): ChangeCall['file'] => {
  if (endpoint.bodyKind !== 'csv') return null;
  const bytes = Buffer.concat(chunks);
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
};

/** A call as a request keeps it. */
export const changeCallOf = (endpoint: Endpoint, { params, query, body, chunks }: ReceivedCall): ChangeCall => ({
  params: { ...(params as JsonObject) },
  query: { ...(query as JsonObject) },
  body: endpoint.bodyKind === 'json' ? (body as JsonObject) : null,
  file: fileOf(endpoint, chunks),
});

/** An upload that is read as it arrives while its bytes are kept. */
export const keepChunks = (upload: Readable, into: Buffer[]): Readable =>
  Readable.from(
    (async function* read() {
      for await (const chunk of upload) {
        const bytes = Buffer.from(chunk as Uint8Array);
        into.push(bytes);
        yield bytes;
      }
    })(),
  );

const streamOf = (file: ChangeCall['file']): Readable => {
  if (file === null) return Readable.from([]);
  return Readable.from([Buffer.from('text' in file ? file.text : file.base64, 'text' in file ? 'utf8' : 'base64')]);
};

/** Carries a call out again, with its parts read anew. Throws CHANGE-STALE for one that no endpoint makes any more. */
export const runAgain = (
  bindings: readonly Binding[],
  { caller, device }: Pick<EndpointRequest<Endpoint>, 'caller' | 'device'>,
): ((endpoint: string, call: ChangeCall, context: EnvironmentContext) => Promise<unknown>) => {
  return async (id, call, context) => {
    const binding = bindings.find(({ endpoint }) => endpoint.id === id);
    if (!binding?.endpoint.secondPerson) throw fail('CHANGE-STALE', { name: id });
    const { endpoint, handle } = binding;
    return handle({
      params: parsePart('params', endpoint.params, call.params),
      query: parsePart('query', endpoint.query, call.query),
      body: endpoint.bodyKind === 'json' ? parsePart('body', endpoint.body, call.body) : undefined,
      stream: streamOf(call.file),
      context,
      caller,
      device,
    });
  };
};
