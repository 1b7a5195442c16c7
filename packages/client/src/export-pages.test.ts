import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient, type ExportedPage } from './index.ts';

type Page = {
  readonly status?: number;
  readonly lines: readonly object[];
  readonly cursor: string;
  readonly more: boolean;
};

const seen: string[] = [];
const pages: Page[] = [];
const server = createServer((request, response) => {
  seen.push(request.url ?? '');
  const { status = 200, lines, cursor, more } = pages.shift() ?? { lines: [], cursor: 'end', more: false };
  response
    .writeHead(status, { 'x-next-cursor': cursor, 'x-has-more': String(more), 'retry-after': '0' })
    .end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  seen.length = 0;
});

const client = () =>
  createClient({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    environment: '/primary',
    tokens: { token: () => Promise.resolve('token'), refused: () => undefined },
  });

it('reads page after page, from a cursor, until no more is there', async () => {
  pages.push(
    { lines: [{ position: 4 }, { position: 6 }], cursor: 'c2', more: true },
    { status: 429, lines: [{ Message: 'busy', Retryable: true }], cursor: '', more: false },
    { lines: [], cursor: 'c3', more: true },
    { lines: [{ position: 9 }], cursor: 'c4', more: false },
  );
  const read: ExportedPage[] = [];
  for await (const page of client().exportPages({ cursor: 'c 1', types: ['event', 'label'], limit: 2 }))
    read.push(page);
  expect(read).toEqual([
    { events: [{ position: 4 }, { position: 6 }], cursor: 'c2' },
    { events: [], cursor: 'c3' },
    { events: [{ position: 9 }], cursor: 'c4' },
  ]);
  const rest = 'types=event%2Clabel&limit=2';
  expect(seen).toEqual([
    `/v1.0/events/export?cursor=c+1&${rest}`,
    `/v1.0/events/export?cursor=c2&${rest}`,
    `/v1.0/events/export?cursor=c2&${rest}`,
    `/v1.0/events/export?cursor=c3&${rest}`,
  ]);
});

it('begins with the oldest event, and stops asking where its reader stops', async () => {
  pages.push({ lines: [{ position: 1 }], cursor: 'c1', more: true });
  for await (const { cursor } of client().exportPages()) {
    expect(cursor).toBe('c1');
    break;
  }
  expect(seen).toEqual(['/v1.0/events/export']);
});
