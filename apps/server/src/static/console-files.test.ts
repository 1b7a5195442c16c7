import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { registerConsoleFiles } from './console-files.ts';

const SCRIPT = 'console.log(1);'.repeat(500);
let directory: string;
const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [] });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-console-'));
  await mkdir(join(directory, 'dist'));
  await writeFile(join(directory, 'index.html'), '<!doctype html>the console');
  await mkdir(join(directory, 'dist', 'assets'));
  await writeFile(join(directory, 'dist', 'assets', 'index-1.js'), SCRIPT);
  await writeFile(join(directory, 'dist', 'assets', 'index-1.js.br'), brotliCompressSync(SCRIPT));
  await registerConsoleFiles(app, {
    directory,
    build: 'a-build',
    siteConfiguration: () => undefined,
    redirectOf: () => undefined,
  });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

describe('an address that does not exist', () => {
  it.each([
    ['GET', '/v2.0/merchantservices/events/purchase'],
    ['POST', '/v1.0/merchantservices/events/nothing'],
    ['GET', '/v1.0'],
    ['POST', '//v3//x'],
    ['POST', '/merchantservices/events/purchase'],
    ['GET', '/knowledgegateway/v1.0/customersupport/connectedentities'],
    ['GET', '/config'],
    ['GET', '/config?tenant=a'],
    ['POST', '/sendfpt'],
    ['GET', '/SendFpt'],
    ['POST', '/rules'],
    ['DELETE', '/anything/else'],
  ] as const)('is answered in the words of the API where clients of it ask: %s %s', async (method, url) => {
    const id = 'shop-1';
    const answer = await app.inject({ method, url, headers: { 'x-ms-correlation-id': id } });
    expect([answer.statusCode, answer.headers['x-ms-correlation-id']]).toEqual([404, id]);
    expect(answer.json()).toEqual({
      ErrorType: 'ClientError',
      Message: 'There is no such address.',
      Retryable: false,
      OtherErrors: null,
    });
  });

  it.each([
    ['GET', '/platform/v1/nothing'],
    ['POST', '/platform/v1/nothing'],
    ['GET', '/a-tenant/oauth2/v2.0/authorize'],
    ['GET', '/a-tenant/v2.0/.well-known/nothing'],
    ['GET', '/a-tenant/discovery/instance'],
    ['GET', '/.well-known/openid-configuration'],
  ] as const)('is a problem where programs ask: %s %s', async (method, url) => {
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it.each(['/', '/rules', '/configuration', '/configurations', '/vault'])(
    'is the console where people ask: %s',
    async (url) => {
      expect((await app.inject(url)).body).toContain('the console');
    },
  );
});

describe('a file of the build', () => {
  const get = (accepted: string) =>
    app.inject({ url: '/dist/assets/index-1.js', headers: { 'accept-encoding': accepted } });

  it('is sent as it was compressed when the console was built', async () => {
    const { rawPayload, headers } = await get('gzip, deflate, br');
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'content-length': String(brotliCompressSync(SCRIPT).length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(rawPayload).toString()).toBe(SCRIPT);
  });

  it('is compressed while it is sent where a client knows gzip alone', async () => {
    const { rawPayload, headers } = await get('gzip');
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(rawPayload).toString()).toBe(SCRIPT);
  });

  it('is sent as it is to a client that knows no compression', async () => {
    const { body, headers } = await get('identity');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toBe(SCRIPT);
  });
});
