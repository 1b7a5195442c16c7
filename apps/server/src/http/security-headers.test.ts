import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createApp, type AppOptions } from '../app.ts';

const connectSources = async (options: Partial<AppOptions>): Promise<string | undefined> => {
  const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [], ...options });
  app.get('/', () => 'page');
  const response = await app.inject({ url: '/' });
  await app.close();
  const policy = String(response.headers['content-security-policy']);
  return policy.split('; ').find((directive) => directive.startsWith('connect-src'));
};

describe('the content security policy', () => {
  it('lets the console talk to nobody else', async () => {
    expect(await connectSources({})).toBe("connect-src 'self'");
  });

  it('lets it talk to the identity provider and to where telemetry is configured to go', async () => {
    expect(await connectSources({ connectOrigins: () => ['https://login.example'] })).toBe(
      "connect-src 'self' https://login.example",
    );
    expect(await connectSources({ telemetryOrigin: 'https://in.example' })).toBe(
      "connect-src 'self' https://in.example",
    );
  });
});
