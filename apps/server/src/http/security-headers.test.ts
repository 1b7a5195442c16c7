import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createApp, type AppOptions } from '../app.ts';

const sourcesOf = async (name: string, options: Partial<AppOptions>): Promise<string | undefined> => {
  const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [], ...options });
  app.get('/', () => 'page');
  const response = await app.inject({ url: '/' });
  await app.close();
  const policy = String(response.headers['content-security-policy']);
  return policy.split('; ').find((directive) => directive.startsWith(name));
};

describe('the content security policy', () => {
  it('lets the console connect to no other host', async () => {
    expect(await sourcesOf('connect-src', {})).toBe("connect-src 'self'");
  });

  it('lets it talk to the identity provider and to where telemetry is configured to go', async () => {
    expect(await sourcesOf('connect-src', { connectOrigins: () => ['https://login.example'] })).toBe(
      "connect-src 'self' https://login.example",
    );
    expect(await sourcesOf('connect-src', { telemetryOrigin: 'https://in.example' })).toBe(
      "connect-src 'self' https://in.example",
    );
  });

  it('lets it frame the host of device fingerprinting, and not connect to it', async () => {
    const options = { fingerprintOrigin: 'https://fpt.shop.example' };
    expect(await sourcesOf('frame-src', {})).toBe("frame-src 'self'");
    expect(await sourcesOf('frame-src', options)).toBe("frame-src 'self' https://fpt.shop.example");
    expect(await sourcesOf('connect-src', options)).toBe("connect-src 'self'");
  });
});

describe('strict transport security', () => {
  const header = async (options: Partial<AppOptions>): Promise<unknown> => {
    const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [], ...options });
    app.get('/', () => 'page');
    app.get('/raw', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/plain' }).end('raw');
    });
    const answers = [await app.inject({ url: '/' }), await app.inject({ url: '/raw' }), await app.inject('/missing')];
    await app.close();
    return answers.map(({ headers }) => headers['strict-transport-security']);
  };

  it('is in every answer of an https origin, and in none of another', async () => {
    expect(await header({ isHttps: true })).toEqual(Array.from({ length: 3 }, () => 'max-age=63072000'));
    expect(await header({})).toEqual([undefined, undefined, undefined]);
  });
});
