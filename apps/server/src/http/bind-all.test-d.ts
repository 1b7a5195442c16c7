// Compiled by `npm run check`, never run: an `@ts-expect-error` without an error is an error.
import { defineEndpoint } from '@redoubt/contracts';
import type { EnvironmentContext, ServiceContext } from '@redoubt/services';
import type { Readable } from 'node:stream';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import { bindAll, bindWith, type CommandArguments, type IsCommandOf } from './bind-all.ts';

const common = { summary: 'An example', permission: 'signedIn' } as const;
const base = '/platform/v1/environments/:environmentId/books';
const params = z.strictObject({ environmentId: z.string(), pageId: z.number(), bookId: z.string() });

const getShelf = defineEndpoint({
  ...common,
  id: 'shelf.get',
  method: 'GET',
  path: '/platform/v1/shelf',
  response: z.strictObject({ count: z.number() }),
});
const writePage = defineEndpoint({
  ...common,
  id: 'page.write',
  method: 'PUT',
  path: `${base}/:bookId/pages/:pageId`,
  params,
  body: z.strictObject({ text: z.string() }),
  response: z.undefined(),
});
const findPages = defineEndpoint({
  ...common,
  id: 'pages.find',
  method: 'GET',
  path: `${base}/pages`,
  params: params.pick({ environmentId: true }),
  query: z.strictObject({ text: z.string() }),
  response: z.array(z.string()),
});
const deleteBook = defineEndpoint({
  ...common,
  id: 'book.delete',
  method: 'DELETE',
  path: `${base}/:bookId`,
  params: params.omit({ pageId: true }),
  query: z.strictObject({ version: z.string() }),
  response: z.undefined(),
});

const sendFile = defineEndpoint({
  ...common,
  id: 'file.send',
  method: 'POST',
  path: `${base}/files`,
  params: params.pick({ environmentId: true }),
  query: z.strictObject({ name: z.string() }),
  bodyKind: 'csv',
  body: z.string(),
  response: z.undefined(),
});

// Parameters follow the path, not the schema; the environment is in the context.
expectTypeOf<CommandArguments<typeof getShelf>>().toEqualTypeOf<[context: ServiceContext]>();
expectTypeOf<CommandArguments<typeof writePage>>().toEqualTypeOf<
  [context: EnvironmentContext, string, number, { text: string }]
>();
expectTypeOf<CommandArguments<typeof findPages>>().toEqualTypeOf<[context: EnvironmentContext, { text: string }]>();
// A version tag that stands alone is handed over as it is.
expectTypeOf<CommandArguments<typeof deleteBook>>().toEqualTypeOf<[context: EnvironmentContext, string, string]>();

// An upload comes with what the query says of it.
expectTypeOf<CommandArguments<typeof sendFile>>().toEqualTypeOf<
  [context: EnvironmentContext, { name: string } & { readonly stream: Readable }]
>();
// What a command needs besides stands before the parameters.
expectTypeOf<CommandArguments<typeof deleteBook, [Date]>>().toEqualTypeOf<
  [context: EnvironmentContext, Date, string, string]
>();

type Write<Input> = (context: EnvironmentContext, bookId: string, pageId: number, input: Input) => Promise<void>;
expectTypeOf<IsCommandOf<typeof writePage, Write<{ readonly text: string }>>>().toEqualTypeOf<true>();
// The input is another, parameters stand in another order, an argument is left out, the answer is another.
expectTypeOf<IsCommandOf<typeof writePage, Write<{ readonly text: number }>>>().toEqualTypeOf<false>();
expectTypeOf<
  IsCommandOf<typeof writePage, (context: EnvironmentContext, pageId: number, bookId: string) => Promise<void>>
>().toEqualTypeOf<false>();
expectTypeOf<
  IsCommandOf<typeof writePage, (context: EnvironmentContext, bookId: string, pageId: number) => Promise<void>>
>().toEqualTypeOf<false>();
expectTypeOf<IsCommandOf<typeof getShelf, (context: ServiceContext) => { count: string }>>().toEqualTypeOf<false>();

const contracts = { getShelf, deleteBook, title: 'not an endpoint' };
const commands = {
  getShelf: (_context: ServiceContext) => ({ count: 1 }),
  deleteBook: async (_context: EnvironmentContext, _bookId: string, _version: string): Promise<void> => undefined,
};
bindAll(contracts, commands, {});
// A handler may stand in the place of a command.
bindAll(contracts, commands, { getShelf: () => ({ count: 2 }) });
bindAll(contracts, { getShelf: commands.getShelf }, { deleteBook: async () => undefined });
// @ts-expect-error -- nothing answers one of the endpoints
bindAll(contracts, { getShelf: commands.getShelf }, {});
// @ts-expect-error -- the command answers something else than the row declares
bindAll(contracts, { ...commands, getShelf: () => ({ count: 'one' }) }, {});
// @ts-expect-error -- a handler of no endpoint
bindAll(contracts, commands, { getBooks: () => undefined });

const dated = {
  ...commands,
  deleteBook: async (_context: EnvironmentContext, _at: Date, _bookId: string, _version: string): Promise<void> =>
    undefined,
};
bindAll(contracts, dated, bindWith(contracts, dated, () => [new Date(0)])('deleteBook'));
// @ts-expect-error -- the command needs something that nothing gives it
bindAll(contracts, dated, {});
// @ts-expect-error -- the command is given something else
bindWith(contracts, dated, () => ['today'])('deleteBook');
// @ts-expect-error -- the command needs nothing besides
bindWith(contracts, dated, () => [new Date(0)])('getShelf');
