import { fastify, type FastifyInstance } from 'fastify';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acceptForwarded, createForwarder, newInnerAddress } from './forwarding.ts';

let inner: Awaited<ReturnType<typeof newInnerAddress>>;
let app: FastifyInstance;
let outer: Server;
let origin = '';
let forwarder: ReturnType<typeof createForwarder>;

beforeEach(async () => {
  inner = await newInnerAddress();
  app = fastify({ trustProxy: ['10.0.0.0/8'] });
  app.all('/seen', (request, reply) => {
    const { ip, headers, body, socket } = request;
    void reply.send({ ip, address: socket.remoteAddress, headers, body });
  });
  acceptForwarded(app.server, inner);
  await app.listen({ path: inner.path });
  forwarder = createForwarder(inner);
  outer = createServer((call, answer) => forwarder.forward(call, answer, call.url ?? '/'));
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(outer.address() as AddressInfo).port}`;
});
afterEach(async () => {
  outer.closeAllConnections();
  outer.close();
  forwarder.close();
  await app.close();
  await inner.remove();
});

type Seen = {
  readonly ip: string;
  readonly address: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
};

it('shows the caller as if it had connected itself, and no header of its own', async () => {
  const response = await fetch(`${origin}/seen?of=me`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-mine': 'kept' },
    body: JSON.stringify({ large: 'x'.repeat(500_000) }),
  });
  const seen = (await response.json()) as Seen;
  expect(seen).toMatchObject({ ip: '127.0.0.1', address: '127.0.0.1', body: { large: 'x'.repeat(500_000) } });
  expect(seen.headers).toMatchObject({ 'x-mine': 'kept', host: origin.slice('http://'.length) });
  expect(Object.keys(seen.headers).filter((name) => name.startsWith('x-redoubt'))).toEqual([]);
});

it('believes no address that a caller claims', async () => {
  const headers = { 'x-forwarded-for': '1.2.3.4', 'x-redoubt-forwarded-caller': `${'0'.repeat(64)} 1.2.3.4` };
  const seen = (await (await fetch(`${origin}/seen`, { headers })).json()) as Seen;
  expect(seen.ip).toBe('127.0.0.1');
});

it('cuts off what reaches the inner address without the secret', async () => {
  const asked = new Promise((resolve, reject) => {
    const call = request({ socketPath: inner.path, path: '/seen' }, resolve);
    call.on('error', reject);
    call.end();
  });
  await expect(asked).rejects.toThrow();
});

it('answers HEAD and unknown addresses as the other side does, and says so where that is gone', async () => {
  expect((await fetch(`${origin}/seen`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${origin}/nothing`)).status).toBe(404);
  await app.close();
  expect((await fetch(`${origin}/seen`)).status).toBe(502);
});
