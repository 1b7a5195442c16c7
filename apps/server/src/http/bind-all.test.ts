import { defineEndpoint } from '@redoubt/contracts';
import type { EnvironmentContext } from '@redoubt/services';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bindAll, bindWith } from './bind-all.ts';
import type { EndpointRequest } from './binding.ts';

const common = { summary: 'An example', permission: 'signedIn', response: z.unknown() } as const;
const path = '/platform/v1/environments/:environmentId/books/:bookId/pages/:pageId';
const params = z.strictObject({ pageId: z.string(), bookId: z.string(), environmentId: z.string() });
const contracts = {
  getPage: defineEndpoint({ ...common, id: 'get', method: 'GET', path, params }),
  writePage: defineEndpoint({
    ...common,
    id: 'write',
    method: 'PUT',
    path,
    params,
    body: z.strictObject({ text: z.string() }),
  }),
  searchPage: defineEndpoint({
    ...common,
    id: 'search',
    method: 'GET',
    path: `${path}/search`,
    params,
    query: z.union([z.strictObject({ text: z.string() }), z.strictObject({ line: z.string() })]),
  }),
  deletePage: defineEndpoint({
    ...common,
    id: 'delete',
    method: 'DELETE',
    path,
    params,
    query: z.strictObject({ version: z.string() }),
  }),
  printPage: defineEndpoint({
    ...common,
    id: 'print',
    method: 'POST',
    path: `${path}/print`,
    params,
    body: z.strictObject({ copies: z.number() }),
  }),
  attachToPage: defineEndpoint({
    ...common,
    id: 'attach',
    method: 'POST',
    path: `${path}/files`,
    params,
    query: z.strictObject({ name: z.string() }),
    bodyKind: 'bytes',
    body: z.unknown(),
  }),
  getHealth: defineEndpoint({ ...common, id: 'health', method: 'GET', path: '/api/v1/health' }),
  title: 'not an endpoint',
};

const context = { environmentId: 'e', correlationId: 'c' } as EnvironmentContext;
const request = (parts: object) =>
  ({
    params: { environmentId: 'e', pageId: 'p', bookId: 'b' },
    stream: Readable.from([]),
    context,
    ...parts,
  }) as unknown as EndpointRequest<(typeof contracts)['getPage']>;

type Page = [bookId: string, pageId: string];
const commands = {
  getPage: (_context: EnvironmentContext, ...[bookId, pageId]: Page) => [bookId, pageId],
  writePage: (_context: EnvironmentContext, bookId: string, pageId: string, input: { text: string }) => [
    bookId,
    pageId,
    input,
  ],
  searchPage: (
    _context: EnvironmentContext,
    bookId: string,
    pageId: string,
    query: { text: string } | { line: string },
  ) => [bookId, pageId, query],
  printPage: (
    _context: EnvironmentContext,
    printer: string,
    bookId: string,
    pageId: string,
    input: { copies: number },
  ) => [printer, bookId, pageId, input],
  attachToPage: (
    _context: EnvironmentContext,
    bookId: string,
    pageId: string,
    { name, stream }: { name: string; stream: Readable },
  ) => [bookId, pageId, name, stream.readable],
  deletePage: (_context: EnvironmentContext, bookId: string, pageId: string, version: string) => [
    bookId,
    pageId,
    version,
  ],
};

const given = bindWith(contracts, commands, ({ context: { correlationId } }) => [`printer of ${correlationId}`])(
  'printPage',
);

const answerOf = (id: string, parts: object, handlers = {}): unknown =>
  bindAll(contracts, commands, { ...given, ...handlers })
    .find(({ endpoint }) => endpoint.id === id)
    ?.handle(request(parts));

describe('binding by name', () => {
  it('gives commands the parameters in the order of the path, and the body or the query', () => {
    const query = { text: 'a', version: '7' };
    expect(answerOf('get', { query: {}, body: undefined })).toEqual(['b', 'p']);
    expect(answerOf('write', { query: {}, body: { text: 'a' } })).toEqual(['b', 'p', { text: 'a' }]);
    expect(answerOf('search', { query, body: undefined })).toEqual(['b', 'p', query]);
    expect(answerOf('delete', { query, body: undefined })).toEqual(['b', 'p', '7']);
  });

  it('gives commands an upload with its query as one input', () => {
    expect(answerOf('attach', { query: { name: 'a.txt' } })).toEqual(['b', 'p', 'a.txt', true]);
  });

  it('gives commands what they need besides before the parameters', () => {
    expect(answerOf('print', { query: {}, body: { copies: 2 } })).toEqual(['printer of c', 'b', 'p', { copies: 2 }]);
  });

  it('asks a handler before a command', () => {
    expect(answerOf('get', {}, { getPage: () => 'handled' })).toBe('handled');
  });

  it('binds what answers the console, and nothing else', () => {
    const ids = bindAll(contracts, commands, given).map(({ endpoint }) => endpoint.id);
    expect(ids).toEqual(['get', 'write', 'search', 'delete', 'print', 'attach']);
  });

  it('stops a node that lacks a command', () => {
    const { deletePage: _removed, ...others } = commands;
    expect(() => bindAll(contracts, others as typeof commands, given)).toThrow('deletePage has a command');
  });
});
