import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';

const LIMITS = { headersMs: 40, requestMs: 80, checkEveryMs: 10 };

const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [], limits: LIMITS });
app.post('/echo', (request, reply) => reply.send(request.body));
afterAll(() => app.close());

describe('a caller that sends too slowly', () => {
  it.each([
    ['its headers', 'POST /echo HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['its body', 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nslow'],
  ])('with %s is sent away with 408', async (_what, beginning) => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const answer = text(socket);
    socket.write(beginning);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('an address with NUL', () => {
  it.each(['/platform/v1/rules/%00', '/v1.0/assessment/a%00b', '/?query=%00'])('%s is answered 400', async (url) => {
    const answer = await app.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toMatch(url.startsWith('/v1.0') ? /"ErrorType":"ClientError"/ : /"code":"REQ-INVALID"/);
  });
});
